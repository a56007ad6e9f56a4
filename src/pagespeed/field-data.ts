import * as z from 'zod/mini'
import type { FieldData, FieldMetric } from '#shared/page-speed.ts'
import { vitalBand } from '#shared/page-speed.ts'

/**
 * Figures of the Chrome UX Report in a response of PageSpeed Insights: percentile and distribution of each metric
 * (https://developers.google.com/speed/docs/insights/v5/reference/pagespeedapi/runpagespeed).
 */
const metricSchema = z.object({
  percentile: z.number(),
  distributions: z.array(z.object({ proportion: z.number() })).check(z.length(3)),
})

export const loadingExperienceSchema = z.object({
  metrics: z.catch(z.optional(z.record(z.string(), z.unknown())), undefined),
  origin_fallback: z.catch(z.optional(z.boolean()), undefined),
})
type LoadingExperience = z.infer<typeof loadingExperienceSchema>

/** CLS is reported as an integer, a hundred times its value. */
const CLS_FACTOR = 100

/** Data of the page; of its origin where the page has none; null where neither has any. */
export function fieldData(
  page: LoadingExperience | undefined,
  origin: LoadingExperience | undefined,
): FieldData | null {
  if (page && hasMetrics(page)) return toFieldData(page, page.origin_fallback === true ? 'origin' : 'page')
  if (origin && hasMetrics(origin)) return toFieldData(origin, 'origin')
  return null
}

function hasMetrics({ metrics }: LoadingExperience): boolean {
  return metrics !== undefined && Object.keys(metrics).length > 0
}

function toFieldData({ metrics = {} }: LoadingExperience, scope: FieldData['scope']): FieldData {
  const read = (names: readonly string[], divisor = 1) => {
    for (const name of names) {
      const metric = metricSchema.safeParse(metrics[name])
      if (metric.success) return toFieldMetric(metric.data, divisor)
    }
    return null
  }
  const all: FieldData['metrics'] = {
    lcpMs: read(['LARGEST_CONTENTFUL_PAINT_MS']),
    inpMs: read(['INTERACTION_TO_NEXT_PAINT', 'EXPERIMENTAL_INTERACTION_TO_NEXT_PAINT']),
    cls: read(['CUMULATIVE_LAYOUT_SHIFT_SCORE'], CLS_FACTOR),
    fcpMs: read(['FIRST_CONTENTFUL_PAINT_MS']),
    ttfbMs: read(['EXPERIMENTAL_TIME_TO_FIRST_BYTE', 'TIME_TO_FIRST_BYTE']),
  }
  return { scope, metrics: all, isPassing: isPassing(all) }
}

function toFieldMetric(metric: z.infer<typeof metricSchema>, divisor: number): FieldMetric {
  const [good, needsImprovement, poor] = metric.distributions.map(each => each.proportion)
  return { p75: metric.percentile / divisor, good: good ?? 0, needsImprovement: needsImprovement ?? 0, poor: poor ?? 0 }
}

/** All of LCP, INP and CLS good at the 75th percentile; pages with hardly any interaction pass without INP. */
function isPassing({ lcpMs, inpMs, cls }: FieldData['metrics']): boolean | null {
  if (!lcpMs || !cls) return null
  const isInpGood = inpMs === null || vitalBand('inpMs', inpMs.p75) === 'Good'
  return isInpGood && vitalBand('lcpMs', lcpMs.p75) === 'Good' && vitalBand('cls', cls.p75) === 'Good'
}
