import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Access, EndpointRow, Scope, ShareAccess, StreamRow } from '#shared/api/contract.ts'
import { type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import { readQuery } from '#shared/api/query.ts'
import { type StreamName, streams } from '#shared/api/streams.ts'
import { isUpload } from '#shared/api/uploads.ts'
import { AppError } from '#shared/errors.ts'
import type { ShareState } from '#shared/sharing.ts'
import type { Store } from '#store/store.ts'
import {
  type Call,
  type CallByAccess,
  callOf,
  type Known,
  type QueryOf,
  type Routes,
  type StreamRoutes,
  type WebsiteCall,
} from './call.ts'
import { callComparisons } from './call-comparisons.ts'
import { DayShares } from './day-shares.ts'
import { createDownloads } from './downloads.ts'
import { refuseMethod } from './errors.ts'
import type { Visitor } from './identity.ts'
import { websiteNotFound, withWebsite } from './own-crawl.ts'
import { requesterOf } from './owner-turns.ts'
import type { Requesters } from './requesters.ts'
import { alertRoutes } from './routes/alerts.ts'
import { apiKeyRoutes } from './routes/api-keys.ts'
import { changeRoutes } from './routes/changes.ts'
import { comparisonRoutes } from './routes/comparison.ts'
import { crawlRoutes, websiteRoutes } from './routes/crawls.ts'
import { credentialRoutes } from './routes/credentials.ts'
import { descriptionRoutes } from './routes/description.ts'
import { estimateRoutes } from './routes/estimate.ts'
import { exportRoutes } from './routes/exports.ts'
import { fieldRoutes } from './routes/fields.ts'
import { findingNoteRoutes } from './routes/finding-notes.ts'
import { checkRoutes, issueRoutes } from './routes/issues.ts'
import { languageRoutes } from './routes/languages.ts'
import { lightCheckRoutes } from './routes/light-checks.ts'
import { diagnosticsRoutes, operationsRoutes } from './routes/operations.ts'
import { createOwnership } from './routes/ownership.ts'
import { pageSpeedRoutes } from './routes/page-speed.ts'
import { notCrawledRoutes, pageDetailRoutes, pageRoutes, structureRoutes } from './routes/pages.ts'
import { readinessRoutes } from './routes/readiness.ts'
import { recheckRoutes } from './routes/rechecks.ts'
import { reportRoutes } from './routes/report.ts'
import { robotsRoutes } from './routes/robots.ts'
import type { RouteDeps } from './routes/route-deps.ts'
import { scheduleRoutes } from './routes/schedules.ts'
import { scopePreviewRoutes } from './routes/scope-preview.ts'
import { segmentRoutes } from './routes/segments.ts'
import { sessionRoutes } from './routes/session.ts'
import { sharingRoutes } from './routes/sharing.ts'
import { sitemapRoutes } from './routes/sitemap.ts'
import { startCrawlRoute } from './routes/start-crawl.ts'
import { thumbnailRoutes } from './routes/thumbnail.ts'
import { userRoutes } from './routes/users.ts'
import { visitRoutes } from './routes/visits.ts'
import { websiteSettingsRoutes } from './routes/website-settings.ts'
import { logSecurityEvent } from './security-log.ts'
import { type StreamDeps, sendStream } from './stream-response.ts'
import { jsonResponse } from './text-response.ts'

/** Registers every row of the contract. The caller and their permission are checked before a handler runs. */
export function serveApi(app: Hono<Known>, deps: RouteDeps & StreamDeps, from: Requesters): void {
  const ownership = createOwnership(deps)
  const { dayShares: shares, crawlAllowance: allowance } = deps.settings
  const dayShares = new DayShares({ shares, allowance, readUse: deps.store.operations.crawlUse, now: deps.now })
  const comparisons = callComparisons(deps.store)
  const comparison = comparisonRoutes({ ...deps, comparisons })
  const routes: Routes<typeof endpoints> = {
    ...websiteRoutes(deps),
    ...websiteSettingsRoutes(deps),
    ...credentialRoutes(deps),
    ...scheduleRoutes(deps),
    ...alertRoutes(deps),
    ...lightCheckRoutes(deps),
    ...ownership.routes,
    ...startCrawlRoute({ ...deps, ownership, dayShares }),
    ...estimateRoutes(deps),
    ...crawlRoutes({ ...deps, dayShares }),
    ...pageRoutes(deps),
    ...notCrawledRoutes(deps),
    ...languageRoutes(deps),
    ...visitRoutes(deps),
    ...readinessRoutes(deps),
    ...pageDetailRoutes(deps),
    ...structureRoutes(deps),
    ...robotsRoutes(deps),
    ...scopePreviewRoutes(deps),
    ...segmentRoutes(deps),
    ...fieldRoutes(deps),
    ...issueRoutes(deps),
    ...recheckRoutes(deps),
    ...findingNoteRoutes(deps),
    ...pageSpeedRoutes(deps),
    ...checkRoutes(deps),
    ...changeRoutes(deps),
    ...comparison.json,
    ...sharingRoutes(deps),
    ...sessionRoutes(deps),
    ...apiKeyRoutes(deps),
    ...userRoutes(deps),
    ...operationsRoutes(deps),
    ...diagnosticsRoutes(deps),
  }
  const files: StreamRoutes = {
    ...exportRoutes(deps),
    ...comparison.files,
    ...sitemapRoutes(deps),
    ...reportRoutes({ ...deps, comparisons }),
    ...thumbnailRoutes(deps),
    ...descriptionRoutes(),
  }
  const admit = admission(deps.store)
  const admitted = gatekeeper({ from, admit })
  const readmitted = gatekeeper({ from: { visitor: from.visitorAgain }, admit })
  const respond = async <Name extends EndpointName>(name: Name, context: Context<Known>): Promise<unknown> => {
    const call = admitted(column(endpoints[name], 'access'), endpoints[name], context)
    const attempt = { name, network: context.get('network'), log: deps.securityLog, admitted: call }
    return logSecurityEvent(attempt, async () =>
      routes[name](await call, queryOf<(typeof endpoints)[Name]>(context, endpoints[name])),
    )
  }
  const openDownload = createDownloads()
  const send = async <Name extends StreamName>(name: Name, context: Context<Known>): Promise<Response> => {
    const access = column(streams[name], 'access')
    const call = await admitted(access, streams[name], context)
    const response = await files[name](call, queryOf<(typeof streams)[Name]>(context, streams[name]))
    return sendStream(context, response, {
      ...deps,
      openDownload: () => openDownload(requesterOf(call)),
      ...(isGranted(call) && { readmit: () => readmitted(access, streams[name], context) }),
    })
  }

  const limitBody = bodyLimit({ maxSize: deps.settings.bodyLimitBytes, onError: refuseLargeBody })
  app.use('/api/*', (context, next) => (isUpload(context.req) ? next() : limitBody(context, next)))
  const methodsByPath = new Map<string, string[]>()
  for (const name of namesOf(endpoints)) {
    const { method, path } = endpoints[name]
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])])
    app.on(method, path, async context => jsonResponse(context, await respond(name, context)))
  }
  for (const name of namesOf(streams)) {
    const row: StreamRow = streams[name]
    const { path, method = 'GET' } = row
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])])
    app.on(method, path, async context => send(name, context))
  }
  for (const [path, methods] of methodsByPath) app.all(path, context => refuseMethod(context, methods))
  app.all('/api/*', () => {
    throw new AppError('not-found', 'There is nothing at this URL')
  })
}

/** Whether what the caller sees is another one's, who may take it back while it is sent. */
function isGranted(call: Call | WebsiteCall): boolean {
  return 'website' in call && (call.website.role !== 'own' || call.website.onlyCrawls !== null)
}

/** Identifies the caller, and passes the call on if they may. */
function gatekeeper({ from, admit }: { from: Pick<Requesters, 'visitor'>; admit: Admit }) {
  return async <Level extends Access>(
    access: Level,
    row: EndpointRow | StreamRow,
    context: Context<Known>,
  ): Promise<CallByAccess[Level]> => {
    const network = context.get('network')
    const call = callOf(context, { visitor: await from.visitor(context, network), network })
    refuseShared(row.share, { visitor: call.visitor, query: () => queryOf(context, row) })
    refuseKey(row.scope, call.visitor)
    return admit(access, call)
  }
}

/** @throws AppError 400 for a bad parameter. */
function queryOf<Row extends EndpointRow | StreamRow>(context: Context, { query = {} }: Row): QueryOf<Row> {
  const { searchParams } = new URL(context.req.url)
  // Read by the very table that the type is made of; TypeScript does not resolve the condition for a row that it does not know yet.
  return readQuery(searchParams, query) as QueryOf<Row>
}

/** Keeps the type of the very row, which a plain property access widens to all there are. */
function column<Row, Name extends keyof Row>(row: Row, name: Name): Row[Name] {
  return row[name]
}

function namesOf<Table extends object>(table: Table): (keyof Table)[] {
  return Object.keys(table).filter((name): name is keyof Table & string => Object.hasOwn(table, name))
}

function refuseLargeBody(): never {
  throw new AppError('too-large', 'The body is too large')
}

const linkSentences: Record<Exclude<ShareState, 'open'>, string> = {
  locked: 'Enter the password of this link first.',
  expired: 'This link has expired.',
  revoked: 'This link has been revoked.',
  deleted: 'The crawl that this link shows has been deleted.',
}

/**
 * What a request below a share link may do, checked before anything else. One outside of links passes.
 *
 * @throws AppError 404 for what the link does not show, and for a link that has ended; 403 while its password is missing.
 */
function refuseShared(
  share: ShareAccess | undefined,
  { visitor, query }: { visitor: Visitor; query: () => Readonly<Record<string, unknown>> },
): void {
  if (visitor.share === null) return
  const { view } = visitor.share
  if (view === null) throw new AppError('not-found', 'There is no such link.')
  if (share === 'entry') return
  if (view.state !== 'open')
    throw new AppError(view.state === 'locked' ? 'forbidden' : 'not-found', linkSentences[view.state])
  const needed = typeof share === 'function' ? share(query()) : share
  if (needed === 'overview') return
  const parts = typeof needed === 'string' ? [needed] : needed
  if (!parts?.every(part => view.link.parts.includes(part))) throw websiteNotFound()
}

type Guards = { [Level in Access]: (call: Call) => Promise<CallByAccess[Level]> }
type Admit = <Level extends Access>(level: Level, call: Call) => Promise<CallByAccess[Level]>

/**
 * What a request with an API key may do, checked before the access. One without a key passes.
 *
 * @throws AppError 403.
 */
function refuseKey(scope: Scope, { keyScopes }: Visitor): void {
  if (keyScopes === null || scope === 'read') return
  if (scope === 'none') throw new AppError('forbidden', 'API keys cannot do this.')
  if (keyScopes === 'read') throw new AppError('forbidden', 'This API key may only read.')
}

/**
 * Who may call, checked before any handler runs. Each gives the call what the handler may rely on.
 *
 * @throws AppError 404 for a website on which the caller may not do this, 401 for callers who are not signed in, 403 for callers who are not administrators.
 */
function admission(store: Store): Admit {
  const guards: Guards = {
    anyone: async call => call,
    view: call => withWebsite(store, call, 'view'),
    edit: call => withWebsite(store, call, 'edit'),
    own: call => withWebsite(store, call, 'own'),
    user: async call => {
      const { session } = call.visitor
      if (!session) throw new AppError('unauthorized', 'Please sign in first.')
      return { ...call, session }
    },
    admin: async call => {
      const { session } = call.visitor
      if (session?.account.role !== 'admin') throw new AppError('forbidden', 'Only an administrator may do this.')
      return { ...call, session }
    },
  }
  return (level, call) => guards[level](call)
}
