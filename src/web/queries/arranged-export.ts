/**
 * Filters and sorts an export of the server as a table does in the browser. The text of each entry stays as it is, with what the server
 * escaped in it.
 */
export interface Arrangement {
  /** Indices of the entries to keep, in the order of the table. */
  order: (entries: readonly unknown[]) => number[]
  /** Added to the filter in the JSON file. */
  view: Readonly<Record<string, string | number>>
}

/** A JSON export of one list, line by line, which has one entry a line. Throws for any other text. */
function partsOf(json: string, part: string) {
  const lines = json.split('\n')
  const start = lines.findIndex(line => line.startsWith(`"${part}": [`)) + 1
  if (start === 0) throw new Error(`the file has no list of ${part}`)
  const isEmpty = lines[start - 1]?.endsWith('[]')
  const end = isEmpty ? start : lines.lastIndexOf(']')
  if (end < start) throw new Error(`the list of ${part} has no end`)
  return {
    before: lines.slice(0, start),
    entries: lines.slice(start, end).map(line => line.replace(/,$/, '')),
    after: lines.slice(end),
  }
}

/** Entries of a JSON export. */
export function exportedEntries(json: string, part: string): unknown[] {
  return partsOf(json, part).entries.map((line): unknown => JSON.parse(line))
}

export function arrangeJson(
  json: string,
  { part, order, view }: { part: string; order: readonly number[]; view: Arrangement['view'] },
): string {
  const { before, entries, after } = partsOf(json, part)
  const head = before.map(line => (line.startsWith('"filter": {') ? withView(line, view) : line))
  return [...head, pick(entries, order).join(',\n'), ...after].join('\n')
}

function withView(filterLine: string, view: Arrangement['view']): string {
  const added = JSON.stringify(view).slice(1, -1)
  if (added === '') return filterLine
  return filterLine.replace(/(\{\}|\}),$/, end => `${end === '{},' ? '{' : ','}${added}},`)
}

export function arrangeCsv(csv: string, order: readonly number[]): string {
  const [heads = '', ...records] = csvRecords(csv)
  return heads + pick(records, order).join('')
}

/** How many records a CSV export has under its headings. */
export function countRecords(csv: string): number {
  return csvRecords(csv).length - 1
}

/** Records with their line ends (RFC 4180): a line end within quotes ends none. */
function csvRecords(csv: string): string[] {
  return csv.match(/(?:"[^"]*"|[^"\r])+\r\n/g) ?? []
}

function pick(all: readonly string[], order: readonly number[]): string[] {
  return order.flatMap(place => all[place] ?? [])
}
