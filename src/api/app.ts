import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { CrawlControl } from '#crawl/control.ts'
import { type EndpointName, endpoints } from '#shared/api.ts'
import { AppError } from '#shared/errors.ts'
import { matchRoute } from '#shared/routes.ts'
import type { Store } from '#store/store.ts'
import { type Assets, serveAssets } from './assets.ts'
import { callOf, type Routes } from './call.ts'
import { crossSiteGuard } from './cross-site-guard.ts'
import { type DocumentAssets, documentHeaders, renderDocuments } from './document.ts'
import { type ErrorLog, errorAnswers } from './errors.ts'
import { hostGuard } from './host-guard.ts'
import { crawlRoutes } from './routes/crawls.ts'
import { issueRoutes } from './routes/issues.ts'
import { pageRoutes } from './routes/pages.ts'
import { startCrawlRoute } from './routes/start-crawl.ts'
import { websiteRoutes } from './routes/websites.ts'
import { securityHeaders } from './security-headers.ts'
import { visitorReader } from './session.ts'
import type { ApiSettings } from './settings.ts'

/**
 * HTTP: status codes, cookies, owners, documents. This part decides who may ask for what and in which words it is refused. It
 * holds no SQL, runs no crawl, opens no socket, and never answers with a row that is not the caller's.
 */
export interface ApiDeps {
  store: Store
  control: CrawlControl
  settings: ApiSettings
  /** Epoch milliseconds. */
  now: () => number
  /** Of a cryptographic generator. */
  randomBytes: (size: number) => Uint8Array
  log: ErrorLog
  documents: DocumentAssets
  assets: Assets
}

/** Documents may be listed; what the API answers belongs to its visitor. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\n'

type VisitorOf = ReturnType<typeof visitorReader>

export function createApp(deps: ApiDeps): Hono {
  const { settings } = deps
  const app = new Hono()
  const visitorOf = visitorReader({ ...deps, publicUrl: settings.publicUrl })
  app.onError(errorAnswers(deps))
  app.use(securityHeaders, hostGuard(settings.publicUrl), crossSiteGuard(settings.publicUrl))
  serveApi(app, deps, visitorOf)
  app.use(serveAssets(deps.assets))
  app.get('/robots.txt', context => context.text(ROBOTS, 200, { 'Cache-Control': 'public, max-age=86400' }))
  serveDocuments(app, deps, visitorOf)
  return app
}

function serveApi(app: Hono, deps: ApiDeps, visitorOf: VisitorOf): void {
  const routes: Routes<typeof endpoints> = {
    ...websiteRoutes(deps),
    ...startCrawlRoute(deps),
    ...crawlRoutes(deps),
    ...pageRoutes(deps),
    ...issueRoutes(deps),
  }
  app.use('/api/*', bodyLimit({ maxSize: deps.settings.bodyLimitBytes, onError: refuseLargeBody }))
  const methodsByPath = new Map<string, string[]>()
  for (const name of Object.keys(endpoints).filter(isEndpointName)) {
    const { method, path } = endpoints[name]
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])])
    app.on(method, path, async context => {
      const answer: unknown = await routes[name](callOf(context, await visitorOf(context)))
      return context.body(JSON.stringify(answer), 200, { 'Content-Type': 'application/json' })
    })
  }
  for (const [path, methods] of methodsByPath) app.all(path, context => refuseMethod(context, methods))
  app.all('/api/*', () => {
    throw new AppError('not-found', 'There is nothing at this address')
  })
}

function isEndpointName(name: string): name is EndpointName {
  return Object.hasOwn(endpoints, name)
}

/** Every other address is a screen's, or the not-found screen's with its 404. */
function serveDocuments(app: Hono, { settings, documents, log }: ApiDeps, visitorOf: VisitorOf): void {
  const { maxCrawlLimit, demoUrl } = settings
  const rendered = renderDocuments(documents, { maxCrawlLimit, demoUrl })
  app.get('*', async context => {
    const { method, path } = context.req
    const { screen } = matchRoute(path)
    const isFirstLoad = method === 'GET' && screen !== 'not-found' && !isPrefetch(context)
    try {
      const visitor = await visitorOf(context)
      if (isFirstLoad) await visitor.admit()
    } catch (cause) {
      // The document needs no store: a screen that can say what is wrong is better than none.
      log.error('visitor could not be recognised', { method, path, cause })
    }
    return context.html(rendered.get(screen) ?? '', screen === 'not-found' ? 404 : 200, documentHeaders)
  })
  app.all('*', context => refuseMethod(context, ['GET', 'HEAD']))
}

/** Sec-Purpose: Fetch standard, section "HTTP header extensions". */
function isPrefetch({ req }: Context): boolean {
  return req.header('sec-purpose')?.startsWith('prefetch') ?? false
}

function refuseMethod(context: Context, allowed: readonly string[]): never {
  context.header('Allow', allowed.join(', '))
  throw new AppError('method-not-allowed', `${context.req.method} is not possible at this address`)
}

function refuseLargeBody(): never {
  throw new AppError('too-large', 'The body is too large')
}
