import type { SiteCheck } from './check.ts'
import { aiPolicyInconsistent } from './site/ai-policy-inconsistent.ts'
import { aiSearchCrawlerBlocked } from './site/ai-search-crawler-blocked.ts'
import { axeViolation } from './site/axe-violation.ts'
import { canonicalChain } from './site/canonical-chain.ts'
import { canonicalCrossDomain } from './site/canonical-cross-domain.ts'
import { canonicalMissing } from './site/canonical-missing.ts'
import { canonicalPaginatedToFirst } from './site/canonical-paginated-to-first.ts'
import { canonicalToError } from './site/canonical-to-error.ts'
import { canonicalToHomepage } from './site/canonical-to-homepage.ts'
import { canonicalToNonIndexable } from './site/canonical-to-non-indexable.ts'
import { canonicalToRedirect } from './site/canonical-to-redirect.ts'
import { certificateProblem } from './site/certificate-problem.ts'
import { contentTypeMismatch } from './site/content-type-mismatch.ts'
import { cookieFlags } from './site/cookie-flags.ts'
import { coreWebVitalsPoor } from './site/core-web-vitals-poor.ts'
import { duplicateContentExact } from './site/duplicate-content-exact.ts'
import { duplicateContentNear } from './site/duplicate-content-near.ts'
import { duplicateHostVariants } from './site/duplicate-host-variants.ts'
import { duplicateUrlVariants } from './site/duplicate-url-variants.ts'
import { externalLinkBroken } from './site/external-link-broken.ts'
import { externalLinkUnverifiable } from './site/external-link-unverifiable.ts'
import { faviconMissing } from './site/favicon-missing.ts'
import { fragmentLinkBroken } from './site/fragment-link-broken.ts'
import { h1Duplicate } from './site/h1-duplicate.ts'
import { homepageNoindex } from './site/homepage-noindex.ts'
import { hreflangClusterIncomplete } from './site/hreflang-cluster-incomplete.ts'
import { hreflangReturnMissing } from './site/hreflang-return-missing.ts'
import { hreflangTargetBad } from './site/hreflang-target-bad.ts'
import { hstsMissing } from './site/hsts-missing.ts'
import { httpsNotEnforced } from './site/https-not-enforced.ts'
import { imageBroken } from './site/image-broken.ts'
import { imageLarge } from './site/image-large.ts'
import { internalLinkBroken } from './site/internal-link-broken.ts'
import { internalLinkClientError } from './site/internal-link-client-error.ts'
import { internalLinkNoResponse } from './site/internal-link-no-response.ts'
import { internalLinkServerError } from './site/internal-link-server-error.ts'
import { lighthouseOpportunity } from './site/lighthouse-opportunity.ts'
import { lighthousePerformanceLow } from './site/lighthouse-performance-low.ts'
import { linkInternalNofollow } from './site/link-internal-nofollow.ts'
import { llmsTxtInvalid } from './site/llms-txt-invalid.ts'
import { metaDescriptionDuplicate } from './site/meta-description-duplicate.ts'
import { notFoundStatusMissing } from './site/not-found-status-missing.ts'
import { ogImageInvalid } from './site/og-image-invalid.ts'
import { pageDeep } from './site/page-deep.ts'
import { pageNoindexLinked } from './site/page-noindex-linked.ts'
import { pageOrphan } from './site/page-orphan.ts'
import { pageSingleInlink } from './site/page-single-inlink.ts'
import { pageTooHeavy } from './site/page-too-heavy.ts'
import { redirectChain } from './site/redirect-chain.ts'
import { redirectHttpsToHttp } from './site/redirect-https-to-http.ts'
import { redirectInternalLink } from './site/redirect-internal-link.ts'
import { redirectLoop } from './site/redirect-loop.ts'
import { redirectTemporary } from './site/redirect-temporary.ts'
import { redirectToError } from './site/redirect-to-error.ts'
import { resourceBroken } from './site/resource-broken.ts'
import { responseSlow } from './site/response-slow.ts'
import { responseUnstable } from './site/response-unstable.ts'
import { robotsBlocksLinkedPage } from './site/robots-blocks-linked-page.ts'
import { robotsBlocksResources } from './site/robots-blocks-resources.ts'
import { robotsHidesNoindex } from './site/robots-hides-noindex.ts'
import { robotsTxtBlocksSite } from './site/robots-txt-blocks-site.ts'
import { robotsTxtInvalid } from './site/robots-txt-invalid.ts'
import { robotsTxtUnreachable } from './site/robots-txt-unreachable.ts'
import { securityHeadersMissing } from './site/security-headers-missing.ts'
import { siteNoindex } from './site/site-noindex.ts'
import { sitemapInvalid } from './site/sitemap-invalid.ts'
import { sitemapLastmodUnreliable } from './site/sitemap-lastmod-unreliable.ts'
import { sitemapMissing } from './site/sitemap-missing.ts'
import { sitemapPageMissing } from './site/sitemap-page-missing.ts'
import { sitemapUnreachable } from './site/sitemap-unreachable.ts'
import { sitemapUrlError } from './site/sitemap-url-error.ts'
import { sitemapUrlForeign } from './site/sitemap-url-foreign.ts'
import { sitemapUrlNotIndexable } from './site/sitemap-url-not-indexable.ts'
import { sitemapUrlRedirect } from './site/sitemap-url-redirect.ts'
import { soft404 } from './site/soft-404.ts'
import { structuredDataBreadcrumbInvalid } from './site/structured-data-breadcrumb-invalid.ts'
import { textNotCompressed } from './site/text-not-compressed.ts'
import { titleDuplicate } from './site/title-duplicate.ts'
import { urlCrawlTrap } from './site/url-crawl-trap.ts'

/** All checks that look at the whole site. Listed apart from the page checks, which the thread that runs these does not need. */
export const siteChecks: readonly SiteCheck[] = [
  internalLinkBroken,
  internalLinkServerError,
  internalLinkNoResponse,
  internalLinkClientError,
  externalLinkBroken,
  externalLinkUnverifiable,
  resourceBroken,
  fragmentLinkBroken,
  titleDuplicate,
  metaDescriptionDuplicate,
  faviconMissing,
  h1Duplicate,
  imageBroken,
  imageLarge,
  redirectInternalLink,
  redirectTemporary,
  redirectChain,
  redirectLoop,
  redirectToError,
  redirectHttpsToHttp,
  certificateProblem,
  duplicateContentExact,
  duplicateContentNear,
  duplicateUrlVariants,
  duplicateHostVariants,
  homepageNoindex,
  siteNoindex,
  pageNoindexLinked,
  soft404,
  notFoundStatusMissing,
  canonicalMissing,
  canonicalToError,
  canonicalToRedirect,
  canonicalToNonIndexable,
  canonicalChain,
  canonicalToHomepage,
  canonicalCrossDomain,
  canonicalPaginatedToFirst,
  robotsTxtUnreachable,
  robotsTxtInvalid,
  robotsTxtBlocksSite,
  robotsBlocksLinkedPage,
  robotsBlocksResources,
  robotsHidesNoindex,
  sitemapMissing,
  sitemapUnreachable,
  sitemapInvalid,
  sitemapUrlError,
  sitemapUrlRedirect,
  sitemapUrlNotIndexable,
  sitemapUrlForeign,
  sitemapPageMissing,
  sitemapLastmodUnreliable,
  hreflangReturnMissing,
  hreflangTargetBad,
  hreflangClusterIncomplete,
  pageOrphan,
  pageSingleInlink,
  pageDeep,
  linkInternalNofollow,
  contentTypeMismatch,
  structuredDataBreadcrumbInvalid,
  httpsNotEnforced,
  hstsMissing,
  securityHeadersMissing,
  cookieFlags,
  responseSlow,
  responseUnstable,
  urlCrawlTrap,
  lighthousePerformanceLow,
  coreWebVitalsPoor,
  lighthouseOpportunity,
  pageTooHeavy,
  textNotCompressed,
  axeViolation,
  ogImageInvalid,
  aiSearchCrawlerBlocked,
  aiPolicyInconsistent,
  llmsTxtInvalid,
]
