import * as z from 'zod/mini'

/** What the Crawl-delay of a site means for a crawl. */

/** What the operator allows. */
export interface CrawlDelayRules {
  /** The longest Crawl-delay that is obeyed. */
  maxSeconds: number
  /** With a longer one a crawl gets no additional time for each page. */
  longSeconds: number
  /** Time of a crawl without that. */
  crawlMinutes: number
}

export const crawlDelaySchema = z.object({
  /** As robots.txt sets it. */
  seconds: z.number(),
  /** As the crawl waits, which the operator limits. */
  obeyedSeconds: z.number(),
  pagesPerHour: z.number(),
  /** After how many minutes the crawl ends with the pages that it has; null where the delay does not shorten it. */
  endsAfterMinutes: z.nullable(z.number()),
})
export type CrawlDelay = z.infer<typeof crawlDelaySchema>

const HOUR_SECONDS = 3_600

/** null without a delay. */
export function crawlDelayOf(seconds: number | null, rules: CrawlDelayRules): CrawlDelay | null {
  const obeyedSeconds = Math.min(seconds ?? 0, rules.maxSeconds)
  if (seconds === null || obeyedSeconds <= 0) return null
  return {
    seconds,
    obeyedSeconds,
    pagesPerHour: Math.floor(HOUR_SECONDS / obeyedSeconds),
    endsAfterMinutes: obeyedSeconds > rules.longSeconds ? rules.crawlMinutes : null,
  }
}

/** `robots.txt of this site sets 30 s between pages: 120 pages an hour. The crawl ends after 60 minutes.` */
export function crawlDelaySentence({ seconds, obeyedSeconds, pagesPerHour, endsAfterMinutes }: CrawlDelay): string {
  const wait = obeyedSeconds < seconds ? `. The crawl waits ${obeyedSeconds} s` : ''
  const rate = `robots.txt of this site sets ${seconds} s between pages${wait}: ${pagesPerHour} pages an hour.`
  return endsAfterMinutes === null ? rate : `${rate} The crawl ends after ${endsAfterMinutes} minutes.`
}
