import type { endpoints } from '#shared/api/endpoints.ts'
import { type Credentials, credentialsSchema, describeCredentials } from '#shared/credentials.ts'
import { AppError } from '#shared/errors.ts'
import type { Call, Routes } from '../call.ts'
import { websiteNotFound } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

type CredentialRoutes = Pick<Routes<typeof endpoints>, 'websiteCredentials' | 'setCredentials' | 'deleteCredentials'>

/** What the crawls of a website send to its servers. No response holds a secret. */
export function credentialRoutes({ store }: Pick<RouteDeps, 'store'>): CredentialRoutes {
  return {
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
