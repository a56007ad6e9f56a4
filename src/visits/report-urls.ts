import * as z from 'zod/mini'
import { indexabilities } from '#shared/indexability.ts'
import type { JoinedUrl } from '#shared/visits.ts'

/** The URLs of an audit's JSON report, as far as they are joined to visits. */

const reportSchema = z.object({
  crawl: z.object({ options: z.object({ isListOnly: z.boolean() }) }),
  pages: z.array(
    z.object({
      url: z.string(),
      statusCode: z.nullable(z.number()),
      redirectUrl: z.nullable(z.string()),
      indexability: z.enum(indexabilities),
      depth: z.number(),
    }),
  ),
  notCrawled: z.optional(z.array(z.object({ url: z.string(), reason: z.string(), depth: z.nullable(z.number()) }))),
})

export interface ReportUrls {
  byUrl: Map<string, JoinedUrl>
  isListOnly: boolean
}

/** null for a text that is no such report. */
export function urlsOfReport(json: string): ReportUrls | null {
  const parsed = reportSchema.safeParse(parse(json))
  if (!parsed.success) return null
  const { pages, notCrawled = [] } = parsed.data
  const found = new Map<string, JoinedUrl>()
  for (const { url, reason, depth } of notCrawled)
    found.set(url, {
      url,
      status: null,
      finalUrl: url,
      indexability: null,
      isBlocked: reason === 'robots',
      isLinked: depth !== null,
    })
  for (const { url, statusCode, redirectUrl, indexability, depth } of pages)
    found.set(url, {
      url,
      status: statusCode,
      finalUrl: redirectUrl ?? url,
      indexability,
      isBlocked: indexability === 'blocked',
      isLinked: depth >= 0,
    })
  return { byUrl: found, isListOnly: parsed.data.crawl.options.isListOnly }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
