import { attribute, type ElementNode } from '#html/node.ts'
import type { HeadingFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { MAX_HEADINGS_PER_PAGE, MAX_TEXT } from '#shared/limits.ts'
import { cutFolded } from './cut-text.ts'
import { elementText } from './element-text.ts'
import type { Collector, Page } from './page.ts'
import { regionOf, type Surroundings } from './surroundings.ts'

type HeadingFacts = Pick<
  PageFacts,
  'headings' | 'h1' | 'h1Count' | 'h2Count' | 'h3Count' | 'h4Count' | 'h5Count' | 'h6Count' | 'pCount'
>
type Level = HeadingFact['level']

const TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p'] as const

export interface HeadingCollector extends Collector {
  /** An element with role=heading, whatever its tag. */
  visitRole(element: ElementNode, around: Surroundings): void
  facts(): HeadingFacts
}

/** h1 to h6 and role=heading. The counts are of elements, as other tools count them; `p` is counted with them. */
export function headingCollector(page: Page): HeadingCollector {
  const headings: HeadingFact[] = []
  const counts = new Map<string, number>()
  let h1: string | null = null

  const add = (element: ElementNode, level: Level, around: Surroundings) => {
    if (headings.length >= MAX_HEADINGS_PER_PAGE) return
    headings.push({
      level,
      text: page.headingTextOf(element),
      isHidden: around.isHidden || around.isAriaHidden || around.isInNoscript,
      isInMain: around.isInMain,
      ...regionOf(around),
      path: page.pathOf(element),
      line: page.lineOf(element),
    })
  }
  const count = (tag: (typeof TAGS)[number]) => counts.get(tag) ?? 0
  return {
    tags: TAGS,
    visit(element, around) {
      const tag = element.tagName
      counts.set(tag, (counts.get(tag) ?? 0) + 1)
      if (tag === 'p') return
      if (tag === 'h1') h1 ??= cutFolded(elementText(element, 10 * MAX_TEXT))
      add(element, levelOf(tag.slice(1)), around)
    },
    visitRole(element, around) {
      if (!/^h[1-6]$/.test(element.tagName)) add(element, levelOf(attribute(element, 'aria-level') ?? '2'), around)
    },
    facts: () => ({
      headings,
      h1: h1 ?? '',
      h1Count: count('h1'),
      h2Count: count('h2'),
      h3Count: count('h3'),
      h4Count: count('h4'),
      h5Count: count('h5'),
      h6Count: count('h6'),
      pCount: count('p'),
    }),
  }
}

const LEVELS: readonly Level[] = [1, 2, 3, 4, 5, 6]

/** Level 2 is what assistive software assumes of a heading that names none (WAI-ARIA 1.2, aria-level). */
function levelOf(text: string): Level {
  const level = Number(text.slice(0, 10))
  return LEVELS.find(each => each === level) ?? 2
}
