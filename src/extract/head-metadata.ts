import { attribute, type ElementNode } from '#html/node.ts'
import type { TextFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { MAX_FINDINGS_PER_LIST, MAX_TEXT } from '#shared/limits.ts'
import { cutFolded, cutText } from './cut-text.ts'
import { elementText } from './element-text.ts'
import type { Collector, Page } from './page.ts'

type MetaFacts = Pick<PageFacts, 'metaDescriptions' | 'metaDescription' | 'viewport' | 'openGraph' | 'twitterTags'>

/** Description, viewport, and the tags for sharing. */
export function metaTagCollector(page: Page): Collector & { facts(): MetaFacts } {
  const metaDescriptions: TextFact[] = []
  const openGraph: [string, string][] = []
  const twitterTags: [string, string][] = []
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
      const property = sharingProperty(element, name)
      if (property === null) return
      const tags = property.startsWith('og:') ? openGraph : twitterTags
      if (tags.length < MAX_FINDINGS_PER_LIST) tags.push([property, cutText(content)])
    },
    facts: () => ({
      metaDescriptions,
      metaDescription: metaDescription ?? '',
      viewport,
      openGraph,
      ...(twitterTags.length > 0 && { twitterTags }),
    }),
  }
}

/** Name of a meta element, trimmed and in lower case; '' when it has none. */
export function metaName(element: ElementNode, named: 'name' | 'property' = 'name'): string {
  const name = attribute(element, named)
  return name === null || name.length > MAX_NAME ? '' : name.trim().toLowerCase()
}

const MAX_NAME = 200

/** The Open Graph protocol uses `property`, Twitter `name`; consumers of either read both. */
function sharingProperty(element: ElementNode, name: string): string | null {
  const property = (attribute(element, 'property') ?? '').slice(0, MAX_NAME).trim().toLowerCase()
  if (isForSharing(property)) return property
  return isForSharing(name) ? name : null
}

const isForSharing = (name: string): boolean => name.startsWith('og:') || name.startsWith('twitter:')

/** `title` elements. One in the body also counts as the page's title, since browsers show it. */
export function titleCollector(page: Page): Collector & { facts(): Pick<PageFacts, 'title' | 'titles'> } {
  const titles: TextFact[] = []
  let title: string | null = null
  return {
    tags: ['title'],
    visit(element) {
      const text = cutFolded(elementText(element, MAX_SCAN))
      title ??= text
      if (element.parentNode === page.document.head && titles.length < MAX_FINDINGS_PER_LIST)
        titles.push({ text, line: page.lineOf(element) })
    },
    facts: () => ({ title: title ?? '', titles }),
  }
}

/** Leading white space may be long. */
const MAX_SCAN = 10 * MAX_TEXT

/** `meta[http-equiv=content-security-policy]` in the head; browsers ignore those in the body (HTML standard, 4.2.5.3). */
export function contentPolicyCollector(): Collector & { facts(): Pick<PageFacts, 'metaPolicies'> } {
  const policies: string[] = []
  return {
    tags: ['meta'],
    visit(element, around) {
      const directive = attribute(element, 'http-equiv')?.slice(0, MAX_DIRECTIVE_NAME).trim().toLowerCase()
      const content = attribute(element, 'content')
      if (directive !== 'content-security-policy' || content === null || !around.isInHead) return
      if (policies.length < MAX_FINDINGS_PER_LIST) policies.push(cutText(content))
    },
    facts: () => (policies.length === 0 ? {} : { metaPolicies: policies }),
  }
}

const MAX_DIRECTIVE_NAME = 100
