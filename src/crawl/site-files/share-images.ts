import { shareImageUrls } from '#checks/social/share-image-urls.ts'
import { isBotChallenge, MAX_CHALLENGE_BYTES } from '#extract/bot-challenge.ts'
import { pictureSize } from '#extract/picture-size.ts'
import type { FetchResult } from '#fetch/fetch.ts'
import { mediaTypeOf } from '#fetch/media-type.ts'
import { HTTP_OK } from '#shared/http-status.ts'
import type { ShareImage, SiteFacts, Target } from '#shared/site-facts.ts'
import { wait } from '#shared/wait.ts'
import type { CrawlContext } from '../crawl-context.ts'
import { MAX_REDIRECT_HOPS } from '../engine-settings.ts'
import { isInScope } from '../scope.ts'
import { confirmedResponses, type LaterContext } from './later-responses.ts'

/** Images that are requested: most sites have one for all pages, shops one for each product. */
const MAX_IMAGES = 30
/** Of them on other hosts, with pauses between: the report waits for them. */
const MAX_FOREIGN_IMAGES = 10
/** Distinct ones that are counted to find those most used. */
const MAX_COUNTED = 5_000
/** Pages that are searched for them, in the order of the crawl: one more read of all page columns. */
const MAX_PAGES = 5_000
/** The size of an image stands in its beginning, after the data of the camera. */
const MAX_BYTES = 128 * 1024
/** Pause between two requests to another host. */
const FOREIGN_PAUSE_MS = 1_000

type RequestContext = LaterContext & { robots: Pick<CrawlContext['robots'], 'load'> }

/** Fetches the images that most pages name for sharing, unless the crawl knows that they are missing. null when there is none, or the options forbid it. */
export async function fetchShareImages(context: RequestContext): Promise<ShareImage[] | null> {
  const { store, claim, state, halt } = context
  if (halt.aborted || !state.options.probesResources) return null
  const site = await store.crawls.siteFacts(claim.crawlId)
  const images: ShareImage[] = []
  let foreign = 0
  for (const url of await mostUsed(site, halt)) {
    if (images.length >= MAX_IMAGES || halt.aborted) break
    const known = knownFailure(await site.target(url))
    if (known !== null) {
      images.push(known)
      continue
    }
    const isForeign = !isInScope(url, context)
    if (isForeign && foreign >= MAX_FOREIGN_IMAGES) continue
    if (isForeign) foreign++
    if (await mayRequest(context, url)) images.push(await fetchShareImage(context, url))
  }
  return halt.aborted || images.length === 0 ? null : images
}

/** An image that pages show as well and that the crawl did not find needs no further request. */
function knownFailure(target: Target | null): ShareImage | null {
  if (target === null || target.finalStatus === HTTP_OK) return null
  const { url, attempts, failure, isBotChallenge, mediaType } = target
  const statuses = attempts.filter(({ method }) => method === 'GET').map(({ status }) => status)
  return statuses.length < 2 ? null : { ...nothing, url, statuses, failure, isBotChallenge, mediaType }
}

const nothing = { isBotChallenge: false, mediaType: '', isPicture: false, width: null, height: null }

async function mostUsed(site: SiteFacts, halt: AbortSignal): Promise<string[]> {
  const pagesOf = new Map<string, number>()
  let pages = 0
  for await (const batch of site.pages()) {
    if (pages >= MAX_PAGES || halt.aborted) break
    for (const page of batch) {
      if (page.shareImages.length > 0) pages++
      for (const url of shareImageUrls(page.shareImages)) {
        const known = pagesOf.get(url)
        if (known !== undefined || pagesOf.size < MAX_COUNTED) pagesOf.set(url, (known ?? 0) + 1)
      }
    }
  }
  return [...pagesOf].sort(([, a], [, b]) => b - a).map(([url]) => url)
}

/** Other hosts only when external links are probed, too. */
async function mayRequest(context: RequestContext, url: string): Promise<boolean> {
  const { state, robots, halt } = context
  if (!isInScope(url, context) && !state.options.probesExternal) return false
  if (!state.options.obeysRobots) return true
  await robots.load(new URL(url).origin, halt)
  return !halt.aborted && robots.check(url).isAllowed
}

async function fetchShareImage(context: RequestContext, url: string): Promise<ShareImage> {
  const { last, statuses } = await confirmedResponses(() => request(context, url))
  if (last.kind === 'failure') return { url, statuses, failure: last.reason, ...nothing }
  const { status, headers, body } = last
  const size = status === HTTP_OK ? pictureSize(body) : null
  return {
    url,
    statuses,
    failure: null,
    isBotChallenge: isBotChallenge({
      status,
      headers,
      bodyText: new TextDecoder().decode(body.subarray(0, MAX_CHALLENGE_BYTES)),
    }),
    mediaType: mediaTypeOf(headers),
    isPicture: size !== null,
    width: size?.width ?? null,
    height: size?.height ?? null,
  }
}

/** Keeps the Crawl-delay of the host. */
async function request(context: RequestContext, url: string): Promise<FetchResult> {
  const { robots, settings, fetcher, after, halt } = context
  const delayMs = isInScope(url, context) ? 0 : FOREIGN_PAUSE_MS
  const crawlDelayMs = Math.min(robots.crawlDelayMs(url), settings.maxCrawlDelayMs)
  await wait(after, Math.max(delayMs, crawlDelayMs), halt)
  return await fetcher.fetch({
    url,
    method: 'GET',
    body: 'all',
    maxBytes: MAX_BYTES,
    maxHops: MAX_REDIRECT_HOPS,
    signal: halt,
  })
}
