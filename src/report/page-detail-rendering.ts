import type { ContentFacts, PageFacts } from '#shared/facts.ts'
import type { PageFactsResponse } from '#shared/page-detail.ts'

type ComparedFacts = Omit<PageFacts, 'links' | 'ids' | 'content'> & { content: Pick<ContentFacts, 'wordCount'> }

/** What running the scripts of a page changed; null where the crawl ran none. */
export function renderingResponse(facts: ComparedFacts): PageFactsResponse['rendering'] {
  const { rendering } = facts
  // Absent in facts of earlier versions.
  if (!rendering) return null
  if (!rendering.isRendered) return { isRendered: false, why: rendering.why }
  const { isCut, isTruncated, redirectUrl, addedWordCount, raw } = rendering
  const robots = facts.robotsDirectives.flatMap(({ tokens }) => tokens).join(', ')
  const compared = [
    { name: 'Title', source: raw.title, rendered: facts.title },
    { name: 'Meta description', source: raw.metaDescription, rendered: facts.metaDescription },
    { name: 'H1', source: raw.h1, rendered: facts.h1 },
    { name: 'Canonical', source: raw.canonicalUrl ?? '', rendered: facts.canonicalUrl ?? '' },
    { name: 'Robots directives', source: raw.robots, rendered: robots },
    { name: 'Language', source: raw.lang ?? '', rendered: facts.lang ?? '' },
    { name: 'Words in the main text', source: String(raw.wordCount), rendered: String(facts.content.wordCount) },
    { name: 'Links', source: String(raw.linkCount), rendered: String(facts.totalLinks) },
  ]
  const differences = compared.filter(({ source, rendered }) => source !== rendered)
  return { isRendered: true, isCut, isTruncated, redirectUrl, addedWordCount, differences }
}
