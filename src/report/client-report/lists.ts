import { issueTypes } from '#shared/model.ts'
import type { IssueRow, PageRow } from '#store/store.ts'
import { issueSource } from '../issue-list.ts'
import { failureLabels } from '../unread-labels.ts'
import { statusBadge } from './badges.ts'
import { type DataColumn, tableEnd, tableRows, tableStart } from './data-table.ts'
import { type Html, html } from './html.ts'
import { long, number, urlLink } from './labels.ts'
import type { ClientReportFacts } from './report-facts.ts'

/** Rows of each list: what is worked through by hand. Longer lists are exported. */
const MAX_ROWS = 500
const BATCH_ROWS = 100

const brokenColumns: readonly DataColumn<IssueRow>[] = [
  { head: 'URL', cell: issue => urlLink(issue.details.targetUrl ?? issue.pageUrl) },
  { head: 'Status', cell: ({ details }) => statusCell(details.statusCode, details.evidence) },
  { head: 'Linked from', cell: ({ details }) => sourceOf(issueSource(details)) },
  { head: 'Pages', isNumber: true, cell: ({ affectedCount }) => number(affectedCount) },
]

const redirectColumns: readonly DataColumn<PageRow>[] = [
  { head: 'URL', cell: ({ url }) => urlLink(url) },
  {
    head: 'Status codes',
    cell: ({ hops }) => html`${hops.slice(0, 10).map(hop => html`${statusBadge(hop.status)} `)}`,
  },
  { head: 'Leads to', cell: ({ hops, finalUrl }) => urlLink(hops.at(-1)?.location || finalUrl) },
  { head: 'There', cell: targetResult },
]

/** The category of the dashboard, one row for each URL. */
export async function* brokenLinks({ reading, crawl, overview }: ClientReportFacts): AsyncGenerator<Html> {
  const total = overview.issueDistribution.brokenLinks
  yield html`<section id="broken-links" aria-labelledby="broken-links-title"><h2 id="broken-links-title">Broken links</h2>\n`
  yield html`<p>${intro(total, 'No link, image or file of the site was found broken.')}</p>\n`
  yield* rows(brokenColumns, {
    caption: 'Broken links',
    total,
    read: (limit, last) =>
      reading.issues(crawl.id, { types: brokenTypes, limit, ...(last === undefined ? {} : { afterId: last.id }) }),
  })
  yield html`</section>\n`
}

const brokenTypes = issueTypes.filter(type => type.includes('broken'))

/** URLs of the site that send their visitors on, whether anything is wrong with that or not. */
export async function* redirects({ reading, crawl, overview }: ClientReportFacts): AsyncGenerator<Html> {
  const total = overview.statusCounts['3xx'] ?? 0
  yield html`<section id="redirects" aria-labelledby="redirects-title"><h2 id="redirects-title">Redirecting URLs</h2>\n`
  yield html`<p>${intro(total, 'No URL of the site redirects.')}</p>\n`
  yield* rows(redirectColumns, {
    caption: 'Redirecting URLs',
    total,
    read: (limit, last) =>
      reading.pages(crawl.id, { statusClass: '3xx', limit, ...(last === undefined ? {} : { afterUrl: last.url }) }),
  })
  yield html`</section>\n`
}

interface RowSource<Row> {
  caption: string
  total: number
  read(limit: number, last: Row | undefined): Promise<Row[]>
}

async function* rows<Row>(columns: readonly DataColumn<Row>[], source: RowSource<Row>): AsyncGenerator<Html> {
  if (source.total === 0) return
  yield tableStart(columns, source.caption)
  let last: Row | undefined
  for (let shown = 0; shown < MAX_ROWS; ) {
    const batch = await source.read(Math.min(BATCH_ROWS, MAX_ROWS - shown), last)
    if (batch.length === 0) break
    yield tableRows(columns, batch)
    shown += batch.length
    last = batch.at(-1)
  }
  yield tableEnd
}

function intro(total: number, none: string): string {
  if (total === 0) return none
  return total > MAX_ROWS
    ? `The first ${number(MAX_ROWS)} of ${number(total)}; the exports hold all of them.`
    : `${number(total)} in all.`
}

/** The last response of the end of a redirect. */
function targetResult({ failure, failureDetail, attempts }: PageRow): Html | string {
  if (failure !== null) return long(failureLabels(failure, failureDetail))
  const status = attempts.at(-1)?.status ?? null
  return status === null ? '–' : statusBadge(status)
}

/** Without a status the attempts say whether there was no response, or whether something else is broken. */
function statusCell(status: number | undefined, evidence: IssueRow['details']['evidence']): Html | string {
  if (status !== undefined) return statusBadge(status)
  const attempts = evidence.flatMap(proof => (proof.kind === 'attempts' ? proof.attempts : []))
  return attempts.length > 0 && attempts.every(attempt => attempt.status === null) ? statusBadge(null) : '–'
}

function sourceOf(url: string | null): Html | string {
  return url === null ? '–' : urlLink(url)
}
