import * as z from 'zod/mini'
import { addApiKeySchema, apiKeySchema } from '../api-key.ts'
import type { EndpointTable } from './contract.ts'
import { messageSchema } from './values.ts'

export const apiKeyEndpoints = {
  listApiKeys: { access: 'user', scope: 'none', method: 'GET', path: '/api/keys', answer: z.array(apiKeySchema) },
  /** The answer is the only one that ever holds the key. */
  addApiKey: {
    access: 'user',
    scope: 'none',
    method: 'POST',
    path: '/api/keys',
    body: addApiKeySchema,
    answer: z.object({ apiKey: apiKeySchema, secret: z.string() }),
  },
  revokeApiKey: {
    access: 'user',
    scope: 'none',
    method: 'POST',
    path: '/api/keys/:id/revoke',
    answer: messageSchema,
  },
} as const satisfies EndpointTable
