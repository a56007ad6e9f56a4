import * as z from 'zod/mini'
import { OVERALL_SCORE_WEIGHTS, SCORE_GOOD_MIN, SCORE_NEEDS_IMPROVEMENT_MIN, VITAL_THRESHOLDS } from './constants.ts'

/** What was measured of a page's speed, by either service, and the rules that turn numbers into words. */

export const pageSpeedProviders = ['google', 'lighthouse'] as const

export const pageSpeedDevices = ['mobile', 'desktop'] as const
export type PageSpeedDevice = (typeof pageSpeedDevices)[number]

/** 0 to 100; null where Lighthouse gave none. */
const score = z.nullable(z.number())
const measured = z.nullable(z.number())

const fieldMetricSchema = z.nullable(
  z.object({
    /** The 75th percentile, in the metric's unit. */
    p75: z.number(),
    /** Shares of visits, 0 to 1. */
    good: z.number(),
    needsImprovement: z.number(),
    poor: z.number(),
  }),
)
export type FieldMetric = z.infer<typeof fieldMetricSchema>

/** What real visits were like over the last 28 days (Chrome UX Report). */
const fieldSchema = z.object({
  /** Of the page itself, or of all pages of its origin where the page has too few visits. */
  scope: z.enum(['page', 'origin']),
  metrics: z.object({
    lcpMs: fieldMetricSchema,
    inpMs: fieldMetricSchema,
    cls: fieldMetricSchema,
    fcpMs: fieldMetricSchema,
    ttfbMs: fieldMetricSchema,
  }),
  /** Whether the Core Web Vitals are passed; null where they cannot be assessed. */
  isPassing: z.nullable(z.boolean()),
})
export type FieldData = z.infer<typeof fieldSchema>

const opportunitySchema = z.object({
  /** Lighthouse's name of the audit. */
  id: z.string(),
  title: z.string(),
  /** Plain text. */
  description: z.string(),
  savingsMs: measured,
  savingsBytes: measured,
  /** Lighthouse's own words, such as “Est savings of 130 ms”; empty where it has none. */
  display: z.string(),
  items: z.array(z.object({ url: z.string(), bytes: measured, ms: measured })),
})
export type Opportunity = z.infer<typeof opportunitySchema>

/** Every text in it may come from the measured page. */
export const pageSpeedSchema = z.object({
  url: z.string(),
  /** After redirects. */
  finalUrl: z.string(),
  provider: z.enum(pageSpeedProviders),
  device: z.enum(pageSpeedDevices),
  /** ISO 8601 in UTC. */
  measuredAt: z.string(),
  /** Runs of which this is the median one. */
  runCount: z.number(),
  lighthouseVersion: z.string(),
  /** null where it was not reported. */
  browserVersion: z.nullable(z.string()),
  performance: score,
  accessibility: score,
  bestPractices: score,
  seo: score,
  /** The four weighted; null unless there are all four. */
  overall: score,
  /** One load under the conditions of the device, calculated by Lighthouse. */
  lab: z.object({
    lcpMs: measured,
    tbtMs: measured,
    cls: measured,
    fcpMs: measured,
    ttfbMs: measured,
    speedIndexMs: measured,
  }),
  /** null where there are no such data: of local and of little visited pages. */
  field: z.nullable(fieldSchema),
  /** What would save most first. */
  opportunities: z.array(opportunitySchema),
  /** What may have spoilt the measurement, in sentences. */
  warnings: z.array(z.string()),
  /** Bytes on the wire. */
  totalBytes: measured,
  /** What the bytes are; null where it was not reported. */
  weight: z.nullable(
    z.object({
      /** By kind of file, in Lighthouse's words; the heaviest first. */
      byType: z.array(z.object({ type: z.string(), requests: z.number(), bytes: z.number() })),
      /** The ten largest files. */
      largest: z.array(z.object({ url: z.string(), bytes: z.number() })),
    }),
  ),
})
export type PageSpeed = z.infer<typeof pageSpeedSchema>

export const pageSpeedPhases = ['starting', 'loading', 'measuring', 'auditing', 'requesting'] as const
export type PageSpeedPhase = (typeof pageSpeedPhases)[number]

export const pageSpeedPhaseLabels: Record<PageSpeedPhase, string> = {
  starting: 'starting the browser',
  loading: 'loading the page',
  measuring: 'measuring',
  auditing: 'auditing',
  requesting: 'waiting for Google PageSpeed Insights',
}

export const pageSpeedProgressSchema = z.discriminatedUnion('state', [
  /** `place` 1 is next. */
  z.object({ state: z.literal('waiting'), place: z.number() }),
  z.object({ state: z.literal('running'), phase: z.enum(pageSpeedPhases), startedMs: z.number() }),
])
export type PageSpeedProgress = z.infer<typeof pageSpeedProgressSchema>

/** Whether page speed can be measured: `status` is Valid when a key is set and Google accepts it. */
export const pageSpeedStatusSchema = z.object({ status: z.string(), message: z.string() })
export type PageSpeedStatus = z.infer<typeof pageSpeedStatusSchema>

export const speedBands = ['Good', 'Needs Improvement', 'Poor'] as const
export type SpeedBand = (typeof speedBands)[number]

/** Specification, section 9: 90 or more is good, 50 to 89 needs improvement, below is poor. */
export function scoreBand(value: number): SpeedBand {
  if (value >= SCORE_GOOD_MIN) return 'Good'
  return value >= SCORE_NEEDS_IMPROVEMENT_MIN ? 'Needs Improvement' : 'Poor'
}

export type Vital = keyof typeof VITAL_THRESHOLDS

/** Band of a web vital; a value on a threshold is in the better band (web.dev, “Defining the Core Web Vitals thresholds”). */
export function vitalBand(vital: Vital, value: number): SpeedBand {
  const { good, poor } = VITAL_THRESHOLDS[vital]
  if (value <= good) return 'Good'
  return value <= poor ? 'Needs Improvement' : 'Poor'
}

type Scores = Pick<PageSpeed, 'performance' | 'accessibility' | 'bestPractices' | 'seo'>

/** Specification, section 9: round(0.35 performance + 0.25 accessibility + 0.15 best practices + 0.25 SEO). */
export function overallScore({ performance, accessibility, bestPractices, seo }: Scores): number | null {
  if (performance === null || accessibility === null || bestPractices === null || seo === null) return null
  const weights = OVERALL_SCORE_WEIGHTS
  const sum =
    weights.performance * performance +
    weights.accessibility * accessibility +
    weights.bestPractices * bestPractices +
    weights.seo * seo
  // The weights are no binary fractions: a sum of 64.5 may come out as 64.49999999999999.
  return Math.round(Math.round(sum * 100) / 100)
}

/** Google's public report of a page. */
export function pageSpeedReportUrl(url: string): string {
  return `https://pagespeed.web.dev/analysis?url=${encodeURIComponent(url)}`
}
