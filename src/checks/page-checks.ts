import { buttonNameMissing } from './accessibility/button-name-missing.ts'
import { formFieldUnlabelled } from './accessibility/form-field-unlabelled.ts'
import { frameTitleMissing } from './accessibility/frame-title-missing.ts'
import { canonicalConflict } from './canonicals/canonical-conflict.ts'
import { canonicalInvalid } from './canonicals/canonical-invalid.ts'
import { noindexWithCanonical } from './canonicals/noindex-with-canonical.ts'
import type { PageCheck } from './check.ts'
import { contentErrorOutput } from './content/content-error-output.ts'
import { contentHardToRead } from './content/content-hard-to-read.ts'
import { contentNeedsJavascript } from './content/content-needs-javascript.ts'
import { contentPlaceholder } from './content/content-placeholder.ts'
import { contentThin } from './content/content-thin.ts'
import { contentWiderThanScreen } from './content/content-wider-than-screen.ts'
import { defaultText } from './content/default-text.ts'
import { languageMismatch } from './content/language-mismatch.ts'
import { pageEmpty } from './content/page-empty.ts'
import { textRequiredMissing } from './content/text-required-missing.ts'
import { textUnwanted } from './content/text-unwanted.ts'
import { attributeDuplicate } from './document/attribute-duplicate.ts'
import { charsetMissing } from './document/charset-missing.ts'
import { controlCharacter } from './document/control-character.ts'
import { doctypeMissing } from './document/doctype-missing.ts'
import { encodingCorrupt } from './document/encoding-corrupt.ts'
import { headBroken } from './document/head-broken.ts'
import { headOrBodyRepeated } from './document/head-or-body-repeated.ts'
import { idDuplicate } from './document/id-duplicate.ts'
import { metadataNameMisspelled } from './document/metadata-name-misspelled.ts'
import { technologyObsolete } from './document/technology-obsolete.ts'
import { textDirectionMissing } from './document/text-direction-missing.ts'
import { viewportMissing } from './document/viewport-missing.ts'
import { zoomDisabled } from './document/zoom-disabled.ts'
import { h1Missing } from './headings/h1-missing.ts'
import { h1Multiple } from './headings/h1-multiple.ts'
import { h1TooLong } from './headings/h1-too-long.ts'
import { headingDuplicate } from './headings/heading-duplicate.ts'
import { headingEmpty } from './headings/heading-empty.ts'
import { headingLevelSkipped } from './headings/heading-level-skipped.ts'
import { subheadingMissing } from './headings/subheading-missing.ts'
import { hreflangConflict } from './hreflang/hreflang-conflict.ts'
import { hreflangInvalid } from './hreflang/hreflang-invalid.ts'
import { hreflangLangMismatch } from './hreflang/hreflang-lang-mismatch.ts'
import { hreflangSelfMissing } from './hreflang/hreflang-self-missing.ts'
import { htmlLangMissing } from './hreflang/html-lang-missing.ts'
import { imageAltEmpty } from './images/image-alt-empty.ts'
import { imageAltEmptyInLink } from './images/image-alt-empty-in-link.ts'
import { imageAltFilename } from './images/image-alt-filename.ts'
import { imageAltMissing } from './images/image-alt-missing.ts'
import { imageAltTooLong } from './images/image-alt-too-long.ts'
import { imageDimensionsMissing } from './images/image-dimensions-missing.ts'
import { imageFormatLegacy } from './images/image-format-legacy.ts'
import { imageSourceMissing } from './images/image-source-missing.ts'
import { linkMalformed } from './links/link-malformed.ts'
import { linkTextGeneric } from './links/link-text-generic.ts'
import { linkTextMissing } from './links/link-text-missing.ts'
import { linkUncrawlable } from './links/link-uncrawlable.ts'
import { linksTooMany } from './links/links-too-many.ts'
import { pageDeadEnd } from './links/page-dead-end.ts'
import { redirectJavascript } from './redirects/redirect-javascript.ts'
import { htmlCutOff } from './responses/html-cut-off.ts'
import { directivesChangedByJavascript } from './robots/directives-changed-by-javascript.ts'
import { pageNofollow } from './robots/page-nofollow.ts'
import { robotsDirectiveConflict } from './robots/robots-directive-conflict.ts'
import { robotsDirectiveUnknown } from './robots/robots-directive-unknown.ts'
import { snippetRestricted } from './robots/snippet-restricted.ts'
import { formInsecure } from './security/form-insecure.ts'
import { linkOpener } from './security/link-opener.ts'
import { linkToPrivateHost } from './security/link-to-private-host.ts'
import { mixedContent } from './security/mixed-content.ts'
import { ogIncomplete } from './social/og-incomplete.ts'
import { ogUrlMismatch } from './social/og-url-mismatch.ts'
import { twitterCardInvalid } from './social/twitter-card-invalid.ts'
import { htmlTooLarge } from './speed/html-too-large.ts'
import { structuredDataDatesContradict } from './structured-data/structured-data-dates-contradict.ts'
import { structuredDataRecommended } from './structured-data/structured-data-recommended.ts'
import { structuredDataRequired } from './structured-data/structured-data-required.ts'
import { structuredDataSyntax } from './structured-data/structured-data-syntax.ts'
import { structuredDataUnknown } from './structured-data/structured-data-unknown.ts'
import { structuredDataValueInvalid } from './structured-data/structured-data-value-invalid.ts'
import { metaDescriptionMissing } from './titles/meta-description-missing.ts'
import { metaDescriptionMultiple } from './titles/meta-description-multiple.ts'
import { metaDescriptionTooLong } from './titles/meta-description-too-long.ts'
import { metaDescriptionTooShort } from './titles/meta-description-too-short.ts'
import { titleMissing } from './titles/title-missing.ts'
import { titleMultiple } from './titles/title-multiple.ts'
import { titlePlaceholder } from './titles/title-placeholder.ts'
import { titleTooLong } from './titles/title-too-long.ts'
import { titleTooShort } from './titles/title-too-short.ts'
import { urlBadCharacters } from './urls/url-bad-characters.ts'
import { urlTrackingInternal } from './urls/url-tracking-internal.ts'
import { urlVisitorId } from './urls/url-visitor-id.ts'

/** Generated by `node scripts/check-catalogue.ts --write`; do not edit. Every page check, by subject and id. */
export const pageChecks: readonly PageCheck[] = [
  buttonNameMissing,
  formFieldUnlabelled,
  frameTitleMissing,
  canonicalConflict,
  canonicalInvalid,
  noindexWithCanonical,
  contentErrorOutput,
  contentHardToRead,
  contentNeedsJavascript,
  contentPlaceholder,
  contentThin,
  contentWiderThanScreen,
  defaultText,
  languageMismatch,
  pageEmpty,
  textRequiredMissing,
  textUnwanted,
  attributeDuplicate,
  charsetMissing,
  controlCharacter,
  doctypeMissing,
  encodingCorrupt,
  headBroken,
  headOrBodyRepeated,
  idDuplicate,
  metadataNameMisspelled,
  technologyObsolete,
  textDirectionMissing,
  viewportMissing,
  zoomDisabled,
  h1Missing,
  h1Multiple,
  h1TooLong,
  headingDuplicate,
  headingEmpty,
  headingLevelSkipped,
  subheadingMissing,
  hreflangConflict,
  hreflangInvalid,
  hreflangLangMismatch,
  hreflangSelfMissing,
  htmlLangMissing,
  imageAltEmpty,
  imageAltEmptyInLink,
  imageAltFilename,
  imageAltMissing,
  imageAltTooLong,
  imageDimensionsMissing,
  imageFormatLegacy,
  imageSourceMissing,
  linkMalformed,
  linkTextGeneric,
  linkTextMissing,
  linkUncrawlable,
  linksTooMany,
  pageDeadEnd,
  redirectJavascript,
  htmlCutOff,
  directivesChangedByJavascript,
  pageNofollow,
  robotsDirectiveConflict,
  robotsDirectiveUnknown,
  snippetRestricted,
  formInsecure,
  linkOpener,
  linkToPrivateHost,
  mixedContent,
  ogIncomplete,
  ogUrlMismatch,
  twitterCardInvalid,
  htmlTooLarge,
  structuredDataDatesContradict,
  structuredDataRecommended,
  structuredDataRequired,
  structuredDataSyntax,
  structuredDataUnknown,
  structuredDataValueInvalid,
  metaDescriptionMissing,
  metaDescriptionMultiple,
  metaDescriptionTooLong,
  metaDescriptionTooShort,
  titleMissing,
  titleMultiple,
  titlePlaceholder,
  titleTooLong,
  titleTooShort,
  urlBadCharacters,
  urlTrackingInternal,
  urlVisitorId,
]
