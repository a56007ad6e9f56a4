import { createGate } from '#accounts/gate.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { type Credentials, credentialsSchema, describeCredentials } from '#shared/credentials.ts'
import { AppError } from '#shared/errors.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import type { Call, Routes } from '../call.ts'
import { websiteNotFound } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

/** Each may start a browser; requests beyond wait for their turn. */
const TESTS_AT_ONCE = 2
const MAX_WAITING_TESTS = 10

type CredentialRoutes = Pick<
  Routes<typeof endpoints>,
  'testAccess' | 'websiteCredentials' | 'setCredentials' | 'deleteCredentials'
>

/** What the crawls of a website send to its servers. No response holds a secret. */
export function credentialRoutes({
  store,
  control,
  testAccess,
}: Pick<RouteDeps, 'store' | 'control' | 'testAccess'>): CredentialRoutes {
  const inTurn = createGate({ atOnce: TESTS_AT_ONCE, maxWaiting: MAX_WAITING_TESTS })
  return {
    testAccess: async call => {
      const { url, credentials } = await call.readBody(endpoints.testAccess.body)
      const parsed = parseStartUrl(url)
      if (!parsed.ok) throw new AppError('bad-request', parsed.message)
      const urls = [parsed.url, ...(credentials.signIn ? [credentials.signIn.url] : [])]
      for (const each of urls) {
        const target = await control.checkTarget(each)
        if (!target.ok) throw new AppError('bad-request', target.message)
      }
      return await inTurn(() => testAccess({ url: parsed.url, credentials }, call.signal))
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
    throw new AppError('unauthorized', 'Please sign in first: credentials are stored for signed-in users only.')
}

function stored(credentials: Credentials | null) {
  return { credentials: credentials && describeCredentials(credentials) }
}
