import type { HostFileTarget, SiteFacts } from '#shared/site-facts.ts'
import { each } from '../each.ts'
import { isClosedWithSite } from '../host-file-messages.ts'

/** Maximum number of lines, and of URLs kept for each. */
const MAX_LINES = 100
const MAX_URLS_PER_LINE = 1_000

export interface ClosedByLine {
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
export async function closedByLine(
  site: SiteFacts,
  isMeant: (target: HostFileTarget) => Promise<boolean>,
): Promise<ClosedByLine[]> {
  const groups = new Map<string, ClosedByLine>()
  for await (const target of each(site.hostFileTargets('closed'))) {
    if (isClosedWithSite(site, target) || !(await isMeant(target))) continue
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
