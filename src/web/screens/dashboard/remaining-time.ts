import { roughDuration } from '#shared/crawl-estimate.ts'
import type { CrawlProgressFacts } from './crawl-progress-text.ts'

/** What has been done of a phase, and how much there is, as far as that is known. */
interface PhaseCount {
  phase: 'visiting' | 'probing'
  done: number
  total: number
}

/** The first count of a phase that was seen, and the last. */
export interface PhaseProgress {
  first: PhaseCount & { atMs: number }
  last: PhaseCount & { atMs: number }
}

/** null while it is not known how much there is: pages are still being found, or the phase has no count. */
function countOf(crawl: CrawlProgressFacts): PhaseCount | null {
  const { status, phase, linkCheck, pagesCrawled, pagesFound, crawlLimit } = crawl
  if (status !== 'crawling') return null
  if (linkCheck) return { phase: 'probing', done: linkCheck.checked, total: linkCheck.total }
  return phase === 'visiting' && pagesFound >= crawlLimit
    ? { phase: 'visiting', done: pagesCrawled, total: crawlLimit }
    : null
}

/** The progress with one more poll of the crawl; begins anew with each phase. */
export function withPoll(
  progress: PhaseProgress | null,
  crawl: CrawlProgressFacts,
  nowMs: number,
): PhaseProgress | null {
  const count = countOf(crawl)
  if (count === null) return null
  const last = { ...count, atMs: nowMs }
  return progress?.first.phase === count.phase ? { first: progress.first, last } : { first: last, last }
}

/** Less is no rate. */
const LEAST_MS = 5_000
const LEAST_DONE = 10

/** `About 2 minutes left for pages`; '' where no rate is known yet. */
export function remainingText(progress: PhaseProgress | null): string {
  if (progress === null) return ''
  const { first, last } = progress
  const elapsedMs = last.atMs - first.atMs
  const done = last.done - first.done
  const left = last.total - last.done
  if (elapsedMs < LEAST_MS || done < LEAST_DONE || left <= 0) return ''
  const what = last.phase === 'visiting' ? 'pages' : 'links and resources'
  return `${roughDuration((left * elapsedMs) / done / 1_000)} left for ${what}`
}
