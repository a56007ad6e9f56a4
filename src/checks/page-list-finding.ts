import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteFinding } from './check.ts'
import { roughCount } from './counted.ts'
import { each } from './each.ts'
import { tableEvidence } from './evidence.ts'
import { urlGroups } from './url-groups.ts'

interface PageListRule<Item extends { url: string }> {
  items: () => AsyncIterable<Item>
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
  async function* walk() {
    for await (const item of rule.items()) yield { key: '', url: item.url, item }
  }
  const { noun = 'page', label = 'Pages' } = rule
  for (const { first, matches, total, affected } of await urlGroups(walk, { maxGroups: 1 })) {
    const items = matches.map(({ item }) => item)
    yield {
      url: first.url,
      message: `${rule.message}: ${roughCount(total, noun)}, such as ${first.url}`,
      ...affected,
      evidence: [tableEvidence({ label, columns: rule.columns, items, row: rule.row, total })],
    }
  }
}

/** The crawled pages whose URL has a property. */
export async function* pagesWhere(
  site: SiteFacts,
  isListed: (url: string) => boolean,
): AsyncGenerator<{ url: string }, void, undefined> {
  for await (const { url } of each(site.pages())) if (isListed(url)) yield { url }
}
