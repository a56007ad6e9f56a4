import { MAX_VISIT_URLS, noVisits, type UrlVisits } from '#shared/visits.ts'
import { keptUrl, reduceUrls, type Site } from './count-requests.ts'
import { csvReader, separatorOf } from './csv-rows.ts'
import { requestedUrl } from './requested-url.ts'

/** Exports as CSV: the Pages report of Search Console, in any language, and a table of analytics with a URL or path and a number. */

export interface TableColumns {
  kind: 'search' | 'analytics'
  separator: string
  url: number
  /** Clicks, or the number of analytics. */
  value: number
  /** Of analytics, as the file names it. */
  valueName: string
}

const URL_HEADER =
  /^(?:top )?(?:url|page|pages|path|landing ?page|page ?path.*|page location|seite[n]?|häufigste seiten|seitenpfad.*|zielseite|adresse|pages? de destination|pages? (?:les plus|principales|populaires).*|página[s]?.*|pagina['’]?s?.*|pagine.*|landingspagina.*|strony.*|side[r]?|sid[oa]r?.*|ページ.*|페이지.*|页面.*|网页.*)$/iu
const VISIT_HEADER =
  /^(?:sessions?|visits?|(?:screen )?(?:page)?views?|pageviews|hits|users?|sitzungen|aufrufe|seitenaufrufe|besuche|nutzer|vues|visites|utilisateurs|sesiones|visitas|vistas|usuarios|sessioni|visite|visualizzazioni|sessies|weergaven|odsłony|sesje)$/iu
/** As Search Console writes them: page, clicks, impressions, CTR, position. */
const SEARCH_CELLS = 5
const MAX_HEADER_LINES = 20

/**
 * What the columns of an export mean; null for what is none. `named` is the column of analytics that a person chose.
 *
 * The Pages report has the same five columns in every language: a URL, two whole numbers, a percentage and a decimal number.
 */
export function tableColumns(lines: readonly string[], named?: string): TableColumns | null {
  const rows = lines.filter(isTable).slice(0, MAX_HEADER_LINES)
  const [header, ...values] = rows
  if (header === undefined) return null
  const separator = separatorOf(header)
  const reader = csvReader(separator)
  const names = (reader.row(header) ?? []).map(name => name.replace(/^\uFEFF/, '').trim())
  const cells = values.map(line => reader.row(line)).filter(row => row !== null)
  const url = urlColumn(names, cells)
  if (url === -1 || cells.length === 0) return null
  if (named === undefined && url === 0 && cells.every(isSearchRow))
    return { kind: 'search', separator, url, value: 1, valueName: '' }
  const value = valueColumn(names, { cells, url, named })
  return value === -1 ? null : { kind: 'analytics', separator, url, value, valueName: names[value] ?? '' }
}

/** Analytics begins its exports with notes. */
function isTable(line: string): boolean {
  return line.trim() !== '' && line[0] !== '#'
}

function urlColumn(names: readonly string[], rows: readonly string[][]): number {
  const isUrl = (column: number) =>
    rows.length > 0 && rows.every(row => /^(?:https?:\/\/|\/)/i.test(row[column]?.trim() ?? ''))
  const byValue = names.findIndex((_, column) => isUrl(column))
  return byValue === -1 ? names.findIndex(name => URL_HEADER.test(name)) : byValue
}

function isSearchRow(row: readonly string[]): boolean {
  const [url = '', clicks = '', impressions = '', rate = '', position = ''] = row
  return (
    row.length === SEARCH_CELLS &&
    /^https?:\/\//i.test(url) &&
    numberOf(clicks) !== null &&
    numberOf(impressions) !== null &&
    /%/.test(rate) &&
    numberOf(position, { isDecimal: true }) !== null
  )
}

function valueColumn(
  names: readonly string[],
  { cells, url, named }: { cells: readonly string[][]; url: number; named: string | undefined },
): number {
  if (named !== undefined) return names.findIndex(name => name.toLowerCase() === named.trim().toLowerCase())
  const isNumber = (column: number) => column !== url && cells.every(row => numberOf(row[column] ?? '') !== null)
  const recognised = names.findIndex((name, column) => VISIT_HEADER.test(name) && isNumber(column))
  return recognised === -1 ? names.findIndex((_, column) => isNumber(column)) : recognised
}

export interface CountedRows {
  counted: number
  otherHosts: number
  urls: Map<string, UrlVisits>
  further: number
}

export function createRowCounter(columns: TableColumns, site: Site) {
  const found: CountedRows = { counted: 0, otherHosts: 0, urls: new Map(), further: 0 }
  const reader = csvReader(columns.separator)
  let isHeader = true
  return {
    found,
    /** False for a line that is no row of the table. */
    count(line: string): boolean {
      if (!isTable(line)) return true
      const row = reader.row(line)
      if (row === null) return true
      if (isHeader) {
        isHeader = false
        return true
      }
      const target = row[columns.url]?.trim() ?? ''
      const value = numberOf(row[columns.value] ?? '')
      const url = value === null ? null : requestedUrl({ target, host: '', scheme: '' }, site)
      if (url === null || value === null) return false
      if (url === 'foreign') found.otherHosts += 1
      else addRow(found, keptUrl(url, site), columns.kind === 'search' ? searchOf(row, value) : { sessions: value })
      return true
    },
  }
}

function searchOf(row: readonly string[], clicks: number): Partial<UrlVisits> {
  const impressions = numberOf(row[2] ?? '') ?? 0
  const position = numberOf(row[4] ?? '', { isDecimal: true }) ?? 0
  return { clicks, impressions, weightedPosition: position * impressions }
}

function addRow(
  found: CountedRows,
  url: string,
  { clicks = 0, impressions = 0, weightedPosition = 0, sessions = 0 }: Partial<UrlVisits>,
): void {
  found.counted += 1
  if (!found.urls.has(url) && found.urls.size >= 2 * MAX_VISIT_URLS)
    found.further += reduceUrls(found.urls, MAX_VISIT_URLS)
  const visits = found.urls.get(url) ?? noVisits(url)
  visits.clicks += clicks
  visits.impressions += impressions
  visits.weightedPosition += weightedPosition
  visits.sessions += sessions
  found.urls.set(url, visits)
}

const GROUPED_NUMBER = /^\d{1,3}(?:([.,'’\s])\d{3})(?:\1\d{3})*$/
const DECIMAL_NUMBER = /^(\d[\d.,'’\s]*?)[.,](\d{1,9})$/
const MAX_NUMBER_TEXT = 40

/**
 * A number as tools write it for people, in any language: `1,234`, `1.234`, `1 234`, `12,5 %`, `<1`; null for what is none. A point or
 * comma before exactly three digits parts thousands, unless `isDecimal` says otherwise.
 */
function numberOf(text: string, { isDecimal = false }: { isDecimal?: boolean } = {}): number | null {
  const bare = text
    .trim()
    .replace(/^[<>~]\s*/, '')
    .replace(/\s*%$/, '')
  if (bare === '' || bare.length > MAX_NUMBER_TEXT) return null
  if (/^\d+$/.test(bare)) return Number(bare)
  if (!isDecimal && GROUPED_NUMBER.test(bare)) return Number(bare.replace(/\D/g, ''))
  const [, whole = '', fraction = ''] = DECIMAL_NUMBER.exec(bare) ?? []
  return whole === '' ? null : Number(`${whole.replace(/\D/g, '')}.${fraction}`)
}
