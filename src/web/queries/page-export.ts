/** The export of what the pages table shows: what the server filters by, and what the table does by itself. */
import * as z from 'zod/mini'
import { pageSchema } from '#shared/api/pages.ts'
import { sortPages } from '#shared/page-list.ts'
import type { ListExport } from './export-list.ts'
import type { PageFilter } from './pages.ts'

interface PageExport {
  websiteId: number
  /** Of an earlier crawl, null for the newest. */
  crawlId: number | null
  filter: PageFilter
}

export function pageExport({ websiteId, crawlId, filter }: PageExport): ListExport {
  const { sort: column, order = 'ascending', ...narrowed } = filter
  const list: ListExport = { websiteId, part: 'pages', query: { crawl: crawlId ?? undefined, ...narrowed } }
  if (column === undefined) return list
  const sort = { column, isDescending: order === 'descending' }
  return { ...list, arrangement: { view: { sort: column, order }, order: entries => placesOf(entries, sort) } }
}

/** Fields by which the table sorts, as the export has them. */
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
  responseTime: true,
})

function placesOf(entries: readonly unknown[], sort: Parameters<typeof sortPages>[1]): number[] {
  const pages = entries.map((entry, place) => ({ ...entrySchema.parse(entry), place }))
  return sortPages(pages, sort).map(({ place }) => place)
}
