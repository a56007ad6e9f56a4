import * as z from 'zod/mini'

/** Keys by which programs call in the name of a signed-in user, sent as `Authorization: Bearer` (RFC 6750). */

/** What a key may do: read alone, or start, stop and clear crawls as well. */
export const apiKeyScopes = ['read', 'read+crawl'] as const
export type ApiKeyScopes = (typeof apiKeyScopes)[number]

/** Of one account, expired ones too. */
export const API_KEYS_MAX = 20
const NAME_MAX_CHARACTERS = 100
const EXPIRY_MAX_DAYS = 3_650

const EXPIRY_WRONG = `A key expires after a whole number of days from 1 to ${EXPIRY_MAX_DAYS}`

export const addApiKeySchema = z.object({
  name: z
    .string('Enter a name for the key')
    .check(
      z.trim(),
      z.minLength(1, 'Enter a name for the key'),
      z.maxLength(NAME_MAX_CHARACTERS, `The name of a key has at most ${NAME_MAX_CHARACTERS} characters`),
    ),
  scopes: z.enum(apiKeyScopes, `scopes must be one of ${apiKeyScopes.join(', ')}`),
  /** Omitted: it never expires. */
  expiresInDays: z.optional(
    z
      .number(EXPIRY_WRONG)
      .check(z.int(EXPIRY_WRONG), z.minimum(1, EXPIRY_WRONG), z.maximum(EXPIRY_MAX_DAYS, EXPIRY_WRONG)),
  ),
})

/** The key itself is not in it: it is shown once, when it is made. Times are ISO 8601 in UTC. */
export const apiKeySchema = z.object({
  id: z.int(),
  name: z.string(),
  scopes: z.enum(apiKeyScopes),
  createdAt: z.string(),
  /** null: never. */
  expiresAt: z.nullable(z.string()),
  /** To the minute; null: never. */
  lastUsedAt: z.nullable(z.string()),
})
export type ApiKeyResponse = z.infer<typeof apiKeySchema>
