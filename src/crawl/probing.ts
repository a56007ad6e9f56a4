import type { NarrowedCrawl } from '#shared/crawl-options.ts'
import { linkKinds } from '#shared/model.ts'
import { kindsToMask } from '#shared/page-record.ts'
import type { UrlRow } from '#store/store.ts'
import type { CrawlContext } from './crawl-context.ts'
import { hostRules } from './schedule/politeness.ts'
import { fetchHostFiles } from './site-files/host-files.ts'
import { fetchCertificates, fetchFavicon, fetchHostVariants } from './site-files/host-requests.ts'
import { fetchLaterResponses } from './site-files/later-responses.ts'
import { fetchLlmsFile } from './site-files/llms-file.ts'
import { fetchSecurityFile } from './site-files/security-file.ts'
import { fetchShareImages } from './site-files/share-images.ts'
import { noteStyleFiles, styleSheetsToRead } from './site-files/style-sheets.ts'
import { originsToRequest } from './site-origins.ts'
import { jobOf, refusalOf } from './visiting.ts'

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
  const interrupted = frontier.inState('to-probe')
  await runProbes(context, [...interrupted, ...(await planProbes(context, isNamedByStyleSheetsAlone))])
  // What style sheets name is requested when all of them are read, so that a resumed crawl finds the same.
  if (!halt.aborted) await runProbes(context, await planProbes(context))
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
async function planProbes(context: CrawlContext, waits?: (row: UrlRow) => boolean): Promise<UrlRow[]> {
  const { frontier, batches, state, settings, halt } = context
  for (const origin of originsToRequest(context)) {
    if (state.options.obeysRobots) await context.robots.load(origin, halt)
  }
  const planned = frontier.planProbes({
    resource: state.options.probesResources ? state.crawlLimit * settings.resourceProbeFactor : 0,
    external: state.options.probesExternal ? state.crawlLimit * settings.externalProbeFactor : 0,
    perExternalHost: settings.externalProbesPerHost,
    ...(waits && { waits }),
    // Without external probes nothing but the site itself is requested, not even an image.
    refuse: row => {
      if (isBeyondNarrowed(state.options.narrowed, row)) return 'not-listed'
      if (row.scope === 'external' && !state.options.probesExternal) return 'probe-budget'
      // Beyond the limit, what pages link to is probed: people are sent there.
      return isNamedBySitemapsAlone(row) ? 'limit' : refusalOf(context, row)
    },
  })
  await batches.flush()
  return planned
}

async function runProbes(context: CrawlContext, probes: readonly UrlRow[]): Promise<void> {
  if (probes.length === 0) return
  const { frontier, batches, dispatcher, checkpoint, state, halt } = context
  const requested = state.options.narrowed ? [] : [...frontier.inState('probed'), ...frontier.inState('to-probe')]
  const styleSheets = styleSheetsToRead(requested)
  let position = 0
  await dispatcher.run({
    signal: halt,
    rulesFor: url => hostRules(context, { url, isOwn: frontier.find(url)?.scope === 'internal' }),
    next: () => {
      const row = probes[position++]
      if (!row) return null
      const job = jobOf(context, { row, mode: 'probe' })
      return styleSheets.has(row.id) ? { ...job, readsStyles: true, isHeadEnough: false } : job
    },
    done: record => {
      if (record.failure === 'aborted') return
      if (styleSheets.has(record.urlId)) noteStyleFiles(checkpoint, record)
      batches.add(record, 'probe')
    },
  })
  if (!halt.aborted) await batches.flush()
}

function isNamedBySitemapsAlone(row: UrlRow): boolean {
  return row.isInSitemap && row.kinds === 0
}

/** No page names it: only pages have a number. */
function isNamedByStyleSheetsAlone({ firstNumber, kinds }: UrlRow): boolean {
  return firstNumber === 0 && kinds !== 0
}

/** A narrowed crawl requests the URLs of its list, and the few that show what a listed page stands for. */
function isBeyondNarrowed(narrowed: NarrowedCrawl | undefined, row: UrlRow): boolean {
  if (narrowed === undefined || narrowed.probes.includes(row.url)) return false
  return (row.kinds & (narrowed.checksHost ? STANDING_BITS | ICON_BIT : STANDING_BITS)) === 0
}

const STANDING_BITS = kindsToMask(['redirect', 'canonical'], linkKinds)
const ICON_BIT = kindsToMask(['icon'], linkKinds)

/** A stopped crawl requests nothing more; each URL keeps that reason. */
function leaveAll(context: CrawlContext): void {
  const { frontier } = context
  for (const row of [...frontier.inState('to-probe'), ...frontier.inState('found')]) frontier.skip(row, 'stopped')
}
