import * as z from 'zod/mini'
import { crawlPhases, crawlStatuses } from '../model.ts'
import type { EndpointTable } from './contract.ts'
import { crawl, id, messageSchema, timestamp } from './values.ts'

const operationsCrawlSchema = z.object({
  crawlId: id,
  websiteId: id,
  url: z.string(),
  /** Username, null for an anonymous visitor. */
  owner: z.nullable(z.string()),
  status: z.enum(crawlStatuses),
  phase: z.enum(crawlPhases),
  pagesCrawled: z.number(),
  crawlLimit: z.number(),
  createdAt: timestamp,
  startedAt: z.nullable(timestamp),
  endedAt: z.nullable(timestamp),
  endSentence: z.string(),
  isStopRequested: z.boolean(),
})

export type OperationsCrawl = z.infer<typeof operationsCrawlSchema>

/** Figures for the operator. Each list holds at most 100 entries, its total beside it. */
export const operationsSchema = z.object({
  startedAt: timestamp,
  version: z.string(),
  running: z.array(operationsCrawlSchema),
  runningCount: z.number(),
  /** In the order in which they will be taken up, then those that are paused. */
  waiting: z.array(operationsCrawlSchema),
  waitingCount: z.number(),
  /** Crawls that an internal error ended, newest first. */
  failed: z.array(operationsCrawlSchema),
  storage: z.object({ usedBytes: z.number(), quotaBytes: z.nullable(z.number()) }),
  counts: z.object({ visitors: z.number(), users: z.number(), websites: z.number(), crawls: z.number() }),
  /** Of this process since it started, newest first. */
  recentErrors: z.array(z.object({ at: timestamp, event: z.string(), detail: z.string() })),
})

export type OperationsResponse = z.infer<typeof operationsSchema>

/** What is stored about a crawl, as it is stored: for debugging. */
export const diagnosticsSchema = z.record(z.string(), z.unknown())

export const operationsEndpoints = {
  /** Of the admin's own websites. */
  diagnostics: {
    access: 'admin',
    scope: 'none',
    method: 'GET',
    path: '/api/diagnostics/:id',
    response: diagnosticsSchema,
    tag: 'Administration',
    summary: 'Raw stored data of one of your own crawls',
    query: { crawl },
  },
  operations: {
    access: 'admin',
    scope: 'none',
    method: 'GET',
    path: '/api/operations',
    response: operationsSchema,
    tag: 'Administration',
    summary: 'Running, waiting and failed crawls; storage; recent errors',
  },
  /** A crawl of any owner. */
  stopAnyCrawl: {
    access: 'admin',
    scope: 'none',
    method: 'POST',
    path: '/api/operations/crawls/:id/stop',
    response: messageSchema,
    tag: 'Administration',
    summary: 'Stop a crawl of any owner; `{id}` is the crawl’s',
  },
  /** A website of any owner. */
  clearAnyWebsite: {
    access: 'admin',
    scope: 'none',
    method: 'POST',
    path: '/api/operations/websites/:id/clear',
    response: messageSchema,
    tag: 'Administration',
    summary: 'Delete a website of any owner',
  },
} as const satisfies EndpointTable
