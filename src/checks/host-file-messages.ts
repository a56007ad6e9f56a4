import type { FileLine, RobotsFileFacts, SitemapFacts } from '#shared/host-facts.ts'
import type { Evidence } from '#shared/model.ts'
import type { HostFileTarget, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck } from './check.ts'
import { codeEvidence, urlEvidence } from './evidence.ts'
import { failureLabels } from './response-labels.ts'

/** Why checks of robots.txt or sitemaps say nothing about a crawl. */
export const ROBOTS_NOT_ASKED = 'robots.txt was not fetched: the crawl was stopped before.'
export const SITEMAPS_NOT_ASKED =
  'Sitemaps were not fetched: the start page could not be read, or the crawl was stopped before.'

/** The file whose rules hold for the start page; undefined where it is not known or could not be read. */
export function rulesOfHome(site: SiteFacts): RobotsFileFacts | undefined {
  const [first] = site.crawl.robotsFiles ?? []
  return first?.isUnreadable ? undefined : first
}

/** What a check finds in those rules, or why it can say nothing about them. */
export function judgeRulesOfHome(
  site: SiteFacts,
  judge: (file: RobotsFileFacts) => ReturnType<SiteCheck['check']>,
): ReturnType<SiteCheck['check']> {
  if ((site.crawl.robotsFiles ?? []).length === 0) return { skipped: ROBOTS_NOT_ASKED }
  const file = rulesOfHome(site)
  return file ? judge(file) : { skipped: 'robots.txt could not be read.' }
}

/** The line that closes the whole site closes this address, too: one cause, and reported as such. */
export function isClosedWithSite(site: SiteFacts, { url, googlebotLine }: HostFileTarget): boolean {
  const { origin } = new URL(url)
  const [home] = site.crawl.robotsFiles ?? []
  return googlebotLine > 0 && home?.url === `${origin}/robots.txt` && home.siteRule?.line === googlebotLine
}

/** The line that closes an address, as evidence; none where it was not kept. */
export function closingLineEvidence(site: SiteFacts, { url, line }: { url: string; line: number }): Evidence[] {
  const { origin } = new URL(url)
  const file = site.crawl.robotsFiles?.find(each => each.url === `${origin}/robots.txt`)
  const found = file?.closingLines.find(each => each.line === line)
  return file && found ? [codeEvidence(file.url, found.text, found.line)] : []
}

export function lineCells({ line, text }: FileLine): (string | number)[] {
  return [line, text]
}

/** Where a sitemap is named: the line of robots.txt, or the index that lists it. */
export function namedByEvidence(site: SiteFacts, { url, from, listedBy }: SitemapFacts): Evidence[] {
  if (from === 'guess') return []
  if (from === 'index') return [urlEvidence('Listed in', listedBy)]
  for (const file of site.crawl.robotsFiles ?? []) {
    const found = file.sitemaps.find(each => each.text === url)
    if (found) return [codeEvidence(`Listed in ${file.url}`, `Sitemap: ${found.text}`, found.line)]
  }
  return []
}

/** `answers 503`, or what went wrong instead; status names are left out, for some of them send a message to another screen. */
export function answerInWords({ status, failure }: Pick<SitemapFacts, 'status' | 'failure'>): string {
  if (status !== null) return `returns ${status}`
  return failure === null ? 'does not respond' : `does not respond (${failureLabels(failure)})`
}
