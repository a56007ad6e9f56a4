import { createApiKeys } from '#accounts/api-keys.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import type { ApiKeyResponse } from '#shared/api-key.ts'
import { AppError } from '#shared/errors.ts'
import { isoTime } from '#shared/iso-time.ts'
import type { ApiKeyRow } from '#store/store.ts'
import type { Routes } from '../call.ts'
import { pathNumber } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

type ApiKeyRoutes = Pick<Routes<typeof endpoints>, 'listApiKeys' | 'addApiKey' | 'revokeApiKey'>

/** Keys of the signed-in user. */
export function apiKeyRoutes(deps: RouteDeps): ApiKeyRoutes {
  const keys = createApiKeys(deps)
  return {
    listApiKeys: async ({ session }) => (await keys.list(session.account)).map(apiKeyResponse),

    addApiKey: async ({ session, readBody }) => {
      const { key, secret } = await keys.add(session.account, await readBody(endpoints.addApiKey.body))
      return { apiKey: apiKeyResponse(key), secret }
    },

    revokeApiKey: async ({ session, pathId }) => {
      await keys.revoke(session.account, pathNumber(pathId, { of: 'key', missing: keyNotFound }))
      return { message: 'The API key has been revoked' }
    },
  }
}

function keyNotFound(): AppError {
  return new AppError('not-found', 'There is no such API key')
}

function apiKeyResponse({ id, name, scopes, createdMs, endsMs, lastUsedMs }: ApiKeyRow): ApiKeyResponse {
  return {
    id,
    name,
    scopes,
    createdAt: isoTime(createdMs),
    expiresAt: isoTime(endsMs),
    lastUsedAt: isoTime(lastUsedMs),
  }
}
