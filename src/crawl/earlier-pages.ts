import { earlierCrawl } from '#compare/compare-crawls.ts'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import type { CrawlCheckpoint, CrawlRow, CrawlState, ReadingStore } from '#store/store.ts'
import type { VisitJob } from './visit/worker-messages.ts'

/**
 * Which pages are requested on the condition that they changed since the website's crawl before. Servers may say so of pages that did
 * change: some are requested in full and compared, the first ones of each host and then a share of the others.
 */

/** Of each host, before the first condition. */
const COMPARED_FIRST = 3
/** One in so many of the later ones: 3 %. */
const COMPARED_SHARE = 32

export interface EarlierPages {
  /** The job as it is sent. */
  prepare(job: VisitJob): Promise<VisitJob>
}

interface EarlierPagesOptions {
  reading: Pick<ReadingStore, 'crawls' | 'storedPage'>
  crawlId: number
  state: Pick<CrawlState, 'websiteId' | 'options'>
  checkpoint: Pick<CrawlCheckpoint, 'hostsHidingChanges'>
}

/** null where the crawl requests everything in full, or there is no crawl before that read the same site in the same way. */
export async function openEarlierPages({
  reading,
  crawlId,
  state,
  checkpoint,
}: EarlierPagesOptions): Promise<EarlierPages | null> {
  const { options, websiteId } = state
  if (!options.reusesUnchanged || options.rendersJavaScript || options.hasCredentials) return null
  const earlier = earlierCrawl({ id: crawlId }, await reading.crawls(websiteId))
  if (earlier === null || !readsAlike(earlier, options)) return null
  /** Pages of each host that the crawl before had. */
  const requested = new Map<string, number>()
  return {
    async prepare(job) {
      const { host } = new URL(job.url)
      if (!isFirstVisit(job) || checkpoint.hostsHidingChanges?.includes(host)) return job
      const page = await reading.storedPage(earlier.id, job.url)
      if (page === null) return job
      const count = requested.get(host) ?? 0
      requested.set(host, count + 1)
      return { ...job, earlier: { page, isCompared: count < COMPARED_FIRST || count % COMPARED_SHARE === 0 } }
    },
  }
}

function isFirstVisit({ mode, scope, attempts }: VisitJob): boolean {
  return mode === 'visit' && scope === 'internal' && attempts.length === 0
}

/** Sentences about what was not downloaded again, for a crawl whose visits have ended. */
export function unchangedNotes({
  unchangedPages = 0,
  hostsHidingChanges = [],
}: Pick<CrawlCheckpoint, 'unchangedPages' | 'hostsHidingChanges'>): string[] {
  const pages = unchangedPages === 1 ? '1 page has' : `${unchangedPages} pages have`
  return [
    ...(unchangedPages === 0
      ? []
      : [`${pages} not changed since the crawl before, by what the server says, and were not downloaded again.`]),
    ...hostsHidingChanges.map(
      host => `${host} says that pages have not changed which have: from then on its pages were downloaded in full.`,
    ),
  ]
}

/** Whether both crawls got the same responses, as far as it is up to them. */
function readsAlike({ options }: Pick<CrawlRow, 'options'>, later: CrawlOptions): boolean {
  return (
    !options.rendersJavaScript &&
    !options.hasCredentials &&
    options.userAgent === later.userAgent &&
    options.proxy === later.proxy &&
    options.hostMap.join() === later.hostMap.join()
  )
}
