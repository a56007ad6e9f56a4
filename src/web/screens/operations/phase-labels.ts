import type { CrawlPhase } from '#shared/model.ts'

/** What a running crawl does, short enough for a column. */
export const phaseLabels: Record<CrawlPhase, string> = {
  starting: 'Starting',
  visiting: 'Visiting pages',
  probing: 'Checking links',
  measuring: 'Measuring speed',
  checking: 'Comparing pages',
  done: 'Finishing',
}
