import type { PageRecord } from '#shared/page-record.ts'
import type { UrlRow } from '#store/store.ts'
import { CrawlAheadPlan } from './ahead-plan.ts'
import type { CrawlContext } from './crawl-context.ts'
import { noteRetries, probeBudgets, probeJobOf, rulesFor } from './crawl-requests.ts'
import type { DispatchRound } from './schedule/dispatcher.ts'
import { fetchHostFiles } from './site-files/host-files.ts'
import { fetchCertificates, fetchFavicon, fetchHostVariants } from './site-files/host-requests.ts'
import { fetchLaterResponses } from './site-files/later-responses.ts'
import { fetchLlmsFile } from './site-files/llms-file.ts'
import { fetchSecurityFile } from './site-files/security-file.ts'
import { fetchShareImages } from './site-files/share-images.ts'
import { noteStyleFiles, requestedSheets, styleSheetsToRead } from './site-files/style-sheets.ts'
import { originsToRequest } from './site-origins.ts'

/**
 * Probes what was not visited for its status: files, URLs of the site beyond the limit, links to other sites. Makes the few
 * requests about the host that checks need. Bounded by budgets, each URL once.
 */
export async function probeRest(context: CrawlContext, abandon: AbortSignal): Promise<void> {
  const { frontier, batches, state, halt, checkpoint } = context
  if (abandon.aborted) return
  if (halt.aborted) {
    leaveAll(context)
    return
  }
  const interrupted = frontier.urls.inState('to-probe')
  await runProbes(context, [...interrupted, ...(await planProbes(context, isNamedByStyleSheetsAlone))])
  // What style sheets name is requested when all of them are read, so that a resumed crawl finds the same.
  if (!halt.aborted) await runProbes(context, await planProbes(context))
  await context.dispatcher.drain()
  // URLs that an abandoned crawl has not requested stay as they are, for the next claim.
  if (abandon.aborted) return
  if (!halt.aborted) await batches.flush()
  if (!halt.aborted && state.options.narrowed?.checksHost !== false) {
    checkpoint.hostVariants = await fetchHostVariants(context)
    checkpoint.favicon = await fetchFavicon(context)
    const laterResponses = await fetchLaterResponses(context)
    if (laterResponses) checkpoint.laterResponses = laterResponses
    checkpoint.certificates = await fetchCertificates(context)
    await fetchHostFiles(context)
    const llmsFile = await fetchLlmsFile(context)
    if (llmsFile) checkpoint.llmsFile = llmsFile
    const securityFile = await fetchSecurityFile(context)
    if (securityFile) checkpoint.securityFile = securityFile
    const shareImages = await fetchShareImages(context)
    if (shareImages) checkpoint.shareImages = shareImages
  }
  if (abandon.aborted) return
  if (halt.aborted) leaveAll(context)
  await batches.flush()
}

/** The URLs that wait, within the budgets. What is over them, or not to be requested, is skipped. */
async function planProbes(context: CrawlContext, waits?: (row: UrlRow) => boolean): Promise<number[]> {
  const { frontier, batches, state, halt } = context
  for (const origin of originsToRequest(context)) {
    if (state.options.obeysRobots) await context.robots.load(origin, halt)
  }
  const planned = frontier.planProbes(probeBudgets(context), waits)
  await batches.flush()
  return planned
}

async function runProbes(context: CrawlContext, probes: readonly number[]): Promise<void> {
  if (probes.length === 0) return
  const { frontier, batches, dispatcher, checkpoint, state, halt, accessWatch } = context
  const styleSheets = styleSheetsToRead(state.options.narrowed ? [] : requestedSheets(frontier))
  const keep = (record: PageRecord) => {
    if (styleSheets.has(record.urlId)) noteStyleFiles(checkpoint, record)
    batches.add(record, 'probe')
  }
  let position = 0
  const repeated: number[] = []
  const repeat = ({ urlId }: PageRecord) => repeated.push(urlId)
  const round: DispatchRound = {
    signal: halt,
    rulesFor: job => rulesFor(context, job),
    waits: failed => noteRetries(context, failed),
    ahead: new CrawlAheadPlan(context, { openVisits: null }),
    next: () => {
      const id = repeated.shift() ?? probes[position++]
      return id === undefined ? null : probeJobOf(context, frontier.urls.row(id), styleSheets)
    },
    done: record => {
      if (record.failure === 'aborted') return
      if (accessWatch) accessWatch.pass(record, { keep, repeat })
      else keep(record)
    },
  }
  do {
    await dispatcher.run(round)
    await accessWatch?.decide()
  } while (repeated.length > 0 && !halt.aborted)
  if (!halt.aborted) await batches.flush()
}

/** No page names it: only pages have a number. */
function isNamedByStyleSheetsAlone({ firstNumber, kinds }: UrlRow): boolean {
  return firstNumber === 0 && kinds !== 0
}

/** A stopped crawl requests nothing more; each URL keeps that reason. */
function leaveAll(context: CrawlContext): void {
  const { frontier } = context
  for (const id of [...frontier.urls.inState('to-probe'), ...frontier.urls.inState('found')])
    frontier.skip(id, 'stopped')
}
