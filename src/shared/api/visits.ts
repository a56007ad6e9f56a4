import * as z from 'zod/mini'
import { botKinds, bots } from '../bots.ts'
import { sortOrders } from '../page-list.ts'
import {
  MAX_VISIT_IMPORTS,
  MAX_VISIT_URLS,
  visitKinds,
  visitLists,
  visitRowSchema,
  visitSorts,
  visitSummarySchema,
  visitTotalsSchema,
  wasteReasons,
} from '../visits.ts'
import type { EndpointTable } from './contract.ts'
import { choice, text, whole } from './query.ts'
import { crawl, id, messageSchema, offset, timestamp } from './values.ts'

export const visitImportSchema = z.object({
  id,
  kind: z.enum(visitKinds),
  name: z.string(),
  addedAt: timestamp,
  summary: visitSummarySchema,
})
export type VisitImportResponse = z.infer<typeof visitImportSchema>

export const visitsSchema = z.object({
  imports: z.array(visitImportSchema),
  /** null without a file, and before the crawl is complete. */
  totals: z.nullable(visitTotalsSchema),
  /** Pages of the crawl with status 200 that no file names a visit of, and no request of a bot. */
  pages: z.nullable(z.object({ neverVisited: z.number(), neverByBots: z.number() })),
  /** Requests by who sent them, of all access logs. */
  bots: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      maker: z.string(),
      kind: z.enum(botKinds),
      requests: z.number(),
      verified: z.number(),
      outside: z.number(),
      lastAt: z.nullable(timestamp),
      statuses: z.record(z.string(), z.number()),
      /** The day of the published IP ranges that are compared; null: none are shipped, so its requests cannot be verified. */
      rangesDate: z.nullable(z.string()),
    }),
  ),
  /** Requests of browsers, of all access logs. */
  people: z.number(),
  maxUploadBytes: z.number(),
})
export type VisitsResponse = z.infer<typeof visitsSchema>

export const MAX_VISITS_PER_RESPONSE = 1_000

/** Which URLs of the visits. */
export const visitFilters = {
  list: choice({
    about:
      'unlinked: visited, and no link of the crawl reaches them; waste: requests of bots to redirects, errors, blocked or not indexable pages, and unknown parameters; status: bots saw another status code than the crawl.',
    of: visitLists,
  }),
  waste: choice({ about: 'Only URLs whose requests were mostly wasted for this reason.', of: wasteReasons }),
  bot: choice({ about: 'Only URLs that this bot requested.', of: [...bots.map(bot => bot.id), 'other'] }),
  search: text({ about: 'Only URLs that contain this text, ignoring case.' }),
} as const

const importId = whole({ about: 'Id of the file. Required.', min: 1, max: 1e9 })

export const visitEndpoints = {
  visits: {
    access: 'view',
    scope: 'read',
    method: 'GET',
    path: '/api/visits/:id',
    response: visitsSchema,
    tag: 'Results',
    summary: 'What access logs and exports of Search Console and analytics say of the website',
    query: { crawl },
  },
  listVisits: {
    access: 'view',
    scope: 'read',
    method: 'GET',
    path: '/api/visit-urls/:id',
    response: z.array(visitRowSchema),
    tag: 'Results',
    summary: 'URLs with their visits, joined to the crawl',
    headers: { 'X-Total-Count': 'Number of URLs that match the filters.' },
    query: {
      crawl,
      offset,
      limit: whole({
        about: 'Maximum number of URLs.',
        min: 1,
        max: MAX_VISITS_PER_RESPONSE,
        fallback: MAX_VISITS_PER_RESPONSE,
      }),
      ...visitFilters,
      sort: choice({ about: 'What to sort by.', of: visitSorts, fallback: 'bots' }),
      order: choice({ about: 'Direction of `sort`; the highest figure comes first without it.', of: sortOrders }),
    },
  },
  addVisits: {
    access: 'own',
    scope: 'crawl',
    method: 'POST',
    path: '/api/websites/:id/visits',
    upload: true,
    response: visitImportSchema,
    tag: 'Results',
    summary: 'Add an access log, or a CSV export of Search Console or analytics',
    description:
      'For signed-in users only. The body is the file as it is, also packed by gzip or zstd. It is read while it arrives and not kept: sums by URL are, ' +
      `of the ${MAX_VISIT_URLS} URLs with the most requests, without IP addresses, user names, referrers and values of unknown parameters. At most ${MAX_VISIT_IMPORTS} files.`,
    alsoFails: ['unauthorized', 'conflict', 'unprocessable', 'unavailable'],
    query: {
      name: text({ about: 'Name of the file.' }),
      format: text({
        about: 'Format of an access log: log_format of nginx or LogFormat of Apache; recognised without.',
      }),
      column: text({ about: 'Column of an analytics export that counts; recognised without.' }),
    },
    exampleBody: {
      time_iso8601: '2026-01-02T10:00:00+00:00',
      remote_addr: '66.249.66.1',
      request: 'GET / HTTP/1.1',
      status: 200,
      http_user_agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    },
  },
  removeVisits: {
    access: 'own',
    scope: 'crawl',
    method: 'POST',
    path: '/api/websites/:id/visits/remove',
    response: messageSchema,
    tag: 'Results',
    summary: 'Delete what a file said',
    query: { file: importId },
  },
} as const satisfies EndpointTable
