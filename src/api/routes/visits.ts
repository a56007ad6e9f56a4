import { prepareVisits } from '#report/visits/prepare-visits.ts'
import { importResponse, visitsOverview } from '#report/visits/visits-overview.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import { MAX_VISITS_PER_RESPONSE } from '#shared/api/visits.ts'
import { AppError } from '#shared/errors.ts'
import { hostMatcher } from '#shared/site-hosts.ts'
import { hostWithoutWww } from '#shared/url.ts'
import { MAX_VISIT_IMPORTS, MAX_VISIT_URLS, type VisitImport, type VisitSummary } from '#shared/visits.ts'
import type { CrawlRow, WebsiteRow } from '#store/store.ts'
import { readVisits } from '#visits/read-visits.ts'
import { UnreadableFileError } from '#visits/text-lines.ts'
import type { QueryOf, Routes, WebsiteCall } from '../call.ts'
import { visitFilter } from '../list-filters.ts'
import { chosenCrawl, websiteNotFound } from '../own-crawl.ts'
import { requesterOf, requesterTurns } from '../owner-turns.ts'
import { refuseFileBeyondShare } from '../storage-shares.ts'
import type { StreamDeps } from '../stream-response.ts'
import type { RouteDeps } from './route-deps.ts'

/** Files that are read at once, and uploads that wait: in all, of one network, of one owner. Who sends slowly keeps a place for minutes. */
const AT_ONCE = 4
const AT_ONCE_PER_NETWORK = 2
const AT_ONCE_PER_OWNER = 1
const MAX_WAITING = 20
const MAX_WAITING_PER_NETWORK = 6
const MAX_WAITING_PER_OWNER = 3
const MAX_UPLOAD_MS = 10 * 60_000
/** Text in a file of the largest size: logs are packed to a tenth, as a rule. */
const UNPACKED_FACTOR = 20
const MAX_RATIO = 200
const MAX_NAME = 200

type Names = 'visits' | 'listVisits' | 'addVisits' | 'removeVisits'

/** Access logs and exports that users bring. They are read while they arrive, and only sums are stored. */
export function visitRoutes({
  store,
  settings,
  now,
  after,
}: Pick<RouteDeps & StreamDeps, 'store' | 'settings' | 'now' | 'after'>): Pick<Routes<typeof endpoints>, Names> {
  const inTurn = requesterTurns({
    perOwner: { atOnce: AT_ONCE_PER_OWNER, maxWaiting: MAX_WAITING_PER_OWNER },
    perNetwork: { atOnce: AT_ONCE_PER_NETWORK, maxWaiting: MAX_WAITING_PER_NETWORK },
    inAll: { atOnce: AT_ONCE, maxWaiting: MAX_WAITING },
  })
  const { maxUploadBytes } = settings
  const prepareNewest = ({ crawl }: WebsiteRow) => prepareVisits(store, crawl)

  const read = async (call: WebsiteCall, query: QueryOf<(typeof endpoints)['addVisits']>): Promise<VisitImport> => {
    const { crawl } = call.website
    const origin = await originOf(crawl)
    const { format, column } = query
    try {
      return await readVisits([call.upload({ maxBytes: maxUploadBytes, after })], {
        site: {
          origin,
          isOwnHost: hostMatcher(hostWithoutWww(new URL(origin)), crawl.options.subdomains),
          knownQueries: new Set(await store.visits.urlsWithQuery(crawl.id, MAX_VISIT_URLS)),
        },
        limits: { maxBytes: maxUploadBytes * UNPACKED_FACTOR, maxRatio: MAX_RATIO },
        format,
        column,
        signal: AbortSignal.any([call.signal, AbortSignal.timeout(MAX_UPLOAD_MS)]),
      })
    } catch (cause) {
      if (cause instanceof UnreadableFileError) throw new AppError('unprocessable', cause.message, { cause })
      if (cause instanceof DOMException)
        throw new AppError('unavailable', 'The file took too long to arrive.', { cause })
      throw cause
    }
  }

  /** The origin at which the start page ended. */
  const originOf = async (crawl: CrawlRow): Promise<string> => {
    const [start] = await store.reading.pages(crawl.id, { limit: 1 })
    return new URL(start?.finalUrl || crawl.seedUrl).origin
  }

  return {
    visits: async ({ website }, query) => ({
      ...(await visitsOverview(store, await chosenCrawl(store, { website, crawlId: query.crawl }))),
      maxUploadBytes,
    }),

    listVisits: async (call, query) => {
      const crawl = await chosenCrawl(store, { website: call.website, crawlId: query.crawl })
      await prepareVisits(store, crawl)
      const { offset, limit = MAX_VISITS_PER_RESPONSE, sort, order } = query
      const filter = visitFilter(query)
      call.setHeader('X-Total-Count', String(await store.reading.countVisitRows(crawl.id, filter)))
      const isAscending = order === undefined ? undefined : order === 'ascending'
      return await store.reading.visitRows(crawl.id, { ...filter, sort, isAscending, offset, limit })
    },

    addVisits: async (call, query) => {
      const { account } = call.visitor
      if (account === null)
        throw new AppError('unauthorized', 'Please sign in: files of visits are kept for users only.')
      await refuseFileBeyondShare({ store, settings }, call.website.ownerId)
      const { summary, urls } = await inTurn(requesterOf(call), () => read(call, query))
      const named = { name: nameOf(query.name, summary), createdMs: now() }
      const { website } = call
      const added = await store.visits.add({ websiteId: website.id, nowMs: named.createdMs, ...named, summary, urls })
      if (!added.ok) throw added.reason === 'gone' ? websiteNotFound() : tooManyFiles()
      await prepareNewest(website)
      return importResponse({ id: added.id, kind: summary.kind, ...named, summary })
    },

    removeVisits: async ({ website }, { file }) => {
      if (file === undefined) throw new AppError('bad-request', 'Say which file')
      if (!(await store.visits.remove(website.id, file))) throw new AppError('not-found', 'There is no such file')
      await prepareNewest(website)
      return { message: 'The file was deleted' }
    },
  }
}

const CONTROLS = /[\p{Cc}\p{Cf}]/gu

/** A file name is no path, and holds nothing that is not shown. */
function nameOf(sent: string | undefined, { format }: VisitSummary): string {
  const name = (sent ?? '').replace(CONTROLS, '').split(/[\\/]/).at(-1)?.trim() ?? ''
  return name.slice(0, MAX_NAME) || format
}

function tooManyFiles(): AppError {
  return new AppError('conflict', `A website has at most ${MAX_VISIT_IMPORTS} files. Delete one first.`)
}
