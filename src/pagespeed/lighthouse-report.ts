import * as z from 'zod/mini'
import { isoTime } from '#shared/iso-time.ts'
import { type Opportunity, overallScore, type PageSpeed, type PageSpeedDevice } from '#shared/page-speed.ts'
import { reportText } from './lighthouse-failure.ts'

/**
 * What is read of Lighthouse's own result, the same from the local Lighthouse and from Google
 * (https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md). Everything else is let be; what is missing or
 * of another type is nothing.
 */
const maybe = <T extends z.core.$ZodType>(schema: T) => z.catch(z.optional(schema), undefined)
const number = maybe(z.number())
const text = maybe(z.string())

const itemSchema = z.object({
  url: text,
  totalBytes: number,
  wastedBytes: number,
  wastedMs: number,
  /** Of the summary of resources. */
  resourceType: text,
  label: text,
  requestCount: number,
  transferSize: number,
  timeToFirstByte: number,
})

const auditSchema = z.object({
  title: text,
  description: text,
  score: z.catch(z.nullable(z.number()), null),
  scoreDisplayMode: text,
  numericValue: number,
  displayValue: text,
  metricSavings: maybe(z.record(z.string(), z.unknown())),
  details: maybe(
    z.object({
      overallSavingsMs: number,
      overallSavingsBytes: number,
      /** A list in most audits, something else in some. */
      items: maybe(z.array(z.catch(itemSchema, {}))),
      debugData: maybe(z.object({ wastedBytes: number })),
    }),
  ),
})
type Audit = z.infer<typeof auditSchema>

const categorySchema = z.object({
  score: z.catch(z.nullable(z.number()), null),
  auditRefs: maybe(z.array(z.object({ id: z.string(), group: text }))),
})

export const lighthouseReportSchema = z.object({
  lighthouseVersion: text,
  requestedUrl: text,
  finalDisplayedUrl: text,
  finalUrl: text,
  fetchTime: text,
  runWarnings: maybe(z.array(z.unknown())),
  runtimeError: maybe(z.object({ code: z.string(), message: text })),
  environment: maybe(z.object({ hostUserAgent: text })),
  audits: z.record(z.string(), z.catch(auditSchema, { score: null })),
  categories: z.object({
    performance: maybe(categorySchema),
    accessibility: maybe(categorySchema),
    'best-practices': maybe(categorySchema),
    seo: maybe(categorySchema),
  }),
})
export type LighthouseReport = z.infer<typeof lighthouseReportSchema>

const MAX_URL = 2_000
const MAX_WORDS = 300
const MAX_DESCRIPTION = 600
const MAX_VERSION = 40
const MAX_OPPORTUNITIES = 25
const MAX_ITEMS = 10
const MAX_ITEM_URL = 1_000
const MAX_WARNINGS = 10

export type LabResult = Omit<PageSpeed, 'field' | 'provider' | 'device' | 'url' | 'measuredAt' | 'runCount'>

/** What of a report is kept; all lists and texts are bounded. */
export function labResult(report: LighthouseReport, url: string): LabResult {
  const { audits, categories } = report
  const value = (id: string) => audits[id]?.numericValue ?? null
  const scores = {
    performance: percent(categories.performance?.score),
    accessibility: percent(categories.accessibility?.score),
    bestPractices: percent(categories['best-practices']?.score),
    seo: percent(categories.seo?.score),
  }
  return {
    finalUrl: (report.finalDisplayedUrl ?? report.finalUrl ?? url).slice(0, MAX_URL),
    lighthouseVersion: reportText(report.lighthouseVersion ?? '', MAX_VERSION),
    browserVersion: browserVersion(report.environment?.hostUserAgent ?? ''),
    ...scores,
    overall: overallScore(scores),
    lab: {
      lcpMs: value('largest-contentful-paint'),
      tbtMs: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      fcpMs: value('first-contentful-paint'),
      // As the other figures: under the conditions of the device. The audit of the server's response is without them.
      ttfbMs: audits.metrics?.details?.items?.[0]?.timeToFirstByte ?? value('server-response-time'),
      speedIndexMs: value('speed-index'),
    },
    opportunities: opportunities(report),
    warnings: warnings(report.runWarnings ?? []),
    totalBytes: value('total-byte-weight'),
    weight: weightOf(audits),
  }
}

function weightOf(audits: LighthouseReport['audits']): PageSpeed['weight'] {
  const ofTypes = audits['resource-summary']?.details?.items
  const files = audits['total-byte-weight']?.details?.items
  if (!ofTypes && !files) return null
  const byType = (ofTypes ?? []).flatMap(({ resourceType, label, requestCount, transferSize: bytes }) =>
    // The summary has its own sum, and counts what comes from elsewhere once more.
    resourceType === undefined || resourceType === 'total' || resourceType === 'third-party' || !bytes
      ? []
      : [
          {
            type: reportText(label ?? resourceType, MAX_VERSION),
            requests: requestCount ?? 0,
            bytes: Math.round(bytes),
          },
        ],
  )
  const largest = (files ?? []).flatMap(({ url, totalBytes }) =>
    url === undefined || !totalBytes ? [] : [{ url: url.slice(0, MAX_ITEM_URL), bytes: Math.round(totalBytes) }],
  )
  const heaviestFirst = (a: { bytes: number }, b: { bytes: number }) => b.bytes - a.bytes
  return {
    byType: byType.sort(heaviestFirst).slice(0, MAX_ITEMS),
    largest: largest.sort(heaviestFirst).slice(0, MAX_ITEMS),
  }
}

/** The device and time of a measurement put to what a report says. */
export function pageSpeedOf(of: {
  report: LighthouseReport
  url: string
  device: PageSpeedDevice
  provider: PageSpeed['provider']
  field: PageSpeed['field']
  nowMs: number
}): PageSpeed {
  return {
    ...labResult(of.report, of.url),
    url: of.url,
    provider: of.provider,
    device: of.device,
    field: of.field,
    measuredAt: isoTime(of.nowMs),
    runCount: 1,
  }
}

function percent(score: number | null | undefined): number | null {
  if (score === null || score === undefined || !(score >= 0 && score <= 1)) return null
  return Math.round(score * 100)
}

/** `153.0.8010.0` of `… HeadlessChrome/153.0.8010.0 …`. */
function browserVersion(userAgent: string): string | null {
  return /Chrome\/([\d.]{1,40})/.exec(userAgent.slice(0, MAX_WORDS))?.[1] ?? null
}

function warnings(given: readonly unknown[]): string[] {
  return given
    .flatMap(each => (typeof each === 'string' ? [reportText(each, MAX_DESCRIPTION)] : []))
    .slice(0, MAX_WARNINGS)
}

const OPPORTUNITY_GROUPS = new Set(['insights', 'diagnostics', 'load-opportunities'])
/** Modes in which a score below 1 is a finding. */
const SCORED_MODES = new Set(['metricSavings', 'numeric', 'binary'])

/** Audits of the performance category that found something, what would save most time first, then bytes. */
function opportunities({ audits, categories }: LighthouseReport): Opportunity[] {
  const found: Opportunity[] = []
  for (const { id, group } of categories.performance?.auditRefs ?? []) {
    const audit = audits[id]
    if (!audit || !OPPORTUNITY_GROUPS.has(group ?? '') || !SCORED_MODES.has(audit.scoreDisplayMode ?? '')) continue
    if (audit.score === null || audit.score >= 1) continue
    found.push(opportunity(id, audit))
  }
  const size = (each: number | null) => each ?? 0
  return found
    .sort((a, b) => size(b.savingsMs) - size(a.savingsMs) || size(b.savingsBytes) - size(a.savingsBytes))
    .slice(0, MAX_OPPORTUNITIES)
}

function opportunity(id: string, audit: Audit): Opportunity {
  const { details } = audit
  return {
    id: reportText(id, MAX_VERSION * 2),
    title: reportText(audit.title ?? id, MAX_WORDS),
    description: reportText(audit.description ?? '', MAX_DESCRIPTION),
    savingsMs: positive(Math.max(details?.overallSavingsMs ?? 0, metricSavingsMs(audit))),
    savingsBytes: positive(details?.overallSavingsBytes ?? details?.debugData?.wastedBytes),
    display: reportText(audit.displayValue ?? '', MAX_WORDS),
    items: items(audit),
  }
}

/** The largest saving among the metrics that are times. */
function metricSavingsMs({ metricSavings }: Audit): number {
  const times = ['LCP', 'FCP', 'TBT', 'INP'].map(metric => metricSavings?.[metric])
  return Math.max(0, ...times.map(time => (typeof time === 'number' ? time : 0)))
}

function items({ details }: Audit): Opportunity['items'] {
  const withUrl = (details?.items ?? []).flatMap(({ url, wastedBytes, totalBytes, wastedMs }) =>
    url === undefined
      ? []
      : [{ url: url.slice(0, MAX_ITEM_URL), bytes: positive(wastedBytes ?? totalBytes), ms: positive(wastedMs) }],
  )
  return withUrl.slice(0, MAX_ITEMS)
}

function positive(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) && value > 0 ? Math.round(value) : null
}
