import { type Html, type HtmlValue, html } from './html.ts'

export interface DataColumn<Row> {
  head: string
  /** Figures stand at the right. */
  isNumber?: boolean
  cell(row: Row): HtmlValue
}

/** Table with a heading on every printed page; on a phone each row becomes a block whose cells name themselves. */
export function dataTable<Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[], caption: string): Html {
  return html`${tableStart(columns, caption)}${tableRows(columns, rows)}${tableEnd}`
}

/** The same under a caption that is shown, where no heading says what the table is. */
export function captionedTable<Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[], caption: string): Html {
  return html`<div class="captioned">${dataTable(columns, rows, caption)}</div>`
}

export function tableStart<Row>(columns: readonly DataColumn<Row>[], caption: string): Html {
  const heads = columns.map(column => html`<th scope="col" class="${kind(column)}">${column.head}</th>`)
  return html`<table class="data"><caption>${caption}</caption>\n<thead><tr>${heads}</tr></thead>\n<tbody>\n`
}

export function tableRows<Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): Html {
  const cell = (row: Row, column: DataColumn<Row>) =>
    html`<td class="${kind(column)}" data-label="${column.head}"><div>${column.cell(row)}</div></td>`
  return html`${rows.map(row => html`<tr>${columns.map(column => cell(row, column))}</tr>\n`)}`
}

export const tableEnd = html`</tbody></table>\n`

function kind<Row>(column: DataColumn<Row>): string {
  return column.isNumber ? 'number' : 'text'
}
