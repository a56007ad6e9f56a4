import type { PageFacts } from '#shared/facts.ts'
import { markupItemFacts } from './markup-item.ts'
import { MarkupReader } from './markup-reader.ts'
import { microdataItems } from './microdata.ts'
import type { Page } from './page.ts'
import { rdfaItems } from './rdfa.ts'

/** Structured data in the attributes of the markup. Most pages have none, and are only searched for the two words. */
export function markupItems(page: Page): Pick<PageFacts, 'markupItems'> {
  const { source, html } = page.document
  // One quick search for both comes first.
  if (!/itemscope|typeof/i.test(source)) return {}
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
