import { wait } from '#shared/wait.ts'
import type { CrawlContext } from './crawl-context.ts'

/** Waits; not at all, or no longer, when the crawl is halted. */
export function pause({ after, halt }: Pick<CrawlContext, 'after' | 'halt'>, ms: number): Promise<void> {
  return wait(after, ms, halt)
}
