import { allFixTable, MAX_TITLE_LENGTH, placesSentence } from './fix-table.ts'
import type { Fix } from './fixes.ts'
import { html } from './html.ts'
import { counted } from './labels.ts'
import { linesOf, roomOf, thatFit } from './page-room.ts'
import type { ClientReportFacts } from './report-facts.ts'
import type { Sheet } from './sheet.ts'

/** Head of the table and the sentence below it. */
const TABLE_HEIGHT = 90
const ROW_HEIGHT = 8
const LINE_HEIGHT = 18.5
const TITLE_LINE = 40

/** Every check that found something in one table, as far as one page holds it. */
export function fixesSheet({ fixes, listFile, choices }: ClientReportFacts): Sheet {
  const shown = thatFit(fixes, roomOf(choices.paper) - TABLE_HEIGHT, rowHeight)
  const rest = fixes.length - shown.length
  const more = rest > 0 ? ` ${counted(rest, 'fix', 'fixes')} of less gain: see ${listFile}.` : ''
  const body =
    fixes.length === 0
      ? html`<p class="lead">No issues were found, so there is nothing to fix.</p>`
      : html`<p class="lead">${placesSentence(fixes)}</p>
${allFixTable(shown)}
<p class="caption">Errors come before warnings of about the same gain; “Pages” are those affected.${more}</p>
`
  return { id: 'fixes', title: 'All fixes', body }
}

function rowHeight({ title }: Fix): number {
  return ROW_HEIGHT + LINE_HEIGHT * linesOf(title.slice(0, MAX_TITLE_LENGTH), TITLE_LINE)
}
