import * as z from 'zod/mini'
import { pageSpeedSchema } from './page-speed.ts'

/**
 * The pages of a crawl whose speed was measured. Measuring takes long, so a few pages stand for the others: pages that one template
 * made are alike, and are called a group here.
 */

/** The figures of one measured page. */
export const sampledSpeedSchema = z.pick(pageSpeedSchema, {
  url: true,
  provider: true,
  device: true,
  measuredAt: true,
  runCount: true,
  lighthouseVersion: true,
  performance: true,
  accessibility: true,
  bestPractices: true,
  seo: true,
  overall: true,
  lab: true,
  field: true,
})
export type SampledSpeed = z.infer<typeof sampledSpeedSchema>

const count = z.int().check(z.nonnegative())

const sampleGroupSchema = z.object({
  /** What the URLs of its pages have in common, such as `/products/*`. */
  name: z.string(),
  exampleUrl: z.string(),
  pages: count,
  /** 1; more where the smallest groups of a large crawl were put together. */
  templates: count,
  measured: z.array(sampledSpeedSchema),
  /** Why there is no figure, in a sentence. */
  failed: z.array(z.object({ url: z.string(), message: z.string() })),
})
export type SampleGroup = z.infer<typeof sampleGroupSchema>

export const pageSpeedSampleSchema = z.object({
  /** Of these the sample was taken: pages that responded with status 200 and HTML. */
  pages: count,
  measured: count,
  failed: count,
  /** Chosen and not measured yet, while the crawl goes on. */
  waiting: count,
  /** The home page first, then the largest. */
  groups: z.array(sampleGroupSchema),
})
export type PageSpeedSample = z.infer<typeof pageSpeedSampleSchema>

/** What was measured and what was not, such as “5 of 109 pages measured, one for each of 5 templates; 3 templates not measured”. */
export function sampleLabel({ pages, measured, failed, groups }: PageSpeedSample): string {
  const reached = groups.filter(group => group.measured.length > 0)
  const missed = groups.filter(group => group.measured.length === 0).reduce((sum, { templates }) => sum + templates, 0)
  const isOneEach = measured === reached.length
  const of = isOneEach
    ? `one for each of ${counted(reached.length, 'template')}`
    : `of ${counted(reached.length, 'template')}`
  const parts = [
    `${measured} of ${counted(pages, 'page')} measured${measured > 1 ? `, ${of}` : ''}`,
    ...(missed > 0 ? [`${counted(missed, 'template')} not measured`] : []),
    ...(failed > 0 ? [`${counted(failed, 'page')} could not be measured`] : []),
  ]
  return parts.join('; ')
}

function counted(value: number, one: string): string {
  return `${value} ${value === 1 ? one : `${one}s`}`
}
