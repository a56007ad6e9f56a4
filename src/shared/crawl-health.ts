import * as z from 'zod/mini'
import { issueTypes, severities } from './model.ts'

const points = z.number()

/** The health score as every response and file shows it: rounded once, here and nowhere else. */
export const crawlHealthSchema = z.object({
  /** 0 to 100, whole. */
  score: z.number(),
  /** Of the complete crawl of this website before this one; null when there is none. */
  previousScore: z.nullable(z.number()),
  /** HTML pages, and those of them whose content was checked: the score rests on these. */
  pages: z.number(),
  pagesChecked: z.number(),
  /** What keeps the score from 100, the heaviest first; points to one decimal. */
  deductions: z.array(
    z.object({
      checkId: z.string(),
      title: z.string(),
      severity: z.enum(severities),
      issueCount: z.number(),
      points,
    }),
  ),
  /** The issues whose repair wins most points, each taken alone. */
  fixFirst: z.array(
    z.object({
      checkId: z.string(),
      type: z.enum(issueTypes),
      severity: z.enum(severities),
      message: z.string(),
      pageUrl: z.string(),
      affectedCount: z.number(),
      points,
    }),
  ),
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
