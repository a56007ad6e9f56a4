import { attribute, type ElementNode, hasText } from '#html/node.ts'
import type { NamelessFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { MAX_FINDINGS_PER_LIST } from '#shared/limits.ts'
import { nameByAttribute } from './accessible-name.ts'
import type { Collector, Page } from './page.ts'
import { regionOf, type Surroundings } from './surroundings.ts'

/** `iframe` elements without a name, which screen readers announce by their URL or not at all. */
export function frameCollector(page: Page): Collector & { facts(): Pick<PageFacts, 'namelessFrames'> } {
  const namelessFrames: NamelessFact[] = []
  return {
    tags: ['iframe'],
    visit(element, around) {
      if (isUnseen(element, around) || hasText(element, 'title') || nameByAttribute(element, page.index) !== '') return
      if (namelessFrames.length >= MAX_FINDINGS_PER_LIST) return
      const resolved = page.resolve(attribute(element, 'src') ?? '')
      const url = resolved.kind === 'web' ? resolved.url : ''
      const place = { ...regionOf(around), path: page.pathOf(element), line: page.lineOf(element) }
      namelessFrames.push({ tag: page.tagOf(element), url, ...place })
    },
    facts: () => (namelessFrames.length > 0 ? { namelessFrames } : {}),
  }
}

/** Frames of counters and sign-in services have no size, are hidden, or show nothing by themselves. */
function isUnseen(frame: ElementNode, around: Surroundings): boolean {
  if (around.isHidden || around.isAriaHidden || around.isInNoscript || !hasText(frame, 'src')) return true
  return NO_SIZE.test(attribute(frame, 'width') ?? '') || NO_SIZE.test(attribute(frame, 'height') ?? '')
}

const NO_SIZE = /^\s*[01](?:px)?\s*$/
