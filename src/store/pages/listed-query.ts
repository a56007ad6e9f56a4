import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { assertNever } from '#shared/errors.ts'
import type { ChoiceColumnId, ColumnId, FieldColumnId, NumberColumnId, TextColumnId } from '#shared/page-columns.ts'
import { fieldOfColumn, isFieldColumn, pageColumns } from '#shared/page-columns.ts'
import { isOrder, type PageCondition } from '#shared/page-conditions.ts'
import type { PageKind } from '#shared/page-list.ts'
import type { CrawlDatabase } from '../database/database.ts'
import type { PageQuery } from './page-row.ts'

/** The pages list as the database filters and sorts it: one scan of its rows. */

/** Links and files that a page names come later than the page: what is not known yet is null, and stands last in either order. */
const numberColumns: Record<NumberColumnId, RawBuilder<number | null>> = {
  status: sql.ref('listed.status'),
  score: sql.ref('listed.structure_score'),
  words: sql.ref('listed.words'),
  alt: sql.ref('listed.images_without_alt'),
  depth: sql`case when listed.depth >= 0 then listed.depth end`,
  inlinks: sql.ref('listed.inlinks'),
  issues: sql.ref('listed.issues'),
  errors: sql.ref('listed.errors'),
  warnings: sql.ref('listed.warnings'),
  titleLength: sql.ref('listed.title_length'),
  descriptionLength: sql.ref('listed.description_length'),
  h1Count: sql.ref('listed.h1_count'),
  images: sql.ref('listed.images'),
  outlinks: sql.ref('listed.outlinks'),
  links: sql.ref('listed.link_score'),
  size: sql.ref('listed.bytes'),
  ttfb: sql.ref('listed.ttfb_ms'),
  time: sql.ref('listed.total_ms'),
  redirects: sql.ref('listed.redirects'),
  clicks: sql.ref('listed.clicks'),
  impressions: sql.ref('listed.impressions'),
  visits: sql.ref('listed.visits'),
  botRequests: sql.ref('listed.bot_requests'),
}

const textColumns: Record<TextColumnId, RawBuilder<string>> = {
  url: sql.ref('listed.url'),
  title: sql.ref('listed.title'),
  description: sql.ref('listed.description'),
  canonical: sql.ref('listed.canonical_url'),
  h1: sql.ref('listed.h1'),
  language: sql.ref('listed.language'),
  contentType: sql.ref('listed.content_type'),
  redirectUrl: sql.ref('listed.redirect_url'),
  copyOf: sql.ref('listed.copy_of'),
  lastBotVisit: sql.ref('listed.last_bot_visit'),
}

/** Texts for people are sorted whatever their case; URLs and codes by their characters. */
const foldedColumns: ReadonlySet<TextColumnId> = new Set(['title', 'description', 'h1'])

const choiceColumns: Record<ChoiceColumnId, RawBuilder<string>> = {
  indexability: sql.ref('listed.indexability'),
  // By the depth alone until the crawl has ended.
  foundBy: sql`coalesce(listed.found_by, case when listed.depth = 0 then 'start' when listed.depth > 0 then 'links' else 'sitemap' end)`,
}

const kinds: Record<PageKind, RawBuilder<SqlBool>> = {
  ok: sql`listed.status = 200`,
  // One hop, permanent, ending in 200: search engines pass the standing of the page on.
  redirects: sql`(listed.redirects = 1 and listed.status in (301, 308) and listed.final_status = 200)`,
  titles: sql`listed.title_length > 0`,
  descriptions: sql`listed.description_length > 0`,
}

/** Applies all filters but those by URL and by issue. */
export function selectListed(crawl: CrawlDatabase, query: PageQuery) {
  const { db, crawlId, specifics } = crawl
  const { statusClass, search, isPassed, indexability, depth, kind, numbers, conditions = [] } = query
  let chosen = db.selectFrom('page_list as listed').where('listed.crawl_id', '=', crawlId)
  if (statusClass !== undefined) chosen = chosen.where('listed.status_class', '=', statusClass)
  if (depth !== undefined) chosen = chosen.where('listed.depth', '=', depth)
  if (indexability !== undefined) chosen = chosen.where('listed.indexability', '=', indexability)
  if (numbers !== undefined) chosen = chosen.where('listed.number', 'in', numbers)
  if (kind !== undefined) chosen = chosen.where(kinds[kind])
  if (isPassed)
    chosen = chosen.where('listed.url_id', 'in', ({ selectFrom }) =>
      selectFrom('page').select('page.url_id').where('page.crawl_id', '=', crawlId).where('page.is_passed', '=', 1),
    )
  // One text, so that a search in any script folds it once.
  if (search) chosen = chosen.where(specifics.contains(sql`${textColumns.url} || ' ' || ${textColumns.title}`, search))
  for (const condition of conditions) chosen = chosen.where(meets(crawl, condition))
  return chosen
}

/** Of the pages that meet conditions. */
export interface PageFigures {
  pages: number
  passed: number
  /** Pages with an error, and with a warning; none until the crawl has ended. */
  withErrors: number
  withWarnings: number
}

/** The figures of the pages that meet conditions, by one scan. */
export async function readPageFigures(
  crawl: CrawlDatabase,
  conditions: readonly PageCondition[],
): Promise<PageFigures> {
  const row = await selectListed(crawl, { conditions })
    .leftJoin(
      ({ selectFrom }) =>
        selectFrom('page')
          .select('page.url_id')
          .where('page.crawl_id', '=', crawl.crawlId)
          .where('page.is_passed', '=', 1)
          .as('passed'),
      join => join.onRef('passed.url_id', '=', 'listed.url_id'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('pages'),
      fn.count<number>('passed.url_id').as('passed'),
      sql<number>`count(case when listed.errors > 0 then 1 end)`.as('withErrors'),
      sql<number>`count(case when listed.warnings > 0 then 1 end)`.as('withWarnings'),
    ])
    .executeTakeFirstOrThrow()
  return {
    pages: Number(row.pages),
    passed: Number(row.passed),
    withErrors: Number(row.withErrors),
    withWarnings: Number(row.withWarnings),
  }
}

/** What rows are ordered by; those that are equal stay in the order of the crawl. Reversed, from the end of the list to its beginning. */
export function listedOrder({ sort }: PageQuery, isReversed = false): RawBuilder<unknown> {
  const onward = sql.raw(isReversed ? 'desc' : 'asc')
  const inCrawl = sql`listed.number ${onward}, listed.url_id ${onward}`
  if (!sort) return inCrawl
  const { column, isDescending } = sort
  const direction = sql.raw(isDescending === isReversed ? 'asc' : 'desc')
  if (isFieldColumn(column)) {
    const [value, number] = [ofField(column, 'value'), ofField(column, 'number')]
    // Numbers by their size before texts; what a page does not have is last in either order.
    return sql`coalesce(${value}, '') = '' ${onward}, ${number} is null ${onward}, ${number} ${direction}, lower(${value}) ${direction}, ${inCrawl}`
  }
  if (isNumber(column)) {
    const value = numberColumns[column]
    return sql`${value} is null ${onward}, ${value} ${direction}, ${inCrawl}`
  }
  if (!isText(column)) return sql`${choiceColumns[column]} ${direction}, ${inCrawl}`
  const value = textColumns[column]
  const folded = foldedColumns.has(column) ? sql`lower(${value})` : value
  return sql`${value} = '' ${onward}, ${folded} ${direction}, ${inCrawl}`
}

/** What a row has of a custom field; null where it has nothing. */
function ofField<Kept extends 'value' | 'number'>(
  column: FieldColumnId,
  kept: Kept,
): RawBuilder<(Kept extends 'value' ? string : number) | null> {
  return sql`(select page_field.${sql.ref(kept)} from page_field where page_field.crawl_id = listed.crawl_id
    and page_field.url_id = listed.url_id and page_field.field = ${fieldOfColumn(column)})`
}

function isText(column: Exclude<ColumnId, FieldColumnId>): column is TextColumnId {
  return pageColumns[column].kind === 'text'
}

function isNumber(column: Exclude<ColumnId, FieldColumnId>): column is NumberColumnId {
  return pageColumns[column].kind === 'number'
}

function meets({ specifics }: CrawlDatabase, condition: PageCondition): RawBuilder<SqlBool> {
  if ('from' in condition) {
    const value = isFieldColumn(condition.column)
      ? ofField(condition.column, 'number')
      : numberColumns[condition.column]
    return sql<SqlBool>`(${value} >= ${condition.from} and ${value} <= ${condition.to})`
  }
  if (!('value' in condition)) {
    const isEmpty = emptyOf(condition.column)
    return condition.operator === 'empty' ? sql<SqlBool>`${isEmpty}` : sql<SqlBool>`not ${isEmpty}`
  }
  const { column, operator, value } = condition
  const known = knownOf(column, operator)
  switch (operator) {
    case 'is':
      return sql<SqlBool>`${known} = ${value}`
    case 'not':
      return sql<SqlBool>`(${known} is null or ${known} <> ${value})`
    case 'over':
      return sql<SqlBool>`${known} > ${value}`
    case 'under':
      return sql<SqlBool>`${known} < ${value}`
    case 'contains':
      return sql<SqlBool>`${specifics.contains(textOf(column), value)}`
    case 'not-contains':
      return sql<SqlBool>`not (${specifics.contains(textOf(column), value)})`
    case 'starts':
      return sql<SqlBool>`substr(${known}, 1, ${[...value].length}) = ${value}`
    default:
      return assertNever(operator)
  }
}

/** Numbers of fields are compared by order alone: a text is equal to a text. */
function knownOf(column: ColumnId, operator: string): RawBuilder<unknown> {
  if (isFieldColumn(column)) return isOrder(operator) ? ofField(column, 'number') : textOf(column)
  return isNumber(column) ? numberColumns[column] : isText(column) ? textColumns[column] : choiceColumns[column]
}

function textOf(column: TextColumnId | FieldColumnId): RawBuilder<string> {
  return isFieldColumn(column) ? sql`coalesce(${ofField(column, 'value')}, '')` : textColumns[column]
}

function emptyOf(column: NumberColumnId | TextColumnId | FieldColumnId): RawBuilder<SqlBool> {
  if (isFieldColumn(column)) return sql`(${textOf(column)} = '')`
  return isText(column) ? sql`(${textColumns[column]} = '')` : sql`(${numberColumns[column]} is null)`
}
