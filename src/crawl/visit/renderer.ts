import type { RenderPage } from '#shared/rendering.ts'
import type { OriginRobots } from '../robots/known-robots.ts'

/** The browser that runs the scripts of pages, as the page workers' pool sees it; who starts browsers is not this part's business. */
export interface Renderer {
  render: RenderPage
  /** What a page asks of an origin is judged by its robots.txt, too. */
  setRobots(crawlId: number, origin: string, known: OriginRobots): void
  /** Answers what waits for this crawl, as failed. */
  abort(crawlId: number): void
  forget(crawlId: number): void
}
