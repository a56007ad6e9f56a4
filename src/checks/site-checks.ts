import { axeViolation } from './accessibility/axe-violation.ts'
import { canonicalChain } from './canonicals/canonical-chain.ts'
import { canonicalCrossDomain } from './canonicals/canonical-cross-domain.ts'
import { canonicalMissing } from './canonicals/canonical-missing.ts'
import { canonicalPaginatedToFirst } from './canonicals/canonical-paginated-to-first.ts'
import { canonicalToError } from './canonicals/canonical-to-error.ts'
import { canonicalToHomepage } from './canonicals/canonical-to-homepage.ts'
import { canonicalToNonIndexable } from './canonicals/canonical-to-non-indexable.ts'
import { canonicalToRedirect } from './canonicals/canonical-to-redirect.ts'
import { canonicalUnrelated } from './canonicals/canonical-unrelated.ts'
import type { SiteCheck } from './check.ts'
import { pagesUnchecked } from './content/pages-unchecked.ts'
import { soft404 } from './content/soft-404.ts'
import { duplicateContentExact } from './duplicates/duplicate-content-exact.ts'
import { duplicateContentNear } from './duplicates/duplicate-content-near.ts'
import { duplicateHostVariants } from './duplicates/duplicate-host-variants.ts'
import { duplicateUrlVariants } from './duplicates/duplicate-url-variants.ts'
import { h1Duplicate } from './headings/h1-duplicate.ts'
import { hreflangClusterIncomplete } from './hreflang/hreflang-cluster-incomplete.ts'
import { hreflangMissing } from './hreflang/hreflang-missing.ts'
import { hreflangReturnMissing } from './hreflang/hreflang-return-missing.ts'
import { hreflangTargetBad } from './hreflang/hreflang-target-bad.ts'
import { hreflangXDefaultMissing } from './hreflang/hreflang-x-default-missing.ts'
import { languageVersionUntranslated } from './hreflang/language-version-untranslated.ts'
import { imageBroken } from './images/image-broken.ts'
import { imageLarge } from './images/image-large.ts'
import { imageRedirect } from './images/image-redirect.ts'
import { externalLinkBroken } from './links/external-link-broken.ts'
import { externalLinkRedirect } from './links/external-link-redirect.ts'
import { externalLinkUnverifiable } from './links/external-link-unverifiable.ts'
import { fragmentLinkBroken } from './links/fragment-link-broken.ts'
import { internalLinkBroken } from './links/internal-link-broken.ts'
import { internalLinkClientError } from './links/internal-link-client-error.ts'
import { internalLinkNoResponse } from './links/internal-link-no-response.ts'
import { internalLinkServerError } from './links/internal-link-server-error.ts'
import { linkInternalNofollow } from './links/link-internal-nofollow.ts'
import { linkSchemeMissing } from './links/link-scheme-missing.ts'
import { pageDeep } from './links/page-deep.ts'
import { pageNofollowOnly } from './links/page-nofollow-only.ts'
import { pageOrphan } from './links/page-orphan.ts'
import { pageSingleInlink } from './links/page-single-inlink.ts'
import { paginationInconsistent } from './links/pagination-inconsistent.ts'
import { redirectChain } from './redirects/redirect-chain.ts'
import { redirectHttpsToHttp } from './redirects/redirect-https-to-http.ts'
import { redirectInternalLink } from './redirects/redirect-internal-link.ts'
import { redirectLoop } from './redirects/redirect-loop.ts'
import { redirectMetaRefresh } from './redirects/redirect-meta-refresh.ts'
import { redirectTemporary } from './redirects/redirect-temporary.ts'
import { redirectToError } from './redirects/redirect-to-error.ts'
import { redirectToHomepage } from './redirects/redirect-to-homepage.ts'
import { refreshLoop } from './redirects/refresh-loop.ts'
import { contentTypeMismatch } from './responses/content-type-mismatch.ts'
import { faviconMissing } from './responses/favicon-missing.ts'
import { notFoundStatusMissing } from './responses/not-found-status-missing.ts'
import { resourceBroken } from './responses/resource-broken.ts'
import { responseUnstable } from './responses/response-unstable.ts'
import { styleFileBroken } from './responses/style-file-broken.ts'
import { aiPolicyInconsistent } from './robots/ai-policy-inconsistent.ts'
import { aiSearchCrawlerBlocked } from './robots/ai-search-crawler-blocked.ts'
import { fileNoindex } from './robots/file-noindex.ts'
import { homepageNoindex } from './robots/homepage-noindex.ts'
import { llmsTxtInvalid } from './robots/llms-txt-invalid.ts'
import { pageNoindexLinked } from './robots/page-noindex-linked.ts'
import { robotsBlocksLinkedPage } from './robots/robots-blocks-linked-page.ts'
import { robotsBlocksResources } from './robots/robots-blocks-resources.ts'
import { robotsHidesNoindex } from './robots/robots-hides-noindex.ts'
import { robotsTxtBlocksSite } from './robots/robots-txt-blocks-site.ts'
import { robotsTxtInvalid } from './robots/robots-txt-invalid.ts'
import { robotsTxtUnreachable } from './robots/robots-txt-unreachable.ts'
import { siteNoindex } from './robots/site-noindex.ts'
import { certificateProblem } from './security/certificate-problem.ts'
import { cookieFlags } from './security/cookie-flags.ts'
import { hstsMissing } from './security/hsts-missing.ts'
import { httpsNotEnforced } from './security/https-not-enforced.ts'
import { pageInsecure } from './security/page-insecure.ts'
import { securityHeadersMissing } from './security/security-headers-missing.ts'
import { securityTxtInvalid } from './security/security-txt-invalid.ts'
import { serverVersionExposed } from './security/server-version-exposed.ts'
import { styleFileInsecure } from './security/style-file-insecure.ts'
import { sitemapInvalid } from './sitemaps/sitemap-invalid.ts'
import { sitemapLastmodUnreliable } from './sitemaps/sitemap-lastmod-unreliable.ts'
import { sitemapMissing } from './sitemaps/sitemap-missing.ts'
import { sitemapPageMissing } from './sitemaps/sitemap-page-missing.ts'
import { sitemapUnreachable } from './sitemaps/sitemap-unreachable.ts'
import { sitemapUrlError } from './sitemaps/sitemap-url-error.ts'
import { sitemapUrlForeign } from './sitemaps/sitemap-url-foreign.ts'
import { sitemapUrlNotIndexable } from './sitemaps/sitemap-url-not-indexable.ts'
import { sitemapUrlRedirect } from './sitemaps/sitemap-url-redirect.ts'
import { sitemapUrlRepeated } from './sitemaps/sitemap-url-repeated.ts'
import { ogImageInvalid } from './social/og-image-invalid.ts'
import { coreWebVitalsPoor } from './speed/core-web-vitals-poor.ts'
import { fileNotCompressed } from './speed/file-not-compressed.ts'
import { lighthouseOpportunity } from './speed/lighthouse-opportunity.ts'
import { lighthousePerformanceLow } from './speed/lighthouse-performance-low.ts'
import { pageTooHeavy } from './speed/page-too-heavy.ts'
import { responseSlow } from './speed/response-slow.ts'
import { staticFileUncached } from './speed/static-file-uncached.ts'
import { textNotCompressed } from './speed/text-not-compressed.ts'
import { structuredDataBreadcrumbInvalid } from './structured-data/structured-data-breadcrumb-invalid.ts'
import { structuredDataImageBroken } from './structured-data/structured-data-image-broken.ts'
import { metaDescriptionDuplicate } from './titles/meta-description-duplicate.ts'
import { titleDuplicate } from './titles/title-duplicate.ts'
import { titleSameAsH1 } from './titles/title-same-as-h1.ts'
import { urlCrawlTrap } from './urls/url-crawl-trap.ts'
import { urlNonAscii } from './urls/url-non-ascii.ts'
import { urlParametersMany } from './urls/url-parameters-many.ts'
import { urlPathRepeated } from './urls/url-path-repeated.ts'
import { urlTooLong } from './urls/url-too-long.ts'
import { urlUnderscore } from './urls/url-underscore.ts'
import { urlUppercase } from './urls/url-uppercase.ts'

/** Generated by `node scripts/check-catalogue.ts --write`; do not edit. Every site check, by subject and id. */
export const siteChecks: readonly SiteCheck[] = [
  axeViolation,
  canonicalChain,
  canonicalCrossDomain,
  canonicalMissing,
  canonicalPaginatedToFirst,
  canonicalToError,
  canonicalToHomepage,
  canonicalToNonIndexable,
  canonicalToRedirect,
  canonicalUnrelated,
  pagesUnchecked,
  soft404,
  duplicateContentExact,
  duplicateContentNear,
  duplicateHostVariants,
  duplicateUrlVariants,
  h1Duplicate,
  hreflangClusterIncomplete,
  hreflangMissing,
  hreflangReturnMissing,
  hreflangTargetBad,
  hreflangXDefaultMissing,
  languageVersionUntranslated,
  imageBroken,
  imageLarge,
  imageRedirect,
  externalLinkBroken,
  externalLinkRedirect,
  externalLinkUnverifiable,
  fragmentLinkBroken,
  internalLinkBroken,
  internalLinkClientError,
  internalLinkNoResponse,
  internalLinkServerError,
  linkInternalNofollow,
  linkSchemeMissing,
  pageDeep,
  pageNofollowOnly,
  pageOrphan,
  pageSingleInlink,
  paginationInconsistent,
  redirectChain,
  redirectHttpsToHttp,
  redirectInternalLink,
  redirectLoop,
  redirectMetaRefresh,
  redirectTemporary,
  redirectToError,
  redirectToHomepage,
  refreshLoop,
  contentTypeMismatch,
  faviconMissing,
  notFoundStatusMissing,
  resourceBroken,
  responseUnstable,
  styleFileBroken,
  aiPolicyInconsistent,
  aiSearchCrawlerBlocked,
  fileNoindex,
  homepageNoindex,
  llmsTxtInvalid,
  pageNoindexLinked,
  robotsBlocksLinkedPage,
  robotsBlocksResources,
  robotsHidesNoindex,
  robotsTxtBlocksSite,
  robotsTxtInvalid,
  robotsTxtUnreachable,
  siteNoindex,
  certificateProblem,
  cookieFlags,
  hstsMissing,
  httpsNotEnforced,
  pageInsecure,
  securityHeadersMissing,
  securityTxtInvalid,
  serverVersionExposed,
  styleFileInsecure,
  sitemapInvalid,
  sitemapLastmodUnreliable,
  sitemapMissing,
  sitemapPageMissing,
  sitemapUnreachable,
  sitemapUrlError,
  sitemapUrlForeign,
  sitemapUrlNotIndexable,
  sitemapUrlRedirect,
  sitemapUrlRepeated,
  ogImageInvalid,
  coreWebVitalsPoor,
  fileNotCompressed,
  lighthouseOpportunity,
  lighthousePerformanceLow,
  pageTooHeavy,
  responseSlow,
  staticFileUncached,
  textNotCompressed,
  structuredDataBreadcrumbInvalid,
  structuredDataImageBroken,
  metaDescriptionDuplicate,
  titleDuplicate,
  titleSameAsH1,
  urlCrawlTrap,
  urlNonAscii,
  urlParametersMany,
  urlPathRepeated,
  urlTooLong,
  urlUnderscore,
  urlUppercase,
]
