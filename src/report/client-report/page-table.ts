import { isKnownDepth } from '#shared/crawl-depth.ts'
import { indexabilityLabels } from '#shared/indexability.ts'
import type { PageRow } from '#store/store.ts'
import { statusBadge } from './badges.ts'
import { type DataColumn, tableEnd, tableRows, tableStart } from './data-table.ts'
import { type Html, html } from './html.ts'
import { long, number, urlLink } from './labels.ts'
import type { ClientReportFacts } from './report-facts.ts'

const MAX_PAGES = 1_000
const BATCH_PAGES = 200

const columns: readonly DataColumn<PageRow>[] = [
  {
    head: 'Page',
    cell: row => html`${urlLink(row.url)}${row.columns?.title ? html`<br>${long(row.columns.title)}` : null}`,
  },
  { head: 'Status', cell: ({ statusCode }) => statusBadge(statusCode) },
  { head: 'Indexability', cell: row => indexabilityLabels[row.indexability] },
  { head: 'Depth', isNumber: true, cell: ({ depth }) => (isKnownDepth(depth) ? number(depth) : '–') },
  { head: 'Links in', isNumber: true, cell: ({ inlinkCount }) => number(inlinkCount) },
  { head: 'Words', isNumber: true, cell: ({ columns: facts }) => (facts === null ? '–' : number(facts.wordCount)) },
  { head: 'Passed', cell: ({ isPassed }) => (isPassed ? 'yes' : 'no') },
]

/** The pages list of the dashboard, from its beginning. */
export async function* pageTable({ reading, crawl }: ClientReportFacts): AsyncGenerator<Html> {
  const total = crawl.counts.pagesListed
  yield html`<section id="pages" aria-labelledby="pages-title"><h2 id="pages-title">Pages</h2>\n`
  yield html`<p>${intro(total)} “Indexable” says whether a search engine may index the page under its own URL, “Depth” how many clicks it is from the start page, “Passed” that it has no error and no warning of its own.</p>\n`
  yield tableStart(columns, 'Pages')
  let afterUrl: string | undefined
  for (let shown = 0; shown < MAX_PAGES; ) {
    const limit = Math.min(BATCH_PAGES, MAX_PAGES - shown)
    const rows = await reading.pages(crawl.id, afterUrl === undefined ? { limit } : { limit, afterUrl })
    if (rows.length === 0) break
    yield tableRows(columns, rows)
    shown += rows.length
    afterUrl = rows.at(-1)?.url
  }
  yield html`${tableEnd}</section>\n`
}

function intro(total: number): string {
  return total > MAX_PAGES
    ? `The first ${number(MAX_PAGES)} of ${number(total)} pages; the exports hold all of them.`
    : `${number(total)} in all.`
}
