import { setImmediate } from 'node:timers/promises'
import type { PageChange } from '#shared/changes.ts'
import type { AbsentIssue, Claim, CrawledUrl, CrawlRow, IssueRow, Store } from '#store/store.ts'
import { type AbsencesOf, absencesIn, isGone } from './absence.ts'
import { earlierCrawl } from './earlier-crawl.ts'
import { findingIdentity } from './finding-identity.ts'
import { KnownFindings } from './known-findings.ts'

/** A crawl that has found everything and is to be ended. */
export interface EndingCrawl {
  store: Pick<Store, 'crawls' | 'reading' | 'settings'>
  claim: Claim
  websiteId: number
  /** It reached every page that something leads to. */
  isWhole: boolean
}

/** Rows held at once. */
const ISSUES_AT_ONCE = 500
const PAGES_AT_ONCE = 500

/**
 * Compares a crawl with the earlier one and stores the result: which of its findings are new, what became of the others of the earlier
 * crawl, and which pages were added and removed. One check after the other, so that the memory is that of the check with the most
 * findings. May be interrupted and called again. Returns the earlier crawl's id; null without one, and when it is abandoned.
 */
export async function compareWithEarlier(ending: EndingCrawl, abandon: AbortSignal): Promise<number | null> {
  const { store, claim, websiteId } = ending
  const [crawl, crawls] = await Promise.all([store.reading.crawl(claim.crawlId), store.reading.crawls(websiteId)])
  const earlier = crawl && earlierCrawl(crawl, crawls)
  if (!crawl || !earlier) return null
  await store.crawls.resetChanges(claim)
  const compared = { ...ending, crawl, earlier, abandon }
  await compareFindings(compared)
  await comparePages(compared)
  return abandon.aborted ? null : earlier.id
}

interface Compared extends EndingCrawl {
  crawl: CrawlRow
  earlier: CrawlRow
  abandon: AbortSignal
}

async function compareFindings(compared: Compared): Promise<void> {
  const { store, websiteId, crawl, earlier, abandon } = compared
  const { checks } = await store.settings.read(websiteId)
  const switchedOff = new Set(checks.filter(({ isOff }) => isOff).map(({ checkId }) => checkId))
  const { thresholds } = earlier.options
  const absencesOf = await absencesIn({ reading: store.reading, crawl, thresholds, switchedOff })
  const [now, before] = await Promise.all([
    store.reading.checksWithFindings(crawl.id),
    store.reading.checksWithFindings(earlier.id),
  ])
  for (const checkId of new Set([...before, ...now])) {
    if (abandon.aborted) return
    await compareCheck(compared, { checkId, isOff: switchedOff.has(checkId), absencesOf })
  }
}

interface ComparedCheck {
  checkId: string
  isOff: boolean
  absencesOf: AbsencesOf
}

/** Findings of a check with more parts than are kept in memory count as unchanged. */
async function compareCheck(
  { store, claim, crawl, earlier, abandon }: Compared,
  { checkId, isOff, absencesOf }: ComparedCheck,
): Promise<void> {
  const known = new KnownFindings()
  for await (const findings of findingsOf(store, { crawl: earlier, checkId }))
    for (const { issue, isClosed } of findings)
      if (!isClosed) known.add(identityOf(issue, earlier), issue.ownSeverity ?? issue.severity)
  if (known.isFull) return
  for await (const findings of findingsOf(store, { crawl, checkId })) {
    const found = findings.filter(
      ({ issue }) => known.find(identityOf(issue, crawl), issue.ownSeverity ?? issue.severity) === 'new',
    )
    await store.crawls.markNew(
      claim,
      found.map(({ issue }) => issue.id),
    )
    if (abandon.aborted) return
  }
  if (!isOff && !known.hasUnfound) return
  for await (const findings of findingsOf(store, { crawl: earlier, checkId })) {
    const absent = findings.filter(
      ({ issue, isCounted }) => isCounted && (isOff || known.isAbsent(identityOf(issue, earlier))),
    )
    await store.crawls.addAbsent(claim, await absentIssues(absent, absencesOf))
    if (abandon.aborted) return
  }
}

async function absentIssues(found: readonly Found[], absencesOf: AbsencesOf): Promise<AbsentIssue[]> {
  const absences = await absencesOf(found.map(({ issue }) => issue))
  return found.map(({ issue: { id, checkId, severity } }, index) => ({
    issueId: id,
    checkId,
    severity,
    absence: absences[index] ?? 'not-checked',
  }))
}

interface Found {
  issue: IssueRow
  /** It was checked again after its crawl, and was fixed: it is new where it is found once more. */
  isClosed: boolean
  /** It is in the report, or would be if its check were not switched off. */
  isCounted: boolean
}

/** Findings of one check in a crawl: those of the report, then the suppressed ones. */
async function* findingsOf(
  { reading }: Pick<Store, 'reading'>,
  { crawl, checkId }: { crawl: CrawlRow; checkId: string },
): AsyncGenerator<Found[], void, undefined> {
  let last: number | undefined
  do {
    const issues = await reading.issues(crawl.id, {
      checkId,
      limit: ISSUES_AT_ONCE,
      ...(last !== undefined && { afterId: last }),
    })
    yield issues.map(issue => ({ issue, isClosed: false, isCounted: true }))
    last = issues.at(-1)?.id
    await setImmediate()
  } while (last !== undefined)
  let afterId: number | undefined = 0
  while (afterId !== undefined) {
    const issues = await reading.suppressedOfCheck(crawl.id, { checkId, afterId, limit: ISSUES_AT_ONCE })
    yield issues.map(issue => ({
      issue,
      isClosed: issue.cause.kind === 'fixed',
      isCounted: issue.cause.kind === 'switched-off',
    }))
    afterId = issues.at(-1)?.id
    await setImmediate()
  }
}

function identityOf({ checkId, pageUrl, details }: IssueRow, { seedUrl }: CrawlRow) {
  return findingIdentity({ seedUrl, finding: { check: checkId, pageUrl, details } })
}

async function comparePages({ store, claim, crawl, earlier, isWhole, abandon }: Compared): Promise<void> {
  const counts = new Map<PageChange, number>()
  const add = async (change: PageChange, urls: string[]) => {
    const after = counts.get(change) ?? 0
    await store.crawls.addChangedPages(claim, { change, urls, after })
    counts.set(change, after + urls.length)
  }
  for await (const { urls, states } of pagesAgainst(store, { of: crawl, against: earlier })) {
    if (abandon.aborted) return
    await add(
      'added',
      urls.filter(url => !isHtmlPage(states.get(url))),
    )
  }
  for await (const { urls, states } of pagesAgainst(store, { of: earlier, against: crawl })) {
    if (abandon.aborted) return
    const absent = Map.groupBy(
      urls.filter(url => !isHtmlPage(states.get(url))),
      url => (isRemoved(states.get(url), isWhole) ? 'removed' : 'not-crawled'),
    )
    for (const [change, changed] of absent) await add(change, changed)
  }
}

/** HTML pages of a crawl, part by part, with what another crawl knows of them. */
async function* pagesAgainst(
  { reading }: Pick<Store, 'reading'>,
  { of, against }: { of: CrawlRow; against: CrawlRow },
) {
  let after: { number: number; urlId: number } | undefined
  do {
    const pages = await reading.htmlPages(of.id, { after, limit: PAGES_AT_ONCE })
    const urls = pages.filter(({ isHtml }) => isHtml).map(({ url }) => url)
    yield { urls, states: await reading.urlStates(against.id, urls) }
    after = pages.at(-1)
    await setImmediate()
  } while (after !== undefined)
}

function isHtmlPage(state: CrawledUrl | undefined): boolean {
  return state?.hasContent === true && !state.hasRedirects
}

/** No page any more: an error or a redirect, another content, or no link in a crawl that followed every link. */
function isRemoved(state: CrawledUrl | undefined, isWhole: boolean): boolean {
  if (state === undefined) return isWhole
  if (!state.isRequested || state.status === null) return false
  return isGone(state) || (state.status >= FIRST_SUCCESS && state.status < FIRST_REDIRECT)
}

const FIRST_SUCCESS = 200
const FIRST_REDIRECT = 300
