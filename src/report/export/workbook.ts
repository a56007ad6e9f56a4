import { writeXlsxStream } from 'hucre/xlsx'
import { plainText } from '#shared/plain-text.ts'
import type { ExportOptions } from './export-format.ts'
import { type ExportPart, exportFileName, readTable } from './export-stream.ts'
import type { Cell, ExportTable, Walk } from './export-table.ts'

export interface WorkbookStream {
  mediaType: string
  fileName: string
  bytes: AsyncIterable<Uint8Array>
}

export const XLSX_MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Of the text of one cell, by the specifications and limits of Excel; beyond it a workbook counts as damaged. */
const MAX_CELL_CHARACTERS = 32_767
const SHEET_NAME = 'Sitesounder'

/**
 * A list as an Excel workbook: the columns and rows of its CSV, made while it is sent. Where rows exceed one sheet, another follows.
 */
export function exportWorkbook(request: ExportPart & ExportOptions): WorkbookStream {
  return {
    mediaType: XLSX_MEDIA_TYPE,
    fileName: exportFileName(request.crawl, { part: request.part, extension: 'xlsx' }),
    bytes: readTable(request, workbook),
  }
}

async function* workbook<Filter>(table: ExportTable<Filter>, walk: Walk<Filter>): AsyncGenerator<Uint8Array> {
  const columns = table.heads(walk.isStable).map(header => ({ header }))
  yield* writeXlsxStream(rows(table, walk), { name: SHEET_NAME, columns, freezePane: { rows: 1 } })
}

async function* rows<Filter>(table: ExportTable<Filter>, walk: Walk<Filter>): AsyncGenerator<Cell[]> {
  for await (const batch of table.cells(walk)) for (const cells of batch) yield cells.map(workbookCell)
}

/** Cells of a workbook have types: a text is never taken for a formula, whatever it begins with. */
function workbookCell(value: Cell): Cell {
  return typeof value === 'string' ? plainText(value).slice(0, MAX_CELL_CHARACTERS).toWellFormed() : value
}
