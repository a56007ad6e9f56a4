import type { PageFacts, RenderingFacts } from '#shared/facts.ts'
import type { Skip } from './check.ts'

type Rendered = Extract<RenderingFacts, { isRendered: true }>

/** What the scripts of the page did; without it, why a check that compares source and rendered document does not judge it. */
export function renderedOrSkip({ rendering }: Pick<PageFacts, 'rendering'>): Rendered | Skip {
  if (rendering?.isRendered) return rendering
  return { skipped: rendering ? 'The page could not be rendered' : 'The crawl did not render JavaScript' }
}
