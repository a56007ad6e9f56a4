import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type EndpointName, endpoints } from '#shared/api.ts'
import { AppError } from '#shared/errors.ts'
import { matchRoute } from '#shared/routes.ts'
import { admission } from './access.ts'
import { type Assets, serveAssets } from './assets.ts'
import { callOf, type Routes } from './call.ts'
import { crossSiteGuard } from './cross-site-guard.ts'
import { type DocumentAssets, documentHeaders, renderDocuments } from './document.ts'
import { type ErrorLog, errorAnswers } from './errors.ts'
import { hostGuard } from './host-guard.ts'
import { type Requesters, requesters } from './requesters.ts'
import { crawlRoutes } from './routes/crawls.ts'
import { diagnosticsRoutes } from './routes/diagnostics.ts'
import { issueRoutes } from './routes/issues.ts'
import { operationsRoutes } from './routes/operations.ts'
import { pageRoutes } from './routes/pages.ts'
import type { RouteDeps } from './routes/route-deps.ts'
import { sessionRoutes } from './routes/session.ts'
import { startCrawlRoute } from './routes/start-crawl.ts'
import { userRoutes } from './routes/users.ts'
import { websiteRoutes } from './routes/websites.ts'
import { securityHeaders } from './security-headers.ts'

/**
 * HTTP: status codes, cookies, owners, documents. This part decides who may ask for what and in which words it is refused. It
 * holds no SQL, runs no crawl, opens no socket, and never answers with a row that is not the caller's.
 */
export interface ApiDeps extends RouteDeps {
  /** Address at the other end of the request's connection; null when it is gone. */
  peerAddress: (context: Context) => string | null
  log: ErrorLog
  documents: DocumentAssets
  assets: Assets
}

/** Documents may be listed; what the API answers belongs to its visitor. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\n'

const NONCE_BYTES = 16

/** What is known of a request before its handler is chosen. */
interface Known {
  Variables: { network: string }
}

export function createApp(deps: ApiDeps): Hono<Known> {
  const { publicUrl } = deps.settings
  const app = new Hono<Known>()
  const from = requesters(deps)
  app.onError(errorAnswers(deps))
  app.use(securityHeaders(publicUrl), hostGuard(publicUrl), crossSiteGuard(publicUrl))
  app.use(serveAssets(deps.assets))
  app.use(async (context, next) => {
    context.set('network', from.network(context))
    await next()
  })
  serveApi(app, deps, from)
  app.get('/robots.txt', context => context.text(ROBOTS, 200, { 'Cache-Control': 'public, max-age=86400' }))
  serveDocuments(app, deps, from)
  return app
}

function serveApi(app: Hono<Known>, deps: ApiDeps, from: Requesters): void {
  const routes: Routes<typeof endpoints> = {
    ...websiteRoutes(deps),
    ...startCrawlRoute(deps),
    ...crawlRoutes(deps),
    ...pageRoutes(deps),
    ...issueRoutes(deps),
    ...sessionRoutes(deps),
    ...userRoutes(deps),
    ...operationsRoutes(deps),
    ...diagnosticsRoutes(deps),
  }
  const admit = admission(deps.store)
  const answer = async <Name extends EndpointName>(name: Name, context: Context<Known>): Promise<unknown> => {
    const network = context.get('network')
    const call = callOf(context, { visitor: await from.visitor(context, network), network })
    return admit(column(endpoints[name], 'access'), call).then(admitted => routes[name](admitted))
  }
  app.use('/api/*', bodyLimit({ maxSize: deps.settings.bodyLimitBytes, onError: refuseLargeBody }))
  const methodsByPath = new Map<string, string[]>()
  for (const name of Object.keys(endpoints).filter(isEndpointName)) {
    const { method, path } = endpoints[name]
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])])
    app.on(method, path, async context =>
      context.body(JSON.stringify(await answer(name, context)), 200, { 'Content-Type': 'application/json' }),
    )
  }
  for (const [path, methods] of methodsByPath) app.all(path, context => refuseMethod(context, methods))
  app.all('/api/*', () => {
    throw new AppError('not-found', 'There is nothing at this address')
  })
}

/** Keeps the type of the very row, which a plain property access widens to all there are. */
function column<Row, Name extends keyof Row>(row: Row, name: Name): Row[Name] {
  return row[name]
}

function isEndpointName(name: string): name is EndpointName {
  return Object.hasOwn(endpoints, name)
}

/** Every other address is a screen's, or the not-found screen's with its 404. */
function serveDocuments(app: Hono<Known>, deps: ApiDeps, from: Requesters): void {
  const { settings, documents, log, randomBytes } = deps
  const { maxCrawlLimit, demoUrl } = settings
  const render = renderDocuments(documents, { maxCrawlLimit, demoUrl })
  app.get('*', async context => {
    const { method, path } = context.req
    const { screen } = matchRoute(path)
    const isFirstLoad = method === 'GET' && screen !== 'not-found' && !isPrefetch(context)
    try {
      const visitor = await from.visitor(context, context.get('network'))
      if (isFirstLoad) await visitor.admit()
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      // The document needs no store: a screen that can say what is wrong is better than none.
      log.error('visitor could not be recognised', { method, path, cause })
    }
    const styleNonce = Buffer.from(randomBytes(NONCE_BYTES)).toString('base64url')
    const status = screen === 'not-found' ? 404 : 200
    return context.html(render(screen, styleNonce), status, documentHeaders(styleNonce))
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
