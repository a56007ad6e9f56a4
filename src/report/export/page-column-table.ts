import * as z from 'zod/mini'
import type { PageResponse } from '#shared/api/pages.ts'
import { isKnownDepth } from '#shared/crawl-depth.ts'
import { indexabilityLabels } from '#shared/indexability.ts'
import {
  type ColumnId,
  fieldOfColumn,
  isFieldColumn,
  type PageColumnId,
  pageColumn,
  pageOriginLabels,
} from '#shared/page-columns.ts'
import { structureScore } from '#shared/page-score.ts'
import { type PageFilter, pageBatches } from '../batches.ts'
import { pageResponse } from '../page-list.ts'
import { type Cell, type ExportTable, exportTable } from './export-table.ts'

/** The pages list with the columns that a person has chosen, in their order. */
export function pageColumnTable(columns: readonly ColumnId[]): ExportTable<PageFilter> {
  return exportTable<PageResponse, PageFilter>({
    columns: columns.map(id => {
      const { label, unit } = pageColumn(id)
      const head = unit === undefined ? label : `${label} (${unit})`
      return { key: id, head, about: head, schema: pageCellSchema, value: cellOf(id) }
    }),
    async *batches({ filter, ...source }) {
      for await (const rows of pageBatches(source, filter)) yield rows.map(row => pageResponse(row, 0))
    },
  })
}

export const pageCellSchema = z.nullable(z.union([z.string(), z.number()]))

function cellOf(id: ColumnId): (page: PageResponse) => Cell {
  return isFieldColumn(id) ? fieldCell(fieldOfColumn(id)) : pageValues[id]
}

/** The value of a custom field: numbers are numbers in files, too. */
export function fieldCell(field: string): (page: PageResponse) => Cell {
  return ({ fields = [] }) => {
    const value = fields.find(({ name }) => name === field)
    return value === undefined || value.text === '' ? null : (value.number ?? value.text)
  }
}

/** What stands in each column; null where nothing is known. */
const pageValues: Record<PageColumnId, (page: PageResponse) => Cell> = {
  url: page => page.url,
  status: page => page.statusCode,
  indexability: page => indexabilityLabels[page.indexability],
  title: page => page.title,
  score: page => structureScore(page),
  words: page => page.wordCount,
  alt: page => (page.wordCount === null ? null : page.missingAltTags + page.emptyAltTags),
  depth: page => (isKnownDepth(page.depth) ? page.depth : null),
  inlinks: page => (page.issueCount === null ? null : page.inlinkCount),
  issues: page => page.issueCount,
  errors: page => page.errorCount,
  warnings: page => page.warningCount,
  titleLength: page => (page.wordCount === null ? null : (page.title?.length ?? 0)),
  description: page => page.metaDescription,
  descriptionLength: page => (page.wordCount === null ? null : (page.metaDescription?.length ?? 0)),
  canonical: page => page.canonicalUrl,
  h1: page => page.h1,
  h1Count: page => (page.wordCount === null ? null : page.h1Count),
  language: page => page.lang,
  images: page => (page.wordCount === null ? null : page.totalImages),
  outlinks: page => page.outlinks,
  links: page => page.linkScore,
  size: page => page.size,
  ttfb: page => page.ttfb,
  time: page => page.responseTime,
  contentType: page => page.contentType,
  redirects: page => page.hops.length,
  redirectUrl: page => page.redirectUrl,
  foundBy: page => pageOriginLabels[page.foundBy],
  copyOf: page => page.copyOf,
  clicks: page => page.clicks,
  impressions: page => page.impressions,
  visits: page => page.visits,
  botRequests: page => page.botRequests,
  lastBotVisit: page => page.lastBotVisit,
}
