import { type Html, type HtmlValue, html } from './html.ts'

export interface DataColumn<Row> {
  head: string
  /** The column explains itself to those who see it. */
  isHeadHidden?: boolean
  /** Figures stand at the right. */
  isNumber?: boolean
  cell(row: Row): HtmlValue
}

/** A table; on a phone each row becomes a block whose cells name themselves. */
export function dataTable<Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[], caption: string): Html {
  const head = (column: DataColumn<Row>) =>
    html`<th scope="col" class="${kind(column)}">${column.isHeadHidden ? html`<span class="unseen">${column.head}</span>` : column.head}</th>`
  const cell = (row: Row, column: DataColumn<Row>) =>
    html`<td class="${kind(column)}" data-label="${column.isHeadHidden ? '' : column.head}"><div>${column.cell(row)}</div></td>`
  return html`<table class="data"><caption class="unseen">${caption}</caption>
<thead><tr>${columns.map(head)}</tr></thead>
<tbody>
${rows.map(row => html`<tr>${columns.map(column => cell(row, column))}</tr>\n`)}</tbody></table>
`
}

function kind<Row>(column: DataColumn<Row>): string {
  return column.isNumber ? 'number' : 'text'
}
