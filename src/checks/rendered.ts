import type { PageFacts, RenderingFacts } from '#shared/facts.ts'
import type { Skip } from './check.ts'

type Rendered = Extract<RenderingFacts, { isRendered: true }>

/** The rendered facts of the page, or the reason to skip a check that needs them. */
export function renderedOrSkip({ rendering }: Pick<PageFacts, 'rendering'>): Rendered | Skip {
  if (rendering?.isRendered) return rendering
  return { skipped: rendering ? 'The page could not be rendered' : 'The crawl did not render JavaScript' }
}
