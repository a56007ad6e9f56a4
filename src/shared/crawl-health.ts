import * as z from 'zod/mini'
import { issueTypes, severities } from './model.ts'

const points = z.number()

const deductionSchema = z.object({
  checkId: z.string(),
  title: z.string(),
  type: z.enum(issueTypes),
  severity: z.enum(severities),
  subject: z.string(),
  issueCount: z.number(),
  /** Pages affected, at most all that were crawled. */
  pageCount: z.number(),
  /** What the check takes by itself; its subject may be at its cap. */
  taken: points,
  /** Its share of what its subject takes; the gains of all checks add up to what the score lacks. */
  gain: points,
})

const fixSchema = z.extend(deductionSchema, {
  /** What to do, in one sentence; '' for a check that was taken out. */
  advice: z.string(),
  /** The worst of its issues; null where that is about the whole host. */
  worst: z.nullable(
    z.object({
      /** What its pages link to or name; null where it is about the pages themselves. */
      targetUrl: z.nullable(z.string()),
      pageUrl: z.string(),
      /** Pages affected. */
      pageCount: z.number(),
    }),
  ),
})

/** The health score as every response and file shows it: rounded once, here and nowhere else. */
export const crawlHealthSchema = z.object({
  /** 0 to 100, whole. */
  score: z.number(),
  /** Of the complete crawl of this website before this one; null when there is none. */
  previousScore: z.nullable(z.number()),
  /** HTML pages, and those of them whose content was checked: the score rests on these. */
  pages: z.number(),
  pagesChecked: z.number(),
  /** What each subject takes, the heaviest first, and at most; points to one decimal. */
  subjects: z.array(z.object({ subject: z.string(), taken: points, cap: points })),
  /** What keeps the score from 100, by check: the largest gain first. */
  deductions: z.array(deductionSchema),
  /** The checks whose findings are best fixed first: by gain, and errors before warnings of about the same gain. */
  fixFirst: z.array(fixSchema),
})

export type CrawlHealth = z.infer<typeof crawlHealthSchema>

/** The share of pages that the score rests on, as a sentence. */
export function coverageSentence({ pages, pagesChecked }: Pick<CrawlHealth, 'pages' | 'pagesChecked'>): string {
  const share = `${pagesChecked} of ${pages} ${pages === 1 ? 'page' : 'pages'}`
  return isCoverageLow({ pages, pagesChecked })
    ? `Less than half of the pages were checked: the score rests on ${share}.`
    : `The score rests on ${share}.`
}

export function isCoverageLow({ pages, pagesChecked }: Pick<CrawlHealth, 'pages' | 'pagesChecked'>): boolean {
  return 2 * pagesChecked < pages
}

/** To one decimal, as each of them is. */
export function sumOfPoints(points: readonly number[]): number {
  return Math.round(points.reduce((sum, each) => sum + each, 0) * 10) / 10
}
