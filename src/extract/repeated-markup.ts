import type { RepeatedName } from '#html/node.ts'
import type { PageFacts, RepeatedMarkupFact } from '#shared/facts.ts'
import { MAX_TAG_EXCERPT } from '#shared/limits.ts'
import { cutText } from './cut-text.ts'
import type { Page } from './page.ts'

type MarkupFacts = Pick<PageFacts, 'doctype' | 'repeatedTags' | 'repeatedAttributes'>

/** What parsers make the best of: a document type that is absent or old, a second head or body, an attribute that a tag has twice. */
export function markupFacts(page: Page): MarkupFacts {
  const { doctype, repeated, source } = page.document
  const factOf = ({ name, start, end }: RepeatedName): RepeatedMarkupFact => ({
    name: cutText(name, MAX_TAG_EXCERPT),
    tag: cutText(source.slice(start, end), MAX_TAG_EXCERPT),
    line: page.lineAt(start),
  })
  return {
    ...(doctype !== 'standards' && { doctype }),
    ...(repeated.tags.length > 0 && { repeatedTags: repeated.tags.map(factOf) }),
    ...(repeated.attributes.length > 0 && { repeatedAttributes: repeated.attributes.map(factOf) }),
  }
}
