import { type Context, Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import * as z from 'zod/mini'
import type { Boot } from '#shared/api/boot.ts'
import { chosenOptionsSchema } from '#shared/crawl-options.ts'
import { AppError } from '#shared/errors.ts'
import { idNumber, matchRoute } from '#shared/routes.ts'
import { sharePrefix } from '#shared/sharing.ts'
import { type Assets, serveAssets } from './assets.ts'
import type { Known } from './call.ts'
import { type DocumentAssets, renderDocuments } from './document.ts'
import { errorResponses, refuseMethod } from './errors.ts'
import { crossSiteGuard, hostGuard, linkHeaders, securityHeaders } from './guards.ts'
import type { SharedLink } from './identity.ts'
import { serveMcp } from './mcp-route.ts'
import { type Requesters, requesters } from './requesters.ts'
import type { RouteDeps } from './routes/route-deps.ts'
import { serveApi } from './serve-api.ts'
import type { StreamDeps } from './stream-response.ts'
import { textResponse } from './text-response.ts'

/**
 * HTTP: status codes, cookies, owners, documents. This part decides who may request what and in which words it is refused. It
 * holds no SQL, runs no crawl, opens no socket, and never responds with a row that is not the caller's.
 */
export interface ApiDeps extends RouteDeps, StreamDeps {
  /** IP address at the other end of the request's connection; null when it is gone. */
  peerAddress: (context: Context) => string | null
  warn: (event: string, details: Record<string, unknown>) => void
  documents: DocumentAssets
  assets: Assets
  /** Responds before any guard: a probe may use any host name. */
  vitalSigns: Hono
}

/** Documents may be listed; a response of the API belongs to its visitor. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\n'

const NONCE_BYTES = 16

export function createApp(deps: ApiDeps): Hono<Known> {
  const { publicUrl } = deps.settings
  const app = new Hono<Known>({ getPath: pathInLink })
  const from = requesters(deps)
  app.onError(errorResponses(deps))
  app.route('/', deps.vitalSigns)
  app.use(linkHeaders(), securityHeaders(publicUrl), hostGuard(publicUrl), crossSiteGuard(publicUrl))
  app.use(serveAssets(deps.assets))
  app.use(async (context, next) => {
    context.set('network', from.network(context))
    await next()
  })
  serveApi(app, deps, from)
  serveMcp(app, { ...deps, from })
  app.get('/robots.txt', context => context.text(ROBOTS, 200, { 'Cache-Control': 'public, max-age=86400' }))
  serveDocuments(app, deps, from)
  return app
}

/** The path without the share link that it is below: so routes, errors and logs know nothing of the token. */
function pathInLink(request: Request): string {
  const path = getPath(request)
  return path.slice(sharePrefix(path).length) || '/'
}

/** Every other URL is a screen's, or the not-found screen's with its 404. */
function serveDocuments(app: Hono<Known>, deps: ApiDeps, from: Requesters): void {
  const { settings, documents, log, randomBytes } = deps
  const { maxCrawlLimit, demoUrl, ephemeralSeconds, measuresPageSpeed } = settings
  const boot: Boot = {
    maxCrawlLimit,
    demoUrl,
    ephemeralSeconds,
    measuresPageSpeed,
    canRenderJavaScript: settings.renderingObstacle === null,
    renderingNeedsAccount: settings.renderingNeedsAccount,
    maxPageSpeedSample: measuresPageSpeed ? settings.maxPageSpeedSample : 0,
    crawlerChoice: settings.crawlerChoice,
    proxyNames: [...settings.proxyNames],
    hostMaps: settings.hostMaps,
    crawlDefaults: z.parse(chosenOptionsSchema, settings.crawlDefaults),
  }
  const render = renderDocuments(documents, boot)
  app.get('*', async context => {
    const { method, path } = context.req
    const { screen, websiteId } = matchRoute(path)
    const isLoadedAhead = isPrefetch(context)
    const isFirstLoad = method === 'GET' && screen !== 'not-found' && !isLoadedAhead
    let link: SharedLink | null = null
    try {
      const visitor = await from.visitor(context, context.get('network'))
      link = visitor.share
      if (isFirstLoad && link === null) await visitor.admit()
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      // The document needs no store: a screen that can say what is wrong is better than none.
      log.error('visitor could not be recognised', { method, path, cause })
    }
    const styleNonce = Buffer.from(randomBytes(NONCE_BYTES)).toString('base64url')
    const status = screen === 'not-found' || (link !== null && !canOpen(link)) ? 404 : 200
    const crawlId = idNumber(context.req.query('crawl') ?? '')
    const crawl = websiteId === null ? null : { websiteId, crawlId }
    const { text, headers } = render(screen, { styleNonce, isLoadedAhead, isShared: link !== null, crawl })
    return textResponse(context, { text, mediaType: HTML_TYPE, status, headers })
  })
  app.all('*', context => refuseMethod(context, ['GET', 'HEAD']))
}

/** The document of a link that has ended says so, with the status of a page that is gone. */
function canOpen({ view }: SharedLink): boolean {
  return view?.state === 'open' || view?.state === 'locked'
}

const HTML_TYPE = 'text/html; charset=UTF-8'

/** Sec-Purpose: Fetch standard, section "HTTP header extensions". */
function isPrefetch({ req }: Context): boolean {
  return req.header('sec-purpose')?.startsWith('prefetch') ?? false
}
