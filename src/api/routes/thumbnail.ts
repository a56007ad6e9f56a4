import { exportFileName } from '#report/export/export-stream.ts'
import { AppError } from '#shared/errors.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'
import type { StreamRoutes } from '../call.ts'
import { chosenCrawl } from '../own-crawl.ts'
import { requesterOf, requesterTurns } from '../owner-turns.ts'
import { type RasterImage, rasterImage } from '../raster-image.ts'
import type { StreamResponse } from '../stream-response.ts'
import type { RouteDeps } from './route-deps.ts'

/** Requests to the web at once, of all visitors, of one network and of one visitor; who waits beyond that is refused. */
const AT_ONCE = 8
const MAX_WAITING = 200
const AT_ONCE_PER_NETWORK = 6
const MAX_WAITING_PER_NETWORK = 80
const AT_ONCE_PER_OWNER = 4
const MAX_WAITING_PER_OWNER = 40

/** A picture of two megabytes may unfold to gigabytes in the browser that draws it: more than any camera takes. */
const MAX_PIXELS = 100e6

/** Opened by its URL it is a picture, never a document of this origin with foreign content. */
const headers = {
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Whose picture it is depends on the cookie.
  Vary: 'Cookie',
}
const SHOWN_FOR = 'private, max-age=3600'
const REFUSED_FOR = 'private, max-age=300'

/** A picture as it was found, or why there is none to show: a sentence. */
type Thumbnail = { ok: true; image: RasterImage; bytes: Uint8Array } | { ok: false; message: string; isFinal: boolean }

/**
 * Pictures that a crawl came upon, fetched anew while a visitor looks at them; nothing is kept here. That a picture cannot be shown
 * is a response and no error: the browser would log one for each of a list.
 */
export function thumbnailRoutes({
  store,
  settings,
  fetchImage,
}: Pick<RouteDeps, 'store' | 'settings' | 'fetchImage'>): Pick<StreamRoutes, 'thumbnail'> {
  const inTurn = requesterTurns({
    perOwner: { atOnce: AT_ONCE_PER_OWNER, maxWaiting: MAX_WAITING_PER_OWNER },
    perNetwork: { atOnce: AT_ONCE_PER_NETWORK, maxWaiting: MAX_WAITING_PER_NETWORK },
    inAll: { atOnce: AT_ONCE, maxWaiting: MAX_WAITING },
  })
  return {
    thumbnail: async ({ website, visitor, network, signal }, query) => {
      const crawl = await chosenCrawl(store, { website, crawlId: query.crawl })
      const { url } = query
      if (url === undefined) throw new AppError('bad-request', 'url is required')
      const refusal = await refusalOf(store.reading, { crawl, url })
      if (refusal !== null) return noPicture(crawl, { message: refusal, isFinal: false })
      const obeysRobots = crawl.options.obeysRobots || settings.crawlDefaults.obeysRobots
      const found = await inTurn(requesterOf({ visitor, network }), async (): Promise<Thumbnail> => {
        if (signal.aborted) return { ok: false, message: 'The connection was closed.', isFinal: false }
        return thumbnailOf(await fetchImage({ url, obeysRobots, signal }))
      })
      return found.ok ? picture(crawl, found) : noPicture(crawl, found)
    },
  }
}

/**
 * Why a URL is not requested; null when it may be. Only what the crawl itself would have requested is.
 *
 * @throws AppError 404 for a URL that is no picture of this crawl.
 */
async function refusalOf(
  reading: ReadingStore,
  { crawl, url }: { crawl: CrawlRow; url: string },
): Promise<string | null> {
  const kinds = await reading.linkKindsOf(crawl.id, url)
  if (kinds.length === 0 && crawl.status !== 'complete') return 'The crawl has not come to it yet.'
  if (!kinds.includes('image')) throw new AppError('not-found', 'This crawl knows no image at this URL')
  const target = (await reading.linkTargets(crawl.id, [url])).get(url)
  return target?.isExternal && !crawl.options.probesExternal ? 'It is on another site, which was not requested.' : null
}

function thumbnailOf(fetched: Awaited<ReturnType<RouteDeps['fetchImage']>>): Thumbnail {
  if (!fetched.ok) return { ...fetched, isFinal: true }
  const image = rasterImage(fetched.bytes)
  if (!image) return { ok: false, message: 'It is no picture of a kind that is shown here.', isFinal: true }
  if (image.width * image.height > MAX_PIXELS)
    return { ok: false, message: `${image.width} × ${image.height} pixels are too many to show.`, isFinal: true }
  return { ok: true, image, bytes: fetched.bytes }
}

function picture(
  crawl: CrawlRow,
  { image: { mediaType }, bytes }: { image: RasterImage; bytes: Uint8Array },
): StreamResponse {
  const extension = mediaType.replace(/^image\/(?:x-)?/, '')
  return {
    mediaType,
    fileName: exportFileName(crawl, { part: 'image', extension }),
    isDownload: false,
    headers: { ...headers, 'Cache-Control': SHOWN_FOR },
    body: only(bytes),
  }
}

function noPicture(crawl: CrawlRow, { message, isFinal }: { message: string; isFinal: boolean }): StreamResponse {
  return {
    mediaType: 'application/json; charset=utf-8',
    fileName: exportFileName(crawl, { part: 'no-image', extension: 'json' }),
    isDownload: false,
    headers: { ...headers, 'Cache-Control': isFinal ? REFUSED_FOR : 'no-store' },
    body: only(new TextEncoder().encode(JSON.stringify({ message }))),
  }
}

async function* only(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
