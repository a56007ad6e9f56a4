import { attribute, type ElementNode } from '#html/node.ts'
import type { PageFacts, TextFact } from '#shared/facts.ts'
import { MAX_FINDINGS_PER_LIST } from '#shared/limits.ts'
import { cutFolded, cutText } from './cut-text.ts'
import type { Collector, Page } from './page.ts'

type MetaFacts = Pick<PageFacts, 'metaDescriptions' | 'metaDescription' | 'viewport' | 'openGraph'>

/** Description, viewport and Open Graph. Robots directives and refreshes have files of their own. */
export function metaTagCollector(page: Page): Collector & { facts(): MetaFacts } {
  const metaDescriptions: TextFact[] = []
  const openGraph: [string, string][] = []
  let metaDescription: string | null = null
  let viewport: string | null = null
  return {
    tags: ['meta'],
    visit(element, around) {
      const content = attribute(element, 'content')
      if (content === null) return
      const name = metaName(element)
      if (name === 'description') {
        const text = cutFolded(content)
        metaDescription ??= text
        if (around.isInHead && metaDescriptions.length < MAX_FINDINGS_PER_LIST)
          metaDescriptions.push({ text, line: page.lineOf(element) })
      } else if (name === 'viewport') viewport ??= cutText(content)
      const property = openGraphProperty(element, name)
      if (property !== null && openGraph.length < MAX_FINDINGS_PER_LIST) openGraph.push([property, cutText(content)])
    },
    facts: () => ({ metaDescriptions, metaDescription: metaDescription ?? '', viewport, openGraph }),
  }
}

/** Name of a meta element, trimmed and in lower case; '' when it has none. */
export function metaName(element: ElementNode): string {
  const name = attribute(element, 'name')
  return name === null || name.length > MAX_NAME ? '' : name.trim().toLowerCase()
}

const MAX_NAME = 200

/** ogp.me asks for `property`; consumers read `name`, too. */
function openGraphProperty(element: ElementNode, name: string): string | null {
  const property = (attribute(element, 'property') ?? '').slice(0, MAX_NAME).trim().toLowerCase()
  if (property.startsWith('og:')) return property
  return name.startsWith('og:') ? name : null
}
