import { ineligibleReason } from '#checks/eligible.ts'
import type { PageFacts } from '#shared/facts.ts'
import type { PageRow } from '#store/store.ts'
import type { StoredPageFacts } from './page-detail-facts.ts'
import { isIndexable } from './page-list.ts'

export interface Indexability {
  isIndexable: boolean
  /** A sentence either way. */
  reason: string
}

/** Whether a search engine may list the address itself, and why it may not. */
export function indexability(row: PageRow, facts: StoredPageFacts | null): Indexability {
  if (!isIndexable(row)) return { isIndexable: false, reason: obstacle(row, facts) }
  const doubt = facts && ineligibleReason(withoutLists(facts))
  if (doubt) return { isIndexable: true, reason: `${doubt}, so a search engine may leave it out all the same.` }
  return {
    isIndexable: true,
    reason: 'It answers 200 with HTML, asks nobody to leave it out, and names no other address as its canonical.',
  }
}

/** In the order in which a search engine meets them. */
function obstacle({ statusCode, hops, columns, finalUrl }: PageRow, facts: StoredPageFacts | null): string {
  const [first] = hops
  if (first) return `It redirects (${first.status}) to ${finalUrl}, which is indexed in its place.`
  if (statusCode === null) return 'It gave no answer.'
  if (statusCode !== 200) return `It answers ${statusCode}; only pages that answer 200 are indexed.`
  if (columns === null) return 'It is no HTML page.'
  if (columns.isNoindex) {
    const directive = facts?.robotsDirectives.find(each => /\b(?:noindex|none)\b/i.test(each.raw))
    const where = directive?.source === 'header' ? 'The header X-Robots-Tag' : 'Its robots meta tag'
    return `${where} asks search engines not to index it${directive ? ` (${directive.raw})` : ''}.`
  }
  return `It names another address as its canonical: ${columns.canonicalUrl ?? ''}`
}

/** The rule asks for none of the lists that the store keeps elsewhere. */
function withoutLists(facts: StoredPageFacts): PageFacts {
  return { ...facts, links: [], ids: [], content: { ...facts.content, mainText: '', minhash: [] } }
}
