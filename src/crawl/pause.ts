import type { CrawlContext } from './crawl-context.ts'

/** Waits; not at all, or no longer, when the crawl is halted. */
export function pause({ after, halt }: Pick<CrawlContext, 'after' | 'halt'>, ms: number): Promise<void> {
  if (ms <= 0 || halt.aborted) return Promise.resolve()
  return new Promise(resolve => {
    const onHalt = () => {
      cancel()
      resolve()
    }
    const cancel = after(ms, () => {
      halt.removeEventListener('abort', onHalt)
      resolve()
    })
    halt.addEventListener('abort', onHalt, { once: true })
  })
}
