/** What the pages list shows: read from the query string, where anyone may write anything, and written to it. */
import { type ColumnId, columnIdOf, defaultPageColumns } from '#shared/page-columns.ts'
import { conditionOf, type PageCondition, readConditions, writeConditions } from '#shared/page-conditions.ts'
import { type PageStatus, pageStatuses, type SortOrder } from '#shared/page-list.ts'
import type { PageFilter } from '../../queries/pages.ts'

/** Keep in step with `PageView`. `indexability` and `depth` are those of links from other screens. */
export const viewDefaults = {
  search: '',
  status: '',
  indexability: '',
  depth: '',
  filters: '',
  segment: '',
  columns: '',
  sort: '',
  order: 'ascending',
}
export type ViewState = typeof viewDefaults

export interface PageView {
  search: string
  status: PageStatus | undefined
  /** Name of a segment; '' for all pages. */
  segment: string
  conditions: readonly PageCondition[]
  columns: readonly ColumnId[]
  sort: ColumnId | undefined
  order: SortOrder
}

/** `fields` are the columns of the custom fields of the crawl: shown until another choice is made. */
export function readView(state: ViewState, fields: readonly ColumnId[] = []): PageView {
  return {
    search: state.search.trim(),
    status: pageStatuses.find(status => status === state.status),
    segment: state.segment,
    conditions: [...linkedConditions(state), ...(readConditions(state.filters) ?? [])],
    columns: readColumns(state.columns, fields),
    sort: columnIdOf(state.sort) ?? undefined,
    order: state.order === 'descending' ? 'descending' : 'ascending',
  }
}

/** The parameters of conditions; those of other screens become conditions like any others. */
export function writeFilters(conditions: readonly PageCondition[]) {
  return { filters: writeConditions(conditions), indexability: '', depth: '', page: '1' }
}

/** '' for the columns that are shown without a choice. */
export function writeColumns(columns: readonly ColumnId[], fields: readonly ColumnId[] = []): string {
  const text = columns.join(',')
  return text === [...defaultPageColumns, ...fields].join(',') ? '' : text
}

/** The query parameters of the list. */
export function filterOf({ search, status, segment, conditions, sort, order }: PageView): PageFilter {
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(segment && { segment }),
    ...(conditions.length > 0 && { filters: writeConditions(conditions) }),
    ...(sort && { sort, order }),
  }
}

/** The same view has the same text, in whichever way its parameters are written. */
export function viewText(state: ViewState): string {
  const { search, status, segment, conditions, columns, sort, order } = readView(state)
  const parameters = new URLSearchParams({
    search,
    status: status ?? '',
    segment,
    filters: writeConditions(conditions),
    columns: writeColumns(columns),
    sort: sort ?? '',
    order: sort && order === 'descending' ? order : '',
  })
  for (const [name, value] of [...parameters]) if (value === '') parameters.delete(name)
  return String(parameters)
}

function linkedConditions({ indexability, depth }: ViewState): PageCondition[] {
  const found = [
    conditionOf({ column: 'indexability', operator: 'is', value: indexability }),
    depth === '-1'
      ? conditionOf({ column: 'foundBy', operator: 'is', value: 'sitemap' })
      : conditionOf({ column: 'depth', operator: 'is', value: depth }),
  ]
  return found.filter(condition => condition !== null)
}

/** The URL comes first, whatever is written. */
function readColumns(text: string, fields: readonly ColumnId[]): readonly ColumnId[] {
  const written = new Set(text.split(','))
  if (text === '') return [...defaultPageColumns, ...fields]
  const known = [...written].flatMap(name => columnIdOf(name) ?? [])
  return ['url', ...known.filter(id => id !== 'url')]
}
