import type { FileLine, RobotsFileFacts, SitemapFacts } from '#shared/host-facts.ts'
import type { Evidence } from '#shared/model.ts'
import type { HostFileTarget, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck } from './check.ts'
import { codeEvidence, urlEvidence } from './evidence.ts'
import { failureLabels } from './response-labels.ts'

/** Why checks of robots.txt or sitemaps are skipped. */
export const ROBOTS_NOT_FETCHED = 'robots.txt was not fetched: the crawl was stopped before.'
export const SITEMAPS_NOT_FETCHED =
  'Sitemaps were not fetched: the start page could not be read, or the crawl was stopped before.'

/** The robots.txt of the start page; undefined if it was not fetched or could not be read. */
export function homeRules(site: SiteFacts): RobotsFileFacts | undefined {
  const [first] = site.crawl.robotsFiles ?? []
  return first?.isUnreadable ? undefined : first
}

/** Runs a check on those rules, or skips it without them. */
export function checkHomeRules(
  site: SiteFacts,
  findProblem: (file: RobotsFileFacts) => ReturnType<SiteCheck['check']>,
): ReturnType<SiteCheck['check']> {
  if ((site.crawl.robotsFiles ?? []).length === 0) return { skipped: ROBOTS_NOT_FETCHED }
  const file = homeRules(site)
  return file ? findProblem(file) : { skipped: 'robots.txt could not be read.' }
}

/** The rule that blocks the whole site blocks this URL as well: one cause. */
export function isBlockedWithSite(site: SiteFacts, { url, googlebotLine }: HostFileTarget): boolean {
  const { origin } = new URL(url)
  const [home] = site.crawl.robotsFiles ?? []
  return googlebotLine > 0 && home?.url === `${origin}/robots.txt` && home.siteRule?.line === googlebotLine
}

/** The line that blocks a URL, as evidence; none if it was not kept. */
export function blockingLineEvidence(site: SiteFacts, { url, line }: { url: string; line: number }): Evidence[] {
  const { origin } = new URL(url)
  const file = site.crawl.robotsFiles?.find(each => each.url === `${origin}/robots.txt`)
  const found = file?.closingLines.find(each => each.line === line)
  return file && found ? [codeEvidence(file.url, found.text, found.line)] : []
}

export function lineCells({ line, text }: FileLine): (string | number)[] {
  return [line, text]
}

/** Where a sitemap is listed: the line of robots.txt, or the sitemap index. */
export function namedByEvidence(site: SiteFacts, { url, from, listedBy }: SitemapFacts): Evidence[] {
  if (from === 'guess') return []
  if (from === 'index') return [urlEvidence('Listed in', listedBy)]
  for (const file of site.crawl.robotsFiles ?? []) {
    const found = file.sitemaps.find(each => each.text === url)
    if (found) return [codeEvidence(`Listed in ${file.url}`, `Sitemap: ${found.text}`, found.line)]
  }
  return []
}

/** `returns 503`, or the failure. Without status names: some of them would route a message to another screen. */
export function responseText({ status, failure }: Pick<SitemapFacts, 'status' | 'failure'>): string {
  if (status !== null) return `returns ${status}`
  return failure === null ? 'does not respond' : `does not respond (${failureLabels(failure)})`
}
