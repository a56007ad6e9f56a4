import { affectedPageTable } from './affected-page-table.ts'
import { csvExport } from './csv.ts'
import type { ExportFormat } from './export-format.ts'
import { githubAnnotations } from './github-annotations.ts'
import { imageTable } from './image-table.ts'
import { issueTable, mutedTable } from './issue-table.ts'
import { jsonExport } from './json.ts'
import { junitExport } from './junit.ts'
import { languageTable } from './language-table.ts'
import { linkTable } from './link-table.ts'
import { markdownSummary } from './markdown.ts'
import { notCrawledTable } from './not-crawled-table.ts'
import { pageTable } from './page-table.ts'
import { sarifExport } from './sarif.ts'
import { ticketTable } from './ticket-table.ts'
import { visitTable } from './visit-table.ts'

/**
 * The formats in which a whole report leaves the product. Each is a stream of text over bounded batches, so that no export ever
 * holds all rows of a crawl; none of them writes a file or a response.
 */
export const exportFormats = {
  csv: { mediaType: 'text/csv; charset=utf-8', write: csvExport },
  json: { mediaType: 'application/json; charset=utf-8', write: jsonExport },
  junit: { mediaType: 'application/xml; charset=utf-8', write: junitExport },
  sarif: { mediaType: 'application/sarif+json; charset=utf-8', write: sarifExport },
  github: { mediaType: 'text/plain; charset=utf-8', write: githubAnnotations },
  markdown: { mediaType: 'text/markdown; charset=utf-8', write: markdownSummary },
} as const satisfies Record<string, ExportFormat>
export type ExportFormatName = keyof typeof exportFormats

/** The lists of a crawl that leave the product one by one. */
export const exportTables = {
  issues: issueTable,
  'affected-pages': affectedPageTable,
  pages: pageTable([]),
  'not-crawled': notCrawledTable,
  languages: languageTable,
  links: linkTable,
  images: imageTable,
  muted: mutedTable,
  tickets: ticketTable,
  visits: visitTable,
} as const
