/** The export of the pages table: the filters of the server, and the sorting of the table. */
import * as z from 'zod/mini'
import { pageSchema } from '#shared/api/pages.ts'
import { sortPages } from '#shared/page-list.ts'
import type { ListExport } from './export-list.ts'
import type { PageFilter } from './pages.ts'

interface PageExport {
  websiteId: number
  /** An earlier crawl; null is the newest. */
  crawlId: number | null
  filter: PageFilter
}

export function pageExport({ websiteId, crawlId, filter }: PageExport): ListExport {
  const { sort: column, order = 'ascending', ...narrowed } = filter
  const list: ListExport = { websiteId, part: 'pages', query: { crawl: crawlId ?? undefined, ...narrowed } }
  if (column === undefined) return list
  const sort = { column, isDescending: order === 'descending' }
  return { ...list, arrangement: { view: { sort: column, order }, order: entries => indicesOf(entries, sort) } }
}

/** The fields by which the table sorts. */
const entrySchema = z.pick(pageSchema, {
  url: true,
  statusCode: true,
  title: true,
  metaDescription: true,
  h1: true,
  h1Count: true,
  h2Count: true,
  h3Count: true,
  pCount: true,
  totalImages: true,
  missingAltTags: true,
  emptyAltTags: true,
  depth: true,
  linkScore: true,
  inlinkCount: true,
  responseTime: true,
})

function indicesOf(entries: readonly unknown[], sort: Parameters<typeof sortPages>[1]): number[] {
  const pages = entries.map((entry, index) => ({ ...entrySchema.parse(entry), index }))
  return sortPages(pages, sort).map(({ index }) => index)
}
