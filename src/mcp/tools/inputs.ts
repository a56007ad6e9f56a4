import * as z from 'zod/mini'
import { MAX_ISSUE_ID, MAX_OFFSET } from '#shared/api/values.ts'

/** Parameters that several tools have. */

export const websiteId = z
  .int()
  .check(z.minimum(1), z.maximum(1e15), z.describe('Id of the website; list_websites shows them.'))
export const crawlId = z.exactOptional(
  z.int().check(z.minimum(1), z.maximum(1e15), z.describe('Id of an earlier crawl; the newest one without it.')),
)
export const issueId = z.int().check(z.minimum(1), z.maximum(MAX_ISSUE_ID), z.describe('Id of the finding.'))
export const offset = z._default(
  z.int().check(z.minimum(0), z.maximum(MAX_OFFSET), z.describe('Number of rows to skip.')),
  0,
)
export const checkId = z.string().check(z.maxLength(200), z.describe('Id of a check, such as title-missing.'))
export const url = z.string().check(z.minLength(1), z.maxLength(2_048))

/** How long a tool waits before it responds with what there is; it can be called again. */
export function waitSeconds(fallback: number) {
  return z._default(
    z
      .int()
      .check(
        z.minimum(0),
        z.maximum(600),
        z.describe('Seconds to wait for the end at most; then it responds as things are.'),
      ),
    fallback,
  )
}

/** Rows of one request to the API: more than a response holds. */
export const ROWS_AT_ONCE = 100
