import * as z from 'zod/mini'
import { CRAWL_LIMIT_DEFAULT, CRAWL_LIMIT_MIN } from '../constants.ts'
import { chosenOptionsSchema, digits } from '../crawl-options.ts'
import { credentialsSchema } from '../credentials.ts'
import { id, typedUrl } from './values.ts'

/** What a request for a crawl says. The server alone reads it: it is not in the bundle. */

const LIMIT_NOT_WHOLE = 'The crawl limit must be a whole number'

const limitSchema = z.pipe(
  digits(LIMIT_NOT_WHOLE),
  z
    .number(LIMIT_NOT_WHOLE)
    .check(z.int(LIMIT_NOT_WHOLE), z.minimum(CRAWL_LIMIT_MIN, `The crawl limit must be at least ${CRAWL_LIMIT_MIN}`)),
)

const LIST_NOT_LINES = 'The URLs must be a list of texts'

export const startCrawlSchema = z.object({
  url: typedUrl,
  crawlLimit: z._default(limitSchema, CRAWL_LIMIT_DEFAULT),
  /** A website that is shared with the caller, who may edit it: the crawl is one of its. Absent: of the caller's own website of that URL. */
  websiteId: z.exactOptional(id),
  /** Exactly these URLs are crawled, in this order; empty: links are followed. */
  urls: z._default(z.array(z.string(LIST_NOT_LINES), LIST_NOT_LINES), []),
  /** Stored for the website and sent by its crawls; absent: those that are stored. For signed-in users only. */
  credentials: z.exactOptional(credentialsSchema),
  ...chosenOptionsSchema.shape,
})

export type StartCrawl = z.input<typeof startCrawlSchema>
