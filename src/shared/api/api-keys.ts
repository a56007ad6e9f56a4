import * as z from 'zod/mini'
import { addApiKeySchema, apiKeySchema } from '../api-key.ts'
import type { EndpointTable } from './contract.ts'
import { messageSchema } from './values.ts'

export const apiKeyEndpoints = {
  listApiKeys: {
    access: 'user',
    scope: 'none',
    method: 'GET',
    path: '/api/keys',
    response: z.array(apiKeySchema),
    tag: 'Signing in',
    summary: 'Your API keys',
  },
  /** The response is the only one that ever holds the key. */
  addApiKey: {
    access: 'user',
    scope: 'none',
    method: 'POST',
    path: '/api/keys',
    body: addApiKeySchema,
    response: z.object({ apiKey: apiKeySchema, secret: z.string() }),
    tag: 'Signing in',
    summary: 'Create an API key',
    description:
      '`secret` is the key. It is shown in this response only: send it as `Authorization: Bearer <secret>`. A key with `read` reads, one with ' +
      '`read+crawl` starts, stops and clears crawls as well.',
    alsoFails: ['conflict'],
    exampleBody: { name: 'Build server', scopes: 'read', expiresInDays: 90 },
  },
  revokeApiKey: {
    access: 'user',
    scope: 'none',
    method: 'POST',
    path: '/api/keys/:id/revoke',
    response: messageSchema,
    tag: 'Signing in',
    summary: 'Revoke an API key',
  },
} as const satisfies EndpointTable
