import type { HostFileTarget, SiteFacts } from '#shared/site-facts.ts'
import { each } from '../each.ts'
import { isClosedWithSite } from '../host-file-messages.ts'

/** Beyond it findings are shown rather than dropped. */
const MAX_URLS = 50_000

/**
 * A page that this crawl read, because its own rules let it, and that carries a noindex: where robots.txt closes it to Googlebot, that is
 * one cause, which robots-hides-noindex reports alone.
 */
export async function carriesNoindex(site: SiteFacts, { url, number }: HostFileTarget): Promise<boolean> {
  return number !== null && ((await site.page(url))?.isNoindex ?? false)
}

/** All pages of which robots-hides-noindex speaks. */
export async function hiddenNoindexUrls(site: SiteFacts): Promise<Set<string>> {
  const urls = new Set<string>()
  for await (const target of each(site.hostFileTargets('closed'))) {
    if (urls.size >= MAX_URLS) break
    if (!isClosedWithSite(site, target) && (await carriesNoindex(site, target))) urls.add(target.url)
  }
  return urls
}
