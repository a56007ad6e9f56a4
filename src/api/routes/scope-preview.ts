import { previewScope } from '#crawl/scope-preview.ts'
import { crawlListsOfSite } from '#crawl/subdomains.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { crawlDelayOf } from '#shared/crawl-delay.ts'
import { isKnownDepth } from '#shared/crawl-depth.ts'
import { AppError } from '#shared/errors.ts'
import { urlsToPreview } from '#shared/previewed-urls.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import type { Store } from '#store/store.ts'
import type { Call, Routes } from '../call.ts'
import { inPieces } from '../long-reads.ts'
import { computingTurns, requesterOf, websiteTurns } from '../owner-turns.ts'
import type { RouteDeps } from './route-deps.ts'

/** What a crawl would do with URLs, before it is started. */
export function scopePreviewRoutes({
  store,
  control,
  settings,
  fetchRobots,
}: Pick<RouteDeps, 'store' | 'control' | 'settings' | 'fetchRobots'>): Pick<Routes<typeof endpoints>, 'previewScope'> {
  const requesting = websiteTurns()
  const computing = computingTurns()
  return {
    previewScope: async call => {
      const { url: typed, urls: lines, ...chosen } = await call.readBody(endpoints.previewScope.body)
      const parsed = parseStartUrl(typed)
      if (!parsed.ok) throw new AppError('bad-request', parsed.message)
      const given = { ...settings.crawlDefaults, ...chosen }
      const lists = crawlListsOfSite(given, parsed.url)
      if (!lists.ok) throw new AppError('bad-request', lists.message, { field: lists.name })
      const urls = urlsToPreview(lines, parsed.url)
      if (!urls.ok) throw new AppError('bad-request', urls.message)
      const options = { ...given, ...lists.lists }
      const by = requesterOf(call)
      const {
        robotsFiles,
        crawlDelaySeconds,
        urls: previewed,
      } = await previewScope({
        startUrl: parsed.url,
        options,
        urls: urls.urls,
        depths: await knownDepths(store, { call, startUrl: parsed.url, urls: urls.urls }),
        fetchRobots: async origin => {
          const target = await control.checkTarget(`${origin}/`)
          if (!target.ok) throw new AppError('bad-request', target.message)
          return await requesting(by, () => fetchRobots(origin, call.signal))
        },
        inTurn: compute => computing(by, compute),
        pause: inPieces(call.signal),
      })
      return {
        obeysRobots: options.obeysRobots,
        robotsFiles: robotsFiles.map(({ url, statusCode, note }) => ({ url, statusCode, note })),
        crawlDelay: crawlDelayOf(crawlDelaySeconds, settings.crawlDelays),
        urls: previewed,
      }
    },
  }
}

/** Of the newest crawl that the caller has of the same website. */
async function knownDepths(
  store: Store,
  { call, startUrl, urls }: { call: Call; startUrl: string; urls: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const { ownerId } = call.visitor
  const websites = ownerId === null ? [] : await store.websites.list(ownerId)
  const website = websites.find(({ url, role }) => role === 'own' && url === startUrl)
  if (!website || urls.length === 0) return new Map()
  const pages = await store.reading.pages(website.crawl.id, { urls, limit: urls.length })
  return new Map(pages.filter(({ depth }) => isKnownDepth(depth)).map(({ url, depth }) => [url, depth]))
}
