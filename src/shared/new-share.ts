import * as z from 'zod/mini'
import { usernameSchema } from './account.ts'
import { parsePathMap } from './path-map.ts'
import { memberRoles, shareParts } from './sharing.ts'

/** What a user enters to share a website. */

export const MAX_SHARE_NAME = 100
const SHARE_PASSWORD_MIN = 8
export const SHARE_PASSWORD_MAX = 256
const MAX_PATHS_TEXT = 4_000

export const newShareLinkSchema = z.object({
  /** For the owner alone: whom the link is for. */
  name: z._default(
    z.string().check(z.trim(), z.maxLength(MAX_SHARE_NAME, `A name has at most ${MAX_SHARE_NAME} characters`)),
    '',
  ),
  /** Absent: the newest crawl. */
  crawlId: z.optional(z.int().check(z.positive())),
  /** Of the crawl that it is compared with; absent: the link shows one crawl. */
  earlierCrawlId: z.optional(z.int().check(z.positive())),
  /** Where paths of the earlier crawl are in the later one, as the comparison takes them. */
  paths: z._default(
    z.string().check(
      z.maxLength(MAX_PATHS_TEXT),
      z.refine(text => parsePathMap(text) !== null, 'The paths must be pairs such as /old/>/new/'),
    ),
    '',
  ),
  parts: z.array(z.enum(shareParts, 'Choose parts that a link can show')).check(z.maxLength(shareParts.length)),
  /** Absent: as the operator has set it. */
  expiresInDays: z.optional(z.int('Enter a whole number of days').check(z.minimum(1, 'A link lasts at least a day'))),
  password: z.optional(
    z
      .string()
      .check(
        z.minLength(SHARE_PASSWORD_MIN, `The password of a link has at least ${SHARE_PASSWORD_MIN} characters`),
        z.maxLength(SHARE_PASSWORD_MAX, `A password has at most ${SHARE_PASSWORD_MAX} characters`),
      ),
  ),
})
export type NewShareLink = z.input<typeof newShareLinkSchema>

export const memberSchema = z.object({
  username: usernameSchema,
  /** null: the website is no longer shared with this user. */
  role: z.nullable(z.enum(memberRoles, 'The role must be view or edit')),
})
