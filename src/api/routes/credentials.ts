import { accessTestLimit, tooManyAttempts } from '#accounts/attempt-limits.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { type Credentials, credentialsSchema, describeCredentials } from '#shared/credentials.ts'
import { AppError } from '#shared/errors.ts'
import { parseHostMap } from '#shared/host-map.ts'
import { type CrawlRoute, crawlRoute } from '#shared/outbound.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import type { Call, Routes } from '../call.ts'
import { websiteNotFound } from '../own-crawl.ts'
import { ownerTurns } from '../owner-turns.ts'
import type { ApiSettings } from '../settings.ts'
import type { RouteDeps } from './route-deps.ts'

/** Each may start a browser, and take minutes; requests beyond wait for their turn, those of one user for each other first. */
const TESTS_AT_ONCE = 2
const MAX_WAITING_TESTS = 10
const TESTS_AT_ONCE_PER_USER = 1
const MAX_WAITING_TESTS_PER_USER = 2

type CredentialRoutes = Pick<
  Routes<typeof endpoints>,
  'testAccess' | 'websiteCredentials' | 'setCredentials' | 'deleteCredentials'
>

/** What the crawls of a website send to its servers. No response holds a secret. */
export function credentialRoutes({
  store,
  control,
  testAccess,
  now,
  settings,
}: Pick<RouteDeps, 'store' | 'control' | 'testAccess' | 'now' | 'settings'>): CredentialRoutes {
  const inTurn = ownerTurns({
    atOnce: TESTS_AT_ONCE,
    maxWaiting: MAX_WAITING_TESTS,
    atOncePerOwner: TESTS_AT_ONCE_PER_USER,
    maxWaitingPerOwner: MAX_WAITING_TESTS_PER_USER,
  })
  return {
    testAccess: async call => {
      const { url, credentials, hostMap: typed = [], proxy = '' } = await call.readBody(endpoints.testAccess.body)
      const parsed = parseStartUrl(url)
      if (!parsed.ok) throw new AppError('bad-request', parsed.message)
      const hosts = parseHostMap(typed)
      if (!hosts.ok) throw new AppError('bad-request', `The IP addresses of hosts ${hosts.problem}`)
      const chosen = { hostMap: hosts.values, proxy }
      refuseRoute(chosen, { settings, call })
      const urls = [parsed.url, ...(credentials.signIn ? [credentials.signIn.url] : [])]
      for (const each of urls) {
        const target = await control.checkTarget(each, chosen.hostMap)
        if (!target.ok) throw new AppError('bad-request', target.message)
      }
      const { ownerId } = call.session.account
      const taken = await store.attempts.take([accessTestLimit(ownerId)], now())
      if (!taken.ok) throw tooManyAttempts(taken.retryAtMs - now())
      const route = crawlRoute(chosen)
      return await inTurn(ownerId, () =>
        testAccess({ url: parsed.url, credentials, ...(route && { route }) }, call.signal),
      )
    },

    websiteCredentials: async ({ website }) => stored(await store.credentials.read(website.id)),

    setCredentials: async call => {
      const credentials = await call.readBody(credentialsSchema)
      refuseVisitors(call)
      if (!(await store.credentials.save(call.website.id, credentials))) throw websiteNotFound()
      return stored(credentials)
    },

    deleteCredentials: async ({ website }) => {
      await store.credentials.remove(website.id)
      return stored(null)
    },
  }
}

/** @throws AppError 401: a cookie of a browser is no protection for credentials. */
export function refuseVisitors({ visitor }: Pick<Call, 'visitor'>): void {
  if (!visitor.account)
    throw new AppError('unauthorized', 'Please sign in first: credentials are stored for signed-in users only.', {
      field: 'credentials',
    })
}

function stored(credentials: Credentials | null) {
  return { credentials: credentials && describeCredentials(credentials) }
}

/** @throws AppError for a way to the servers that the operator does not offer. */
export function refuseRoute(
  { hostMap, proxy }: CrawlRoute,
  { settings, call }: { settings: Pick<ApiSettings, 'hostMaps' | 'proxyNames'>; call: Pick<Call, 'visitor'> },
): void {
  if (proxy !== '' && !settings.proxyNames.includes(proxy))
    throw new AppError('bad-request', 'This server has no proxy with this name')
  if (hostMap.length === 0 || settings.hostMaps === 'anyone') return
  if (settings.hostMaps === 'never')
    throw new AppError('forbidden', 'The operator of this server lets no crawl name the IP addresses of hosts', {
      field: 'hostMap',
    })
  if (call.visitor.account === null)
    throw new AppError('unauthorized', 'This server lets users who have signed in name the IP addresses of hosts', {
      field: 'hostMap',
    })
}
