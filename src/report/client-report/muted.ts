import { hiddenKinds } from '#shared/api/website-settings.ts'
import type { SuppressedIssueRow } from '#store/store.ts'
import { mutedReason } from '../suppressed-list.ts'
import { severityBadge } from './badges.ts'
import { type DataColumn, tableEnd, tableRows, tableStart } from './data-table.ts'
import { type Html, html } from './html.ts'
import { andMore, counted, long, urlLink } from './labels.ts'
import type { ClientReportFacts } from './report-facts.ts'

const MAX_ROWS = 500
const BATCH_ROWS = 100

const columns: readonly DataColumn<SuppressedIssueRow>[] = [
  { head: 'Severity', cell: ({ severity }) => severityBadge(severity) },
  { head: 'Issue', cell: ({ message }) => long(message) },
  { head: 'URL', cell: ({ pageUrl }) => urlLink(pageUrl) },
  { head: 'Reason', cell: issue => long(mutedReason(issue)) },
]

/** What the report omits because a user has decided so, and why; nothing where nothing is omitted. */
export async function* muted(facts: ClientReportFacts): AsyncGenerator<Html> {
  const { mutedCount } = facts
  if (mutedCount === 0) return
  yield html`<section id="muted" aria-labelledby="muted-title"><h2 id="muted-title">Muted</h2>\n`
  yield html`<p>${counted(mutedCount, 'issue is', 'issues are')} muted: not among the findings and not in any count, for the reasons given here.</p>\n`
  yield tableStart(columns, 'Muted issues')
  let shown = 0
  for (const kind of hiddenKinds)
    for await (const rows of rowsOf(facts, { kind, limit: MAX_ROWS - shown })) {
      yield tableRows(columns, rows)
      shown += rows.length
    }
  yield tableEnd
  yield html`${andMore(mutedCount, shown)}</section>\n`
}

async function* rowsOf(
  { reading, crawl }: ClientReportFacts,
  { kind, limit }: { kind: (typeof hiddenKinds)[number]; limit: number },
): AsyncGenerator<SuppressedIssueRow[]> {
  let left = limit
  let afterId: number | undefined
  while (left > 0) {
    const size = Math.min(BATCH_ROWS, left)
    const range = afterId === undefined ? { limit: size } : { limit: size, afterId }
    const rows = await reading.suppressedIssues(crawl.id, { kind, ...range })
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    left -= rows.length
    afterId = rows.at(-1)?.id
  }
}
