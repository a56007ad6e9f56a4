/** Rows of CSV (RFC 4180) from lines, with the separator that the file uses. */

const MAX_CELLS = 200
/** Lines that one quoted cell may go on for. */
const MAX_JOINED = 50

export interface CsvReader {
  /** null while a quoted cell goes on in the next line. */
  row(line: string): string[] | null
}

export function csvReader(separator: string): CsvReader {
  let open = ''
  let joined = 0
  return {
    row(line) {
      const text = open === '' ? line : `${open}\n${line}`
      const cells = cellsOf(text, separator)
      joined = cells === null ? joined + 1 : 0
      open = cells === null && joined <= MAX_JOINED ? text : ''
      return cells
    },
  }
}

/** Of a header: the one of comma, semicolon and tab that parts the most cells. Within a quoted cell it parts none. */
export function separatorOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '')
  const counted = [',', ';', '\t'].map(mark => ({ mark, cells: bare.split(mark).length }))
  return counted.reduce((best, each) => (each.cells > best.cells ? each : best)).mark
}

function cellsOf(text: string, separator: string): string[] | null {
  if (!text.includes('"')) return text.split(separator, MAX_CELLS)
  const cells: string[] = []
  let at = 0
  while (cells.length < MAX_CELLS) {
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1)
      while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
      if (end === -1) return null
      cells.push(text.slice(at + 1, end).replaceAll('""', '"'))
      const next = text.indexOf(separator, end + 1)
      if (next === -1) return cells
      at = next + 1
    } else {
      const next = text.indexOf(separator, at)
      cells.push(text.slice(at, next === -1 ? undefined : next))
      if (next === -1) return cells
      at = next + 1
    }
  }
  return cells
}
