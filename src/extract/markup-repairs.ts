import { attribute, type ElementNode, hasAttribute, hasRelation, type RepeatedName } from '#html/node.ts'
import type { LostHeadTag, RepeatedMarkupFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { MAX_FINDINGS_PER_LIST, MAX_TAG_EXCERPT } from '#shared/limits.ts'
import { cutText } from './cut-text.ts'
import { metaName } from './head-metadata.ts'
import type { Collector, Page } from './page.ts'

/** Wrong markup that the parser repairs, as browsers do, so that no other fact shows it. */

type HeadPlacement = Pick<PageFacts, 'lostHeadTags' | 'headCloser'>
type Kind = LostHeadTag['what']

/**
 * Head tags that the parser put into the body, where search engines ignore them. A tag that the head also has is not lost;
 * robots directives and hreflang links add up, so each of them is.
 */
export function headPlacementCollector(page: Page): Collector & { facts(): HeadPlacement } {
  const keptInHead = new Set<Kind>()
  const outside: LostHeadTag[] = []
  return {
    tags: ['title', 'meta', 'link'],
    visit(element, around) {
      const what = kindOf(element)
      if (what === null) return
      if (around.isInHead) keptInHead.add(what)
      else if (outside.length < MAX_FINDINGS_PER_LIST)
        outside.push({ what, tag: page.tagOf(element), line: page.lineOf(element) })
    },
    facts() {
      const lostHeadTags = outside.filter(
        ({ what }) => what === 'robots' || what === 'hreflang' || !keptInHead.has(what),
      )
      return { lostHeadTags, headCloser: lostHeadTags.length === 0 ? null : headCloser(page) }
    },
  }
}

function kindOf(element: ElementNode): Kind | null {
  if (element.tagName === 'title') return 'title'
  if (element.tagName === 'meta') {
    const name = metaName(element)
    return name === 'description' || name === 'robots' ? name : null
  }
  if (hasRelation(element, 'canonical')) return 'canonical'
  return hasRelation(element, 'alternate') && hasAttribute(element, 'hreflang') && attribute(element, 'href') !== null
    ? 'hreflang'
    : null
}

/** The body tag when it is in the source; else the first node in the body, which made the parser open it. */
function headCloser(page: Page): PageFacts['headCloser'] {
  const { body } = page.document
  if (body === null) return null
  if (body.start >= 0) return { tag: page.tagOf(body), line: page.lineOf(body) }
  const first = body.childNodes.find(node => node.kind === 'element' || node.value.trim() !== '')
  if (!first) return null
  if (first.kind === 'element') return { tag: page.tagOf(first), line: page.lineOf(first) }
  return { tag: cutText(first.value.trim(), MAX_TAG_EXCERPT), line: 0 }
}

type MarkupFacts = Pick<PageFacts, 'doctype' | 'repeatedTags' | 'repeatedAttributes'>

/** A document type that is absent or old, a second head or body, an attribute that a tag has twice. */
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
