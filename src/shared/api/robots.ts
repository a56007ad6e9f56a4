import * as z from 'zod/mini'
import { MAX_ROBOTS_AGENT, MAX_ROBOTS_URLS, MAX_TYPED_ROBOTS, ROBOTS_AGENT_DEFAULT } from '../robots-test.ts'
import type { EndpointTable } from './contract.ts'
import { whole } from './query.ts'
import { crawl, offset, typedUrl } from './values.ts'

/** The robots.txt tester: URLs against a file, and a draft of it against a whole crawl. */

const AGENT_TOO_LONG = `The user agent must be at most ${MAX_ROBOTS_AGENT} characters`
const FILE_TOO_LONG = `The robots.txt must be at most ${MAX_TYPED_ROBOTS} characters`
export const MAX_ROBOTS_CHANGES_PER_RESPONSE = 1_000

const agent = z._default(
  z.string().check(z.trim(), z.minLength(1, 'Name a user agent'), z.maxLength(MAX_ROBOTS_AGENT, AGENT_TOO_LONG)),
  ROBOTS_AGENT_DEFAULT,
)
const typedFile = z.string().check(z.maxLength(MAX_TYPED_ROBOTS, FILE_TOO_LONG))

const robotsTestSchema = z.object({
  url: z.string(),
  isAllowed: z.boolean(),
  /** Line of the deciding rule; null where none matches, or the file could not be read. */
  line: z.nullable(z.number()),
  /** The deciding line as written; '' where there is none. */
  rule: z.string(),
})

const robotsFileSchema = z.object({
  url: z.string(),
  /** null for a file that was sent, and where there was no response. */
  statusCode: z.nullable(z.number()),
  text: z.string(),
  /** Crawlers read no further than what is there. */
  isTruncated: z.boolean(),
  /** What holds where there is no file to read, for a person; '' otherwise. */
  note: z.string(),
})

const robotsTestedSchema = z.object({
  file: robotsFileSchema,
  agent: z.string(),
  results: z.array(robotsTestSchema),
})

const robotsChangesSchema = z.object({
  /** The file as it is published now. */
  file: robotsFileSchema,
  agent: z.string(),
  /** URLs of the crawl at the origin of the file. */
  urlCount: z.number(),
  blockedNow: z.number(),
  blockedByDraft: z.number(),
  /** URLs that the draft would block or allow anew. */
  changedCount: z.number(),
  changed: z.array(z.object({ url: z.string(), now: robotsTestSchema, draft: robotsTestSchema })),
})
export type RobotsChangesResponse = z.infer<typeof robotsChangesSchema>

export const robotsEndpoints = {
  publishedRobots: {
    access: 'view',
    scope: 'crawl',
    method: 'GET',
    path: '/api/robots/:id',
    response: robotsFileSchema,
    tag: 'Results',
    summary: 'The robots.txt that the website publishes now',
    description: 'It is fetched from the origin at which the start page of the crawl ended.',
    query: { crawl },
    alsoFails: ['unavailable'],
  },
  testRobots: {
    access: 'anyone',
    scope: 'crawl',
    method: 'POST',
    path: '/api/robots-test',
    body: z.object({
      url: typedUrl,
      urls: z._default(
        z
          .array(z.string(), 'The URLs must be a list of texts')
          .check(z.maxLength(MAX_ROBOTS_URLS, `At most ${MAX_ROBOTS_URLS} URLs are tested at once`)),
        [],
      ),
      agent,
      robotsTxt: z.optional(typedFile),
    }),
    response: robotsTestedSchema,
    tag: 'Results',
    summary: 'Test URLs against robots.txt',
    description:
      'The file is the one that `robotsTxt` holds, else the one that the origin of `url` publishes, which is then fetched. `urls` are paths or URLs of that origin; ' +
      'each result names the line that decides (RFC 9309). Nothing but robots.txt is requested.',
    alsoFails: ['unprocessable', 'unavailable'],
    exampleBody: {
      url: 'https://example.com',
      urls: ['/admin/users'],
      agent: 'Googlebot',
      robotsTxt: 'User-agent: *\nDisallow: /admin/',
    },
  },
  robotsChanges: {
    access: 'view',
    scope: 'crawl',
    method: 'POST',
    path: '/api/robots-changes/:id',
    body: z.object({ robotsTxt: typedFile, agent }),
    response: robotsChangesSchema,
    tag: 'Results',
    summary: 'What a draft of robots.txt would change for the URLs of a crawl',
    description:
      'Compares the draft with the robots.txt that the website publishes now, over every URL of the crawl at its origin, whether or not it was crawled.',
    query: {
      crawl,
      offset,
      limit: whole({
        about: 'Maximum number of changed URLs.',
        min: 1,
        max: MAX_ROBOTS_CHANGES_PER_RESPONSE,
        fallback: MAX_ROBOTS_CHANGES_PER_RESPONSE,
      }),
    },
    alsoFails: ['unprocessable', 'unavailable'],
    exampleBody: { robotsTxt: 'User-agent: *\nDisallow: /admin/' },
  },
} as const satisfies EndpointTable
