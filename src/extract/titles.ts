import type { PageFacts, TextFact } from '#shared/facts.ts'
import { MAX_FINDINGS_PER_LIST, MAX_TEXT } from '#shared/limits.ts'
import { cutFolded } from './cut-text.ts'
import { elementText } from './element-text.ts'
import type { Collector, Page } from './page.ts'

/** `title` elements. One that ended up in the body is still what a browser shows, so it may be the page's title. */
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
