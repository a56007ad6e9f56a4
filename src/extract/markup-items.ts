import type { PageFacts } from '#shared/facts.ts'
import type { EnteredElement } from './entered-element.ts'
import { markupItemFacts } from './markup-item.ts'
import { MarkupReader } from './markup-reader.ts'
import { microdataItems } from './microdata.ts'
import type { Page } from './page.ts'
import { rdfaItems } from './rdfa.ts'

/** Structured data in the attributes of the markup. Most pages have none, which the walk tells without a search of the source. */
export function markupItemsCollector(page: Page): {
  enter(entered: EnteredElement): void
  facts(): Pick<PageFacts, 'markupItems'>
} {
  let hasThings = false
  return {
    enter({ mayBeThing }) {
      if (mayBeThing) hasThings = true
    },
    facts: () => (hasThings ? markupItems(page) : {}),
  }
}

function markupItems(page: Page): Pick<PageFacts, 'markupItems'> {
  const { source, html } = page.document
  const hasMicrodata = /\sitemscope\b/i.test(source)
  const hasRdfa = /\stypeof\s*=/i.test(source)
  const microdata = hasMicrodata ? microdataItems(new MarkupReader(page)) : []
  const rdfa = hasRdfa ? rdfaItems(new MarkupReader(page), { baseUrl: page.baseUrl, root: html }) : []
  const items = [
    ...markupItemFacts(microdata, { page, syntax: 'microdata' }),
    ...markupItemFacts(rdfa, { page, syntax: 'rdfa' }),
  ]
  return items.length === 0 ? {} : { markupItems: items }
}
