import { AppError } from '../errors.ts'
import { indexabilities } from '../indexability.ts'
import { type ColumnId, columnIdOf, pageColumnIds } from '../page-columns.ts'
import { MAX_CONDITIONS, type PageCondition, readConditions } from '../page-conditions.ts'
import { MAX_CHOSEN_PAGES, pageKinds, pageStatuses, sortOrders } from '../page-list.ts'
import { choice, flag, ids, type Parameter, text, url, whole } from './query.ts'
import { MAX_ISSUE_ID, segment } from './values.ts'

/** Which rows and columns of the pages list a request wants, and in which order. The server alone reads it: it is not in the bundle. */

const MAX_PAGE_ID = 1e9
const SITEMAP_ONLY_DEPTH = -1
const MAX_DEPTH = 1e9

/** Room for every condition with its longest text. */
const MAX_FILTERS_TEXT = 8_000

const filters: Parameter<PageCondition[]> = {
  about:
    'Only pages that meet all of these conditions, separated by semicolons, each of a column, an operator and a value: ' +
    '`words:under:1000;url:not-contains:/20;depth:between:1..3`. Numbers: is, not, over, under, between. Texts: contains, ' +
    'not-contains (both ignoring case), starts, is, not. Choices: is, not. Both numbers and texts: empty, not-empty. Custom fields, ' +
    '`field.` and the name, and how often a page contains a custom search, `search.` and its text with %25, %3A, %3B and %2C for %, :, ; and the comma: ' +
    'those of texts and over, under, between. In a value, %3B ' +
    `is a semicolon and %25 a percent sign, before the URL encodes them. At most ${MAX_CONDITIONS} conditions. The columns are those of \`sort\`.`,
  schema: { type: 'string', maxLength: MAX_FILTERS_TEXT },
  read(sent, name) {
    const conditions = sent.length > MAX_FILTERS_TEXT ? null : readConditions(sent)
    if (conditions === null)
      throw new AppError('bad-request', `${name} must be conditions such as words:under:1000;title:contains:oak`)
    return conditions.length === 0 ? undefined : conditions
  },
}

/** Which rows of the pages list. */
export const pageFilters = {
  status: choice({
    about: 'Only pages whose status code is of this class; none: pages without a response.',
    of: pageStatuses,
  }),
  depth: whole({
    about: 'Only pages of this crawl depth; -1 for those that only a sitemap lists.',
    min: SITEMAP_ONLY_DEPTH,
    max: MAX_DEPTH,
  }),
  kind: choice({
    about:
      'Only pages with status 200 (ok), with one permanent redirect to a 200 (redirects), with a title, or with a meta description.',
    of: pageKinds,
  }),
  search: text({ about: 'Only rows that contain this text, ignoring case.' }),
  url: url({ about: 'Only the page with this URL.' }),
  indexability: choice({
    about: 'Only pages that search engines may index (indexable), or that they may not for this reason.',
    of: indexabilities,
  }),
  issue: whole({ about: 'Only the pages that this issue affects, by its id.', min: 1, max: MAX_ISSUE_ID }),
  filters,
  segment,
  ids: ids({ about: 'Only these pages, by their ids.', max: MAX_PAGE_ID, atMost: MAX_CHOSEN_PAGES }),
  passed: flag({ about: 'With true, only pages without an error or warning of their own.' }),
} as const

const MAX_COLUMN = 100
const COLUMNS = `one of ${pageColumnIds.join(', ')}, or field. and the name of a custom field`

function columnOf(sent: string, name: string): ColumnId {
  const column = columnIdOf(sent)
  if (column === null) throw new AppError('bad-request', `${name} must be ${COLUMNS}`)
  return column
}

/** How the rows of the pages list are sorted. */
export const pageOrder = {
  sort: {
    about: `Column to sort by; without it, rows are in the order of the crawl. What is not known comes last. It is ${COLUMNS}.`,
    schema: { type: 'string', maxLength: MAX_COLUMN },
    read: columnOf,
  } satisfies Parameter<ColumnId>,
  order: choice({ about: 'Direction of `sort`.', of: sortOrders, fallback: 'ascending' }),
} as const

/** Which columns a file of the pages list has, in each format. */
export const pageColumnChoice = {
  columns: {
    about: `Columns of the pages list, in this order; without it, all fields of the pages. Each is ${COLUMNS}.`,
    schema: { type: 'string', maxLength: MAX_COLUMN },
    isCommaList: true,
    read(sent, name) {
      const parts = new Set(sent.split(',').map(part => part.trim()))
      parts.delete('')
      return parts.size === 0 ? undefined : [...parts].map(part => columnOf(part, name))
    },
  } satisfies Parameter<ColumnId[]>,
} as const
