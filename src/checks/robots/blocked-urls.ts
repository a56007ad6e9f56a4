import type { HostFileTarget, SiteFacts } from '#shared/site-facts.ts'
import { each } from '../each.ts'
import { isBlockedWithSite } from '../host-file-messages.ts'

/** Maximum number of lines, and of URLs kept for each. */
const MAX_LINES = 100
const MAX_URLS_PER_LINE = 1_000

export interface BlockedByLine {
  line: number
  /** At least one. */
  urls: [string, ...string[]]
  /** Those beyond the cap are only counted. */
  total: number
}

/**
 * URLs that robots.txt blocks for Googlebot and that `isMeant` selects, by the blocking line: one line, one cause. Another check
 * reports a line that blocks the whole site.
 */
export async function blockedByLine(
  site: SiteFacts,
  isMeant: (target: HostFileTarget) => Promise<boolean>,
): Promise<BlockedByLine[]> {
  const groups = new Map<string, BlockedByLine>()
  for await (const target of each(site.hostFileTargets('closed'))) {
    if (isBlockedWithSite(site, target) || !(await isMeant(target))) continue
    const { url, googlebotLine: line } = target
    const key = `${new URL(url).origin} ${line}`
    const group = groups.get(key)
    if (group) {
      group.total++
      if (group.urls.length < MAX_URLS_PER_LINE) group.urls.push(url)
    } else if (groups.size < MAX_LINES) groups.set(key, { line, urls: [url], total: 1 })
  }
  return [...groups.values()]
}

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
    if (!isBlockedWithSite(site, target) && (await carriesNoindex(site, target))) urls.add(target.url)
  }
  return urls
}
