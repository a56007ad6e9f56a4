import type { HostVariant, SiteFactsCrawl } from '#shared/site-facts.ts'

/**
 * The spellings of the start host (http or https, with or without `www.`) that show a home page of their own instead of
 * redirecting to one; empty when there are fewer than two, or when all name the same canonical.
 */
export function hostCopies(crawl: SiteFactsCrawl): HostVariant[] {
  const serving = crawl.hostVariants.filter(isServing)
  const canonicals = new Set(serving.map(variant => variant.canonicalUrl ?? variant.url))
  return canonicals.size < 2 ? [] : serving
}

function isServing({ status, location, isHtml }: HostVariant): boolean {
  return status === 200 && location === null && isHtml
}
