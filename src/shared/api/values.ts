import * as z from 'zod/mini'
import { ISSUES_PAGE_SIZE } from '../constants.ts'
import { URL_INVALID, URL_REQUIRED } from '../start-url.ts'
import { ids, text, whole } from './query.ts'

export const id = z.int()

/** A URL as a person types it, required. */
export const typedUrl = z
  .string({ error: issue => (issue.input == null ? URL_REQUIRED : URL_INVALID) })
  .check(z.trim(), z.minLength(1, URL_REQUIRED))

/** ISO 8601 in UTC. */
export const timestamp = z.string()

export const messageSchema = z.object({ message: z.string() })

export const hopSchema = z.object({ url: z.string(), status: z.number(), location: z.string(), elapsedMs: z.number() })

export const MAX_CRAWL_ID = 1e15 - 1
export const MAX_ISSUE_ID = 1e15 - 1
export const MAX_OFFSET = 1e9
export const MAX_ISSUES_PER_RESPONSE = 1_000

/** Query parameters that several endpoints have. */
export const crawl = whole({
  about: 'Id of an earlier crawl of this website; the newest crawl without it.',
  min: 1,
  max: MAX_CRAWL_ID,
})
/** Lists and exports have it; share links do not. */
export const segment = text({ about: 'Only what is on pages of the segment of the website with this name.' })
export const offset = whole({ about: 'Number of rows to skip.', min: 0, max: MAX_OFFSET })
export const issuesLimit = whole({
  about: 'Maximum number of rows.',
  min: 1,
  max: MAX_ISSUES_PER_RESPONSE,
  fallback: ISSUES_PAGE_SIZE,
})
export const issue = whole({ about: 'Id of the issue. Required.', min: 1, max: MAX_ISSUE_ID })
/** Ids of issues, as a comma list. */
export const issueIds = ids({
  about: 'Only the pages that these issues concern: the duplicates of a duplicate, else the affected pages.',
  max: MAX_ISSUE_ID,
  atMost: ISSUES_PAGE_SIZE,
})
