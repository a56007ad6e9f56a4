/** The export of what the list of passed pages shows: the server knows which pages passed, the screen which are of a kind. */
import * as z from 'zod/mini'
import { pageSchema } from '#shared/api/pages.ts'
import type { ListExport } from '../../queries/export-list.ts'
import { type PassedPage, type PassedView, visiblePassed } from './passed-pages.ts'

interface PassedExport {
  websiteId: number
  /** Of an earlier crawl, null for the newest. */
  crawlId: number | null
  view: PassedView
  /** All passed pages. */
  pages: readonly PassedPage[]
}

export function passedExport({ websiteId, crawlId, view, pages }: PassedExport): ListExport {
  const query = { crawl: crawlId ?? undefined, passed: true, search: view.search.trim() }
  const list: ListExport = { websiteId, part: 'pages', query }
  if (view.kind === null) return list
  const shown = new Set(visiblePassed(pages, view).map(page => page.url))
  return { ...list, arrangement: { view: { kind: view.kind }, order: entries => placesOf(entries, shown) } }
}

const entrySchema = z.object({ url: pageSchema.shape.url })

function placesOf(entries: readonly unknown[], shown: ReadonlySet<string>): number[] {
  return entries.flatMap((entry, place) => (shown.has(entrySchema.parse(entry).url) ? [place] : []))
}
