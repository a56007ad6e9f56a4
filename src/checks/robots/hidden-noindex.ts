import type { HostFileTarget, SiteFacts } from '#shared/site-facts.ts'
import { each } from '../each.ts'
import { isClosedWithSite } from '../host-file-messages.ts'

/** Beyond it findings are shown rather than dropped. */
const MAX_URLS = 50_000

/**
 * A page that this crawl could read, and that has noindex. If robots.txt blocks it for Googlebot, only robots-hides-noindex
 * reports it.
 */
export async function carriesNoindex(site: SiteFacts, { url, number }: HostFileTarget): Promise<boolean> {
  return number !== null && ((await site.page(url))?.isNoindex ?? false)
}

/** All pages that robots-hides-noindex reports. */
export async function hiddenNoindexUrls(site: SiteFacts): Promise<Set<string>> {
  const urls = new Set<string>()
  for await (const target of each(site.hostFileTargets('closed'))) {
    if (urls.size >= MAX_URLS) break
    if (!isClosedWithSite(site, target) && (await carriesNoindex(site, target))) urls.add(target.url)
  }
  return urls
}
