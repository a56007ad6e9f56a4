import { buttonNameMissing } from './accessibility/button-name-missing.ts'
import { formFieldUnlabelled } from './accessibility/form-field-unlabelled.ts'
import { canonicalConflict } from './canonicals/canonical-conflict.ts'
import { canonicalInvalid } from './canonicals/canonical-invalid.ts'
import { noindexWithCanonical } from './canonicals/noindex-with-canonical.ts'
import type { PageCheck } from './check.ts'
import { contentErrorOutput } from './content/content-error-output.ts'
import { contentNeedsJavascript } from './content/content-needs-javascript.ts'
import { contentPlaceholder } from './content/content-placeholder.ts'
import { contentThin } from './content/content-thin.ts'
import { contentWiderThanScreen } from './content/content-wider-than-screen.ts'
import { charsetMissing } from './document/charset-missing.ts'
import { encodingCorrupt } from './document/encoding-corrupt.ts'
import { headBroken } from './document/head-broken.ts'
import { viewportMissing } from './document/viewport-missing.ts'
import { zoomDisabled } from './document/zoom-disabled.ts'
import { h1Missing } from './headings/h1-missing.ts'
import { h1Multiple } from './headings/h1-multiple.ts'
import { headingLevelSkipped } from './headings/heading-level-skipped.ts'
import { hreflangConflict } from './hreflang/hreflang-conflict.ts'
import { hreflangInvalid } from './hreflang/hreflang-invalid.ts'
import { hreflangLangMismatch } from './hreflang/hreflang-lang-mismatch.ts'
import { hreflangSelfMissing } from './hreflang/hreflang-self-missing.ts'
import { htmlLangMissing } from './hreflang/html-lang-missing.ts'
import { imageAltEmpty } from './images/image-alt-empty.ts'
import { imageAltEmptyInLink } from './images/image-alt-empty-in-link.ts'
import { imageAltFilename } from './images/image-alt-filename.ts'
import { imageAltMissing } from './images/image-alt-missing.ts'
import { imageDimensionsMissing } from './images/image-dimensions-missing.ts'
import { linkMalformed } from './links/link-malformed.ts'
import { linkTextGeneric } from './links/link-text-generic.ts'
import { linkTextMissing } from './links/link-text-missing.ts'
import { linkUncrawlable } from './links/link-uncrawlable.ts'
import { pageDeadEnd } from './links/page-dead-end.ts'
import { redirectJavascript } from './redirects/redirect-javascript.ts'
import { redirectMetaRefresh } from './redirects/redirect-meta-refresh.ts'
import { htmlCutOff } from './responses/html-cut-off.ts'
import { directivesChangedByJavascript } from './robots/directives-changed-by-javascript.ts'
import { pageNofollow } from './robots/page-nofollow.ts'
import { robotsDirectiveConflict } from './robots/robots-directive-conflict.ts'
import { robotsDirectiveUnknown } from './robots/robots-directive-unknown.ts'
import { formInsecure } from './security/form-insecure.ts'
import { linkToPrivateHost } from './security/link-to-private-host.ts'
import { mixedContent } from './security/mixed-content.ts'
import { pageInsecure } from './security/page-insecure.ts'
import { ogIncomplete } from './social/og-incomplete.ts'
import { htmlTooLarge } from './speed/html-too-large.ts'
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

/** Every check of a page, in the order of the catalogue. In a file of its own: threads that read pages need no check of sites. */
export const pageChecks: readonly PageCheck[] = [
  titleMissing,
  titleMultiple,
  titleTooShort,
  titleTooLong,
  titlePlaceholder,
  metaDescriptionMissing,
  metaDescriptionMultiple,
  metaDescriptionTooShort,
  metaDescriptionTooLong,
  headBroken,
  charsetMissing,
  h1Missing,
  h1Multiple,
  headingLevelSkipped,
  imageAltMissing,
  imageAltEmptyInLink,
  imageAltEmpty,
  imageAltFilename,
  imageDimensionsMissing,
  redirectMetaRefresh,
  redirectJavascript,
  noindexWithCanonical,
  robotsDirectiveConflict,
  robotsDirectiveUnknown,
  contentNeedsJavascript,
  directivesChangedByJavascript,
  pageNofollow,
  htmlCutOff,
  htmlTooLarge,
  canonicalConflict,
  canonicalInvalid,
  hreflangInvalid,
  hreflangSelfMissing,
  hreflangLangMismatch,
  hreflangConflict,
  pageDeadEnd,
  linkTextMissing,
  linkTextGeneric,
  linkUncrawlable,
  linkMalformed,
  linkToPrivateHost,
  contentThin,
  contentPlaceholder,
  contentErrorOutput,
  encodingCorrupt,
  structuredDataSyntax,
  structuredDataUnknown,
  structuredDataRequired,
  structuredDataRecommended,
  structuredDataValueInvalid,
  pageInsecure,
  mixedContent,
  formInsecure,
  viewportMissing,
  zoomDisabled,
  contentWiderThanScreen,
  htmlLangMissing,
  formFieldUnlabelled,
  buttonNameMissing,
  urlBadCharacters,
  urlTrackingInternal,
  urlVisitorId,
  ogIncomplete,
]
