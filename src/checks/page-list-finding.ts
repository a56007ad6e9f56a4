import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { Evidence } from '#shared/model.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteFinding } from './check.ts'
import { roughCount } from './counted.ts'
import { each } from './each.ts'
import { tableEvidence } from './evidence.ts'

interface PageListRule<Item extends { url: string }> {
  items: AsyncIterable<Item>
  /** Such as `URLs with capital letters`; the number of pages is added. */
  message: string
  /** What is listed; a page unless said otherwise. */
  noun?: string
  label?: string
  columns: string[]
  row: (item: Item) => (string | number | null)[]
}

/** One finding for all pages with one property: matters of style would hide the faults if each page had its own. None without pages. */
export async function* pageListFinding<Item extends { url: string }>(
  rule: PageListRule<Item>,
): AsyncGenerator<SiteFinding, void, undefined> {
  const shown: Item[] = []
  let total = 0
  for await (const item of rule.items) {
    total++
    if (shown.length < MAX_EVIDENCE_URLS) shown.push(item)
  }
  const { noun = 'page', label = 'Pages' } = rule
  const [first] = shown
  if (!first) return
  const urls = shown.map(({ url }) => url)
  const table: Evidence = tableEvidence({ label, columns: rule.columns, items: shown, row: rule.row, total })
  yield {
    url: first.url,
    message: `${rule.message}: ${roughCount(total, noun)}, such as ${first.url}`,
    affectedUrls: urls,
    affectedCount: total,
    evidence: [table],
  }
}

/** The crawled pages whose URL has a property. */
export async function* pagesWhere(
  site: SiteFacts,
  isListed: (url: string) => boolean,
): AsyncGenerator<{ url: string }, void, undefined> {
  for await (const { url } of each(site.pages())) if (isListed(url)) yield { url }
}
