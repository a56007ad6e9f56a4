import { isKnownDepth, LISTED_FIRST_NUMBER } from './crawl-depth.ts'
import { fieldsOf, isFieldName } from './custom-fields.ts'
import { indexabilities, indexabilityLabels } from './indexability.ts'
import { type PageOrigin, pageOrigins } from './page-list.ts'
import { isTextSearch, searchName } from './text-searches.ts'

/** The columns of the pages list: shown, filtered and sorted by these names on the screen, in the API and in files. */

export type PageColumnKind = 'number' | 'text' | 'choice' | 'field'

export const pageOriginLabels: Readonly<Record<PageOrigin, string>> = {
  start: 'Start URL',
  links: 'Links',
  redirect: 'Redirect',
  sitemap: 'Sitemap',
  list: 'List of URLs',
}

interface PageColumn {
  label: string
  kind: PageColumnKind
  /** What a number counts. */
  unit?: string
  /** Values of a choice, with their labels. */
  options?: readonly { value: string; label: string }[]
}

const indexabilityOptions = indexabilities.map(value => ({ value, label: indexabilityLabels[value] }))
const originOptions = pageOrigins.map(value => ({ value, label: pageOriginLabels[value] }))

/** In the order in which they are offered. */
export const pageColumns = {
  url: { label: 'URL', kind: 'text' },
  status: { label: 'Status', kind: 'number' },
  indexability: { label: 'Indexability', kind: 'choice', options: indexabilityOptions },
  title: { label: 'Title', kind: 'text' },
  score: { label: 'Structure score', kind: 'number' },
  words: { label: 'Words', kind: 'number' },
  alt: { label: 'Images without alt text', kind: 'number' },
  depth: { label: 'Depth', kind: 'number' },
  inlinks: { label: 'Inlinks', kind: 'number' },
  issues: { label: 'Issues', kind: 'number' },
  errors: { label: 'Errors', kind: 'number' },
  warnings: { label: 'Warnings', kind: 'number' },
  titleLength: { label: 'Title length', kind: 'number', unit: 'characters' },
  description: { label: 'Meta description', kind: 'text' },
  descriptionLength: { label: 'Meta description length', kind: 'number', unit: 'characters' },
  canonical: { label: 'Canonical URL', kind: 'text' },
  h1: { label: 'H1', kind: 'text' },
  h1Count: { label: 'H1 count', kind: 'number' },
  language: { label: 'Language', kind: 'text' },
  images: { label: 'Images', kind: 'number' },
  outlinks: { label: 'Outlinks', kind: 'number' },
  links: { label: 'Link score', kind: 'number' },
  size: { label: 'Size', kind: 'number', unit: 'bytes' },
  ttfb: { label: 'Time to first byte', kind: 'number', unit: 'ms' },
  time: { label: 'Response time', kind: 'number', unit: 'ms' },
  contentType: { label: 'Content type', kind: 'text' },
  redirects: { label: 'Redirects', kind: 'number' },
  redirectUrl: { label: 'Redirects to', kind: 'text' },
  foundBy: { label: 'Found by', kind: 'choice', options: originOptions },
  copyOf: { label: 'Copy of', kind: 'text' },
  clicks: { label: 'Clicks', kind: 'number' },
  impressions: { label: 'Impressions', kind: 'number' },
  visits: { label: 'Visits', kind: 'number' },
  botRequests: { label: 'Bot requests', kind: 'number' },
  lastBotVisit: { label: 'Last bot visit', kind: 'text' },
} as const satisfies Record<string, PageColumn>

export type PageColumnId = keyof typeof pageColumns
type ColumnOfKind<Kind extends PageColumnKind> = {
  [Id in PageColumnId]: (typeof pageColumns)[Id]['kind'] extends Kind ? Id : never
}[PageColumnId]
export type NumberColumnId = ColumnOfKind<'number'>
export type TextColumnId = ColumnOfKind<'text'>
export type ChoiceColumnId = ColumnOfKind<'choice'>

/** A column of a custom field, whose values may be texts or numbers; or of a custom search: how often a page contains its text. */
export type FieldColumnId = `field.${string}` | `search.${string}`
export type ColumnId = PageColumnId | FieldColumnId

const FIELD_PREFIX = 'field.'
const SEARCH_PREFIX = 'search.'

/** Columns of what a crawl reads of its pages: its custom fields, then its searches. */
export function fieldColumnsOf(options: {
  fields: readonly string[]
  requiredTexts: readonly string[]
  unwantedTexts: readonly string[]
}): FieldColumnId[] {
  const searches = new Set([...options.requiredTexts, ...options.unwantedTexts])
  return [...fieldsOf(options.fields).map(({ name }) => fieldColumnOf(name)), ...[...searches].map(searchColumnOf)]
}

export function fieldColumnOf(name: string): FieldColumnId {
  return `${FIELD_PREFIX}${name}`
}

/** What stands between columns and conditions is escaped as in a URL: `search.text%3A imprint`. */
function searchColumnOf(rule: string): FieldColumnId {
  return `${SEARCH_PREFIX}${rule.replaceAll(/[%:;,]/g, encodeURIComponent)}`
}

export function isFieldColumn(id: string): id is FieldColumnId {
  if (id.startsWith(FIELD_PREFIX)) return isFieldName(id.slice(FIELD_PREFIX.length))
  return id.startsWith(SEARCH_PREFIX) && isTextSearch(searchOfColumn(id))
}

/** Whether a column holds how often a page contains a text. */
export function isSearchColumn(id: ColumnId): boolean {
  return id.startsWith(SEARCH_PREFIX)
}

function searchOfColumn(id: string): string {
  return id.slice(SEARCH_PREFIX.length).replaceAll(/%(?:25|3A|3B|2C)/gi, decodeURIComponent)
}

/** The name of the field that a column shows; a search has its text in quotation marks. */
export function fieldOfColumn(id: FieldColumnId): string {
  return isSearchColumn(id) ? searchName(searchOfColumn(id)) : id.slice(FIELD_PREFIX.length)
}

/** A column by its name, such as that of a parameter; null for a text that is none. */
export function columnIdOf(text: string): ColumnId | null {
  return isColumnId(text) || isFieldColumn(text) ? text : null
}

const isColumnId = (id: string): id is PageColumnId => Object.hasOwn(pageColumns, id)
export const pageColumnIds: readonly PageColumnId[] = Object.keys(pageColumns).filter(isColumnId)

function isOfKind<Kind extends PageColumnKind>(kind: Kind) {
  return (id: PageColumnId): id is ColumnOfKind<Kind> => pageColumns[id].kind === kind
}
export const numberColumnIds: readonly NumberColumnId[] = pageColumnIds.filter(isOfKind('number'))
export const textColumnIds: readonly TextColumnId[] = pageColumnIds.filter(isOfKind('text'))
export const choiceColumnIds: readonly ChoiceColumnId[] = pageColumnIds.filter(isOfKind('choice'))

/** A column as code reads it that takes any of them. */
export function pageColumn(id: ColumnId): PageColumn {
  return isFieldColumn(id) ? { label: fieldOfColumn(id), kind: 'field' } : pageColumns[id]
}

/** What the list shows until another choice is made. */
export const defaultPageColumns: readonly PageColumnId[] = [
  'url',
  'status',
  'indexability',
  'title',
  'score',
  'words',
  'alt',
  'depth',
  'inlinks',
  'issues',
]

/** How a URL was found, by the page that names it first. */
export function pageOriginOf(url: { depth: number; firstNumber: number; redirectDepth: number }): PageOrigin {
  if (url.redirectDepth > 0) return 'redirect'
  if (isKnownDepth(url.depth)) return url.depth === 0 ? 'start' : 'links'
  if (url.firstNumber === LISTED_FIRST_NUMBER) return 'sitemap'
  return url.firstNumber === 0 ? 'list' : 'links'
}
