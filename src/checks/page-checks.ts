import type { PageCheck } from './check.ts'
import { buttonNameMissing } from './page/button-name-missing.ts'
import { canonicalConflict } from './page/canonical-conflict.ts'
import { canonicalInvalid } from './page/canonical-invalid.ts'
import { charsetMissing } from './page/charset-missing.ts'
import { contentErrorOutput } from './page/content-error-output.ts'
import { contentNeedsJavascript } from './page/content-needs-javascript.ts'
import { contentPlaceholder } from './page/content-placeholder.ts'
import { contentThin } from './page/content-thin.ts'
import { contentWiderThanScreen } from './page/content-wider-than-screen.ts'
import { directivesChangedByJavascript } from './page/directives-changed-by-javascript.ts'
import { encodingCorrupt } from './page/encoding-corrupt.ts'
import { formFieldUnlabelled } from './page/form-field-unlabelled.ts'
import { formInsecure } from './page/form-insecure.ts'
import { h1Missing } from './page/h1-missing.ts'
import { h1Multiple } from './page/h1-multiple.ts'
import { headBroken } from './page/head-broken.ts'
import { headingLevelSkipped } from './page/heading-level-skipped.ts'
import { hreflangConflict } from './page/hreflang-conflict.ts'
import { hreflangInvalid } from './page/hreflang-invalid.ts'
import { hreflangLangMismatch } from './page/hreflang-lang-mismatch.ts'
import { hreflangSelfMissing } from './page/hreflang-self-missing.ts'
import { htmlCutOff } from './page/html-cut-off.ts'
import { htmlLangMissing } from './page/html-lang-missing.ts'
import { htmlTooLarge } from './page/html-too-large.ts'
import { imageAltEmpty } from './page/image-alt-empty.ts'
import { imageAltEmptyInLink } from './page/image-alt-empty-in-link.ts'
import { imageAltFilename } from './page/image-alt-filename.ts'
import { imageAltMissing } from './page/image-alt-missing.ts'
import { imageDimensionsMissing } from './page/image-dimensions-missing.ts'
import { linkMalformed } from './page/link-malformed.ts'
import { linkTextGeneric } from './page/link-text-generic.ts'
import { linkTextMissing } from './page/link-text-missing.ts'
import { linkToPrivateHost } from './page/link-to-private-host.ts'
import { linkUncrawlable } from './page/link-uncrawlable.ts'
import { metaDescriptionMissing } from './page/meta-description-missing.ts'
import { metaDescriptionMultiple } from './page/meta-description-multiple.ts'
import { metaDescriptionTooLong } from './page/meta-description-too-long.ts'
import { metaDescriptionTooShort } from './page/meta-description-too-short.ts'
import { mixedContent } from './page/mixed-content.ts'
import { noindexWithCanonical } from './page/noindex-with-canonical.ts'
import { ogIncomplete } from './page/og-incomplete.ts'
import { pageDeadEnd } from './page/page-dead-end.ts'
import { pageInsecure } from './page/page-insecure.ts'
import { pageNofollow } from './page/page-nofollow.ts'
import { redirectJavascript } from './page/redirect-javascript.ts'
import { redirectMetaRefresh } from './page/redirect-meta-refresh.ts'
import { robotsDirectiveConflict } from './page/robots-directive-conflict.ts'
import { robotsDirectiveUnknown } from './page/robots-directive-unknown.ts'
import { structuredDataRecommended } from './page/structured-data-recommended.ts'
import { structuredDataRequired } from './page/structured-data-required.ts'
import { structuredDataSyntax } from './page/structured-data-syntax.ts'
import { structuredDataUnknown } from './page/structured-data-unknown.ts'
import { structuredDataValueInvalid } from './page/structured-data-value-invalid.ts'
import { titleMissing } from './page/title-missing.ts'
import { titleMultiple } from './page/title-multiple.ts'
import { titlePlaceholder } from './page/title-placeholder.ts'
import { titleTooLong } from './page/title-too-long.ts'
import { titleTooShort } from './page/title-too-short.ts'
import { urlBadCharacters } from './page/url-bad-characters.ts'
import { urlTrackingInternal } from './page/url-tracking-internal.ts'
import { urlVisitorId } from './page/url-visitor-id.ts'
import { viewportMissing } from './page/viewport-missing.ts'
import { zoomDisabled } from './page/zoom-disabled.ts'

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
