/** The export of what the pages table shows: what the server filters by, and what the table does by itself. */
import * as z from 'zod/mini'
import { pageSchema } from '#shared/api/pages.ts'
import type { ListExport } from '../../queries/export-list.ts'
import { type PageView, statusClasses, visiblePages } from './page-rows.ts'

interface PageExport {
  websiteId: number
  /** Of an earlier crawl, null for the newest. */
  crawlId: number | null
  view: PageView
}

export function pageExport({ websiteId, crawlId, view }: PageExport): ListExport {
  const { search, status, depth, sort } = view
  const isStatusClass = statusClasses.some(statusClass => statusClass === status)
  const query = { crawl: crawlId ?? undefined, search: search.trim(), status: isStatusClass ? status : '' }
  const ownView = {
    ...(status !== '' && !isStatusClass && { status }),
    ...(depth !== null && { depth }),
    ...(sort && { sort: sort.column, order: sort.direction }),
  }
  const list: ListExport = { websiteId, part: 'pages', query }
  if (Object.keys(ownView).length === 0) return list
  return { ...list, arrangement: { view: ownView, order: entries => placesOf(entries, view) } }
}

/** Fields by which the table filters and sorts, as the export has them. */
const entrySchema = z.extend(
  z.pick(pageSchema, {
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
  }),
  { number: pageSchema.shape.id },
)

function placesOf(entries: readonly unknown[], view: PageView): number[] {
  const pages = entries.map((entry, place) => {
    const { number, ...page } = entrySchema.parse(entry)
    return { ...page, id: number, place }
  })
  return visiblePages(pages, view).map(({ place }) => place)
}
