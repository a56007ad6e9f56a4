import { scoreTrend } from '#report/crawl-health.ts'
import { issueFingerprint } from '#report/issue-history.ts'
import { issueAdvice } from '#report/issue-list.ts'
import { type Alert, type AlertKind, MAX_ALERT_URLS } from '#shared/alerts.ts'
import { isoTime } from '#shared/iso-time.ts'
import type { SiteFactsCrawl } from '#shared/site-facts.ts'
import type { CrawlRow, IssueRow, KnownAlerts, Store, UncheckedCrawl } from '#store/store.ts'
import { failedReasons } from './run-schedules.ts'

/** What an ended crawl has to report: only what got worse since the crawl it was compared with, and what was not reported before. */
export interface FoundAlerts {
  alerts: Alert[]
  known: KnownAlerts
}

type AlertDeps = Pick<Store, 'reading' | 'crawls'>

/** New findings that are looked at; the numbers are of all. */
const MAX_ISSUES = 200
/** Fixed findings that are looked for among those that were reported. */
const MAX_FIXED = 20_000
const MAX_PAGES = 1_000
/** Findings that are remembered as reported; the oldest go first. */
const MAX_KNOWN = 1_000
/** Part of its URLs by which a sitemap changes without a word. */
const SITEMAP_CHANGE = 0.1

/** Kinds of findings that have an alert of their own, whatever their severity. */
const kindOfCheck: Readonly<Record<string, AlertKind>> = {
  'homepage-noindex': 'noindex',
  'site-noindex': 'noindex',
  'certificate-problem': 'certificate',
  'response-slow': 'slow',
  'robots-txt-blocks-site': 'robots-changed',
  'robots-txt-unreachable': 'robots-changed',
  'sitemap-unreachable': 'sitemap-changed',
  'sitemap-invalid': 'sitemap-changed',
  'sitemap-missing': 'sitemap-changed',
}

/** An alert before it is known whose it is. */
interface Finding {
  kind: AlertKind
  message: string
  urls: readonly string[]
  count: number
}

export async function findCrawlAlerts(deps: AlertDeps, unchecked: UncheckedCrawl): Promise<FoundAlerts> {
  const { crawlId, websiteId, url, settings } = unchecked
  const crawl = await deps.reading.crawl(crawlId)
  if (!crawl || crawl.endReason === 'stopped') return { alerts: [], known: unchecked.known }
  const known = new Map(Object.entries(unchecked.known))
  const findings = [...failure(crawl, known), ...(await comparison(deps, { crawl, known, settings }))]
  const alerts = findings
    .filter(({ kind }) => settings.kinds.includes(kind))
    .map(({ kind, message, urls, count }) => ({
      kind,
      websiteId,
      website: url,
      crawlId,
      message,
      urls: urls.slice(0, MAX_ALERT_URLS),
      count,
      at: isoTime(crawl.endedMs ?? crawl.createdMs),
    }))
  return { alerts, known: Object.fromEntries([...known].slice(-MAX_KNOWN)) }
}

const FAILED = 'crawl-failed'

/** Reported once, until a crawl fails for another reason or none. */
function failure({ endReason, endSentence, seedUrl }: CrawlRow, known: Map<string, string>): Finding[] {
  if (endReason === null || !failedReasons.includes(endReason)) {
    known.delete(FAILED)
    return []
  }
  if (known.get(FAILED) === endReason) return []
  known.set(FAILED, endReason)
  return [{ kind: 'crawl-failed', message: `The crawl failed: ${endSentence}`, urls: [seedUrl], count: 1 }]
}

interface Comparison {
  crawl: CrawlRow
  known: Map<string, string>
  settings: UncheckedCrawl['settings']
}

async function comparison(deps: AlertDeps, compared: Comparison): Promise<Finding[]> {
  const { reading } = deps
  const { crawl } = compared
  const earlier = crawl.earlierCrawlId === null ? null : await reading.crawl(crawl.earlierCrawlId)
  if (!earlier) return []
  return [
    ...(await newFindings(deps, { ...compared, earlier })),
    ...(await scoreDrop(deps, { ...compared, earlier })),
    ...(await pagesGone(deps, crawl)),
    ...(await pagesNoindex(deps, { crawl, earlier })),
    ...(await hostFiles(deps, { crawl, earlier })),
  ]
}

type WithEarlier = Comparison & { earlier: CrawlRow }

/** What was fixed may be reported again. */
async function forgetFixed({ reading }: AlertDeps, { crawl, earlier, known }: WithEarlier): Promise<void> {
  const isAnyKnown = () => known.keys().some(key => key.startsWith(FINDING))
  for (let offset = 0; offset < MAX_FIXED && isAnyKnown(); offset += MAX_ISSUES) {
    const fixed = await reading.absentIssues(crawl.id, { absence: 'fixed', offset, limit: MAX_ISSUES })
    for (const issue of fixed) known.delete(keyOf(issue, earlier))
    if (fixed.length < MAX_ISSUES) return
  }
}

/** One alert for each kind: those of errors name the checks. */
async function newFindings(deps: AlertDeps, compared: WithEarlier): Promise<Finding[]> {
  const { reading } = deps
  const { crawl, known } = compared
  await forgetFixed(deps, compared)
  const byKind = new Map<AlertKind, { issues: IssueRow[]; count: number }>()
  for (const { checkId, severity, changes } of await reading.findingChanges(crawl.id)) {
    const kind = kindOfCheck[checkId] ?? (severity === 'error' ? 'new-error' : null)
    if (kind === null || changes.new === 0) continue
    const found = await reading.issues(crawl.id, { checkId, severity, change: 'new', limit: MAX_ISSUES })
    const fresh = found.filter(issue => !known.has(keyOf(issue, crawl)))
    for (const issue of fresh) known.set(keyOf(issue, crawl), '')
    if (fresh.length === 0) continue
    const sum = byKind.get(kind) ?? { issues: [], count: 0 }
    sum.issues.push(...fresh)
    sum.count += fresh.length + Math.max(0, changes.new - found.length)
    byKind.set(kind, sum)
  }
  return [...byKind].map(([kind, { issues, count }]) => {
    const titles = [...new Set(issues.map(issue => issueAdvice(issue, crawl).title || issue.message))]
    const named = titles.slice(0, 3).join(', ') + (titles.length > 3 ? ` and ${titles.length - 3} more` : '')
    const what = kind === 'new-error' ? (count === 1 ? '1 new error' : `${count} new errors`) : 'New'
    return { kind, message: `${what}: ${named}`, urls: [...new Set(issues.map(({ pageUrl }) => pageUrl))], count }
  })
}

const FINDING = 'finding '

function keyOf(issue: IssueRow, { seedUrl }: CrawlRow): string {
  return FINDING + issueFingerprint(issue, seedUrl)
}

async function scoreDrop({ reading }: AlertDeps, { crawl, earlier, settings }: WithEarlier): Promise<Finding[]> {
  const scores = await scoreTrend(reading, crawl)
  const now = scores.at(-1)
  const before = scores.find(({ crawlId }) => crawlId === earlier.id)
  if (!now || !before || before.score - now.score < settings.scoreDrop) return []
  const message = `The health score dropped from ${before.score} to ${now.score}`
  return [{ kind: 'score-drop', message, urls: [], count: before.score - now.score }]
}

async function pagesGone({ reading }: AlertDeps, { id }: CrawlRow): Promise<Finding[]> {
  const count = (await reading.pageChanges(id)).removed
  if (count === 0) return []
  const urls = await reading.changedPages(id, { change: 'removed', offset: 0, limit: MAX_ALERT_URLS })
  return [{ kind: 'page-gone', message: count === 1 ? '1 page is gone' : `${count} pages are gone`, urls, count }]
}

/** Pages that both crawls read, the earlier one without noindex. */
async function pagesNoindex(
  { reading }: AlertDeps,
  { crawl, earlier }: Pick<WithEarlier, 'crawl' | 'earlier'>,
): Promise<Finding[]> {
  const noindexOf = async (crawlId: number) =>
    (await reading.pages(crawlId, { indexability: 'noindex', limit: MAX_PAGES })).map(({ url }) => url)
  const [now, before] = await Promise.all([noindexOf(crawl.id), noindexOf(earlier.id)])
  const added = now.filter(url => !before.includes(url))
  // Of a longer list, a page that is missing may be in the rest of it.
  if (added.length === 0 || before.length === MAX_PAGES) return []
  const states = await reading.urlStates(earlier.id, added)
  const urls = added.filter(url => states.get(url)?.hasContent === true)
  if (urls.length === 0) return []
  const message = urls.length === 1 ? '1 page became noindex' : `${urls.length} pages became noindex`
  return [{ kind: 'noindex', message, urls, count: urls.length }]
}

async function hostFiles(
  { crawls }: AlertDeps,
  { crawl, earlier }: Pick<WithEarlier, 'crawl' | 'earlier'>,
): Promise<Finding[]> {
  const [now, before] = await Promise.all([crawls.siteFacts(crawl.id), crawls.siteFacts(earlier.id)])
  return [...robotsChanges(now.crawl, before.crawl), ...sitemapChanges(now.crawl, before.crawl)]
}

function robotsChanges(
  { robotsFiles: now = [] }: SiteFactsCrawl,
  { robotsFiles: before = [] }: SiteFactsCrawl,
): Finding[] {
  const earlier = new Map(before.map(file => [file.url, file]))
  const changed = now.filter(file => {
    const other = earlier.get(file.url)
    return other !== undefined && robotsContent(file) !== robotsContent(other)
  })
  if (changed.length === 0) return []
  return [
    {
      kind: 'robots-changed',
      message: 'robots.txt changed',
      urls: changed.map(({ url }) => url),
      count: changed.length,
    },
  ]
}

function robotsContent(file: NonNullable<SiteFactsCrawl['robotsFiles']>[number]): string {
  const { status, isUnreadable, bytes, siteRule, sitemaps, aiCrawlers, contentSignals } = file
  return JSON.stringify([status, isUnreadable, bytes, siteRule, sitemaps, aiCrawlers, contentSignals])
}

/** A file that came, went, fails, or lists a tenth more or less; a single page more is no change. */
function sitemapChanges({ sitemaps: now }: SiteFactsCrawl, { sitemaps: before }: SiteFactsCrawl): Finding[] {
  if (!now || !before) return []
  const namesOf = ({ files }: typeof now) =>
    new Map(files.filter(file => file.status === 200).map(file => [file.url, file]))
  const [later, earlier] = [namesOf(now), namesOf(before)]
  const changed = [...new Set([...later.keys(), ...earlier.keys()])].filter(url => {
    const [entries, entriesBefore] = [later.get(url)?.entries, earlier.get(url)?.entries]
    if (entries === undefined || entriesBefore === undefined) return true
    return Math.abs(entries - entriesBefore) > entriesBefore * SITEMAP_CHANGE
  })
  if (changed.length === 0) return []
  const message = changed.length === 1 ? 'A sitemap changed' : `${changed.length} sitemaps changed`
  return [{ kind: 'sitemap-changed', message, urls: changed, count: changed.length }]
}
