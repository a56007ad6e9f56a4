import type * as z from 'zod/mini'
import type { ExportOptions } from './export-format.ts'

export type Cell = string | number | boolean | null

/** What one column of a table is, in every format: declared once, written by all. */
interface ColumnAbout {
  /** What stands in it, for the description of the format. */
  about: string
  /** A time or a duration: absent from the stable form. */
  isTime?: boolean
}

/** One value a row. */
interface CellColumn<Row> extends ColumnAbout {
  key: string
  head: string
  /** Of its value in JSON. */
  schema: z.ZodMiniType
  value(row: Row, form: ExportOptions): Cell
}

/** In CSV alone: JSON says the same in a nested value. */
interface CsvColumn<Row> extends ColumnAbout {
  key?: undefined
  head: string
  value(row: Row, form: ExportOptions): Cell
}

/** In JSON alone: a value that no cell can hold. */
interface NestedColumn<Row> extends ColumnAbout {
  key: string
  head?: undefined
  schema: z.ZodMiniType
  value(row: Row, form: ExportOptions): unknown
}

export type Column<Row> = CellColumn<Row> | CsvColumn<Row> | NestedColumn<Row>

/** Which rows are wanted, and in which form. */
export interface Walk<Filter> extends ExportOptions {
  filter: Filter
}

/** One row in JSON. */
export interface Entry {
  value: object
  /**
   * Continues the list of texts with which the value ends: that of the last member of its last member, which may be too long to be held.
   */
  further?: AsyncIterable<string[]>
}

/** A list as a table, whatever its rows are. */
export interface ExportTable<Filter> {
  columns: readonly (ColumnAbout & ({ key: string; schema: z.ZodMiniType } | { key?: undefined }))[]
  heads(isStable: boolean): string[]
  /** Rows for CSV, batch by batch. */
  cells(walk: Walk<Filter>): AsyncIterable<Cell[][]>
  /** Rows for JSON, batch by batch. */
  entries(walk: Walk<Filter>): AsyncIterable<Entry[]>
}

export function exportTable<Row, Filter>(table: {
  columns: readonly Column<Row>[]
  batches(walk: Walk<Filter>): AsyncIterable<Row[]>
  further?(row: Row, walk: Walk<Filter>): AsyncIterable<string[]> | undefined
}): ExportTable<Filter> {
  const wanted = (isStable: boolean) => table.columns.filter(column => !(isStable && column.isTime))
  const inCsv = (isStable: boolean) => wanted(isStable).filter(column => column.head !== undefined)
  return {
    columns: table.columns,
    heads: isStable => inCsv(isStable).map(column => column.head),
    async *cells(walk) {
      const columns = inCsv(walk.isStable)
      for await (const rows of table.batches(walk))
        yield rows.map(row => columns.map(column => column.value(row, walk)))
    },
    async *entries(walk) {
      const columns = wanted(walk.isStable)
      const entry = (row: Row): Entry => {
        const value = Object.fromEntries(
          columns.flatMap(column => (column.key === undefined ? [] : [[column.key, column.value(row, walk)]])),
        )
        const further = table.further?.(row, walk)
        return further ? { value, further } : { value }
      }
      for await (const rows of table.batches(walk)) yield rows.map(entry)
    },
  }
}
