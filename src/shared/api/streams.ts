import { comparedPageChanges } from '../changes.ts'
import type { SharePart } from '../sharing.ts'
import { clientReportSchema, reportFormats, reportPapers } from './client-report.ts'
import { comparedChanges, comparedCrawls, comparedIssueFilters, comparedPageFilters } from './comparison.ts'
import type { StreamTable } from './contract.ts'
import { issueFilters } from './issues.ts'
import { translationFilters } from './languages.ts'
import { notCrawledFilters } from './not-crawled.ts'
import { pageColumnChoice, pageFilters, pageOrder } from './page-query.ts'
import { choice, flag, url, whole } from './query.ts'
import { crawl } from './values.ts'
import { visitFilters } from './visits.ts'

/**
 * Lists, and the whole report: as CSV, which holds one table a file, that is its issues. `affected-pages` has one row for each issue and
 * page that it touches.
 */
export const exportParts = [
  'report',
  'issues',
  'affected-pages',
  'pages',
  'not-crawled',
  'languages',
  'links',
  'images',
  'muted',
  'tickets',
  'visits',
] as const

type ExportPart = (typeof exportParts)[number]

/** The list that an export holds, or the whole report. */
export function exportedPart({
  format = 'csv',
  part,
}: {
  format?: unknown
  part?: ExportPart | undefined
}): ExportPart {
  if (format === 'junit' || format === 'sarif') return 'issues'
  return part ?? (format === 'json' ? 'report' : 'issues')
}

/** What of a share link has to be chosen for an export; null: none is shared, since it holds what was written for the owner alone. */
const sharedParts: Record<ExportPart, readonly SharePart[] | null> = {
  report: ['issues', 'pages', 'links'],
  issues: ['issues'],
  'affected-pages': ['issues'],
  pages: ['pages'],
  'not-crawled': ['pages'],
  languages: ['pages'],
  links: ['links'],
  images: ['pages'],
  muted: null,
  tickets: ['issues', 'notes'],
  visits: null,
}

/** Image formats that hold nothing but pixels; a drawing (SVG) is a document that may run scripts. */
export const rasterMediaTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
] as const

/** As many as an index of sitemaps may name. */
const MAX_SITEMAP_PARTS = 50_000

/** Files instead of JSON, sent while they are made. */
export const streams = {
  /** CSV or JSON of a whole crawl or of one of its lists; what tools for continuous integration read. */
  exportCrawl: {
    access: 'view',
    share: ({ format, part }) => sharedParts[exportedPart({ format, part: exportParts.find(each => each === part) })],
    scope: 'read',
    path: '/api/export-csv/:id',
    tag: 'Files',
    summary: 'Export issues, pages, language versions, links, images, tickets, visits or the whole report',
    description:
      'Lists take the filters of the screens; a filter without an effect on the requested list is refused. ' +
      'tickets are the issues in the columns that ticket systems import.',
    mediaTypes: [
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/json',
      'application/xml',
      'application/sarif+json',
    ],
    query: {
      crawl,
      format: choice({
        about: 'How it is written; xlsx is a workbook of Excel with the rows of csv.',
        of: ['csv', 'xlsx', 'json', 'junit', 'sarif'],
        fallback: 'csv',
      }),
      part: choice({
        about:
          'Which list, or the whole report. Without it, csv and xlsx hold the issues and json the whole report. ' +
          'affected-pages has a row for each issue and page that it touches. ' +
          'junit and sarif always hold the issues.',
        of: exportParts,
      }),
      bom: flag({ about: 'Begins CSV with a byte order mark, for spreadsheet programs that need it.' }),
      ...notCrawledFilters,
      ...translationFilters,
      ...visitFilters,
      ...pageFilters,
      ...pageOrder,
      ...pageColumnChoice,
      ...issueFilters,
    },
  },
  /** Two crawls compared, as a file. */
  comparisonFile: {
    access: 'view',
    share: 'comparison',
    scope: 'read',
    path: '/api/comparison-export/:id',
    tag: 'Files',
    summary: 'Export what changed between two crawls',
    description:
      'JSON holds the whole comparison, without unchanged findings. CSV holds the pages, a row for each field that differs, or the issues; `change` is ' +
      'one of the changes of that list.',
    alsoFails: ['conflict', 'unavailable'],
    mediaTypes: ['text/csv', 'application/json'],
    query: {
      ...comparedCrawls,
      format: choice({ about: 'How it is written.', of: ['csv', 'json'], fallback: 'csv' }),
      part: choice({ about: 'Which list, of CSV.', of: ['pages', 'issues'], fallback: 'pages' }),
      ...comparedPageFilters,
      ...comparedIssueFilters,
      change: choice({
        about: 'Only what changed so; without it, all but unchanged issues.',
        of: [...new Set([...comparedPageChanges, ...comparedChanges])],
      }),
    },
  },
  /** XML sitemap of the pages that may be indexed. */
  sitemap: {
    access: 'view',
    share: 'pages',
    scope: 'read',
    path: '/api/sitemap/:id',
    tag: 'Files',
    summary: 'XML sitemap of the pages that may be indexed',
    description: 'Above 50,000 URLs or 50 MB, a sitemap index.',
    mediaTypes: ['application/xml', 'application/gzip'],
    query: {
      crawl,
      part: whole({
        about: 'Which file of a sitemap that is divided, from 1; without it, the whole of it or its index.',
        min: 1,
        max: MAX_SITEMAP_PARTS,
      }),
      gzip: flag({ about: 'As a compressed file to keep.' }),
    },
  },
  /** The client report. */
  report: {
    access: 'view',
    share: 'report',
    scope: 'read',
    path: '/api/report/:id',
    tag: 'Files',
    summary: 'The client report, complete in one file',
    alsoFails: ['conflict', 'unavailable'],
    mediaTypes: ['text/html', 'application/pdf'],
    query: {
      ...comparedCrawls,
      format: choice({
        about: 'A PDF is printed by the Chromium of the server, where there is one.',
        of: reportFormats,
        fallback: 'html',
      }),
      paper: choice({ about: 'Size of the pages of a PDF.', of: reportPapers, fallback: 'A4' }),
      download: flag({ about: 'As a file to keep; otherwise it is shown.' }),
    },
  },
  /** The same with what a user chose. */
  ownReport: {
    access: 'view',
    scope: 'read',
    method: 'POST',
    path: '/api/report/:id',
    tag: 'Files',
    summary: 'The client report with your name, logo and choice of sections',
    description:
      '`sections` are the pages after the cover, in their own order. `logo` is a data URL of a PNG, JPEG, GIF or WebP image of at most ' +
      '128 KB; it is not stored.',
    alsoFails: ['conflict', 'unavailable'],
    mediaTypes: ['text/html', 'application/pdf'],
    body: clientReportSchema,
    exampleBody: { format: 'html', name: 'Northlight Studio', client: 'Example Foundation' },
    query: comparedCrawls,
  },
  /** An image found by the crawl, small enough to be shown. */
  thumbnail: {
    access: 'view',
    share: 'pages',
    scope: 'read',
    path: '/api/thumbnail/:id',
    tag: 'Files',
    summary: 'An image of a crawled page, as its server sends it now',
    description:
      'PNG, JPEG, GIF, WebP, AVIF, BMP and ICO up to 2 MB. Where no image can be shown, the response is JSON with a `message` that says why.',
    alsoFails: ['unavailable'],
    mediaTypes: [...rasterMediaTypes, 'application/json'],
    query: {
      crawl,
      url: url({ about: 'URL of an image on pages of this crawl. Required.' }),
    },
  },
  /** The description of this table and the endpoints: OpenAPI 3.1, and the same as a page to read. */
  openApi: {
    access: 'anyone',
    scope: 'read',
    path: '/api/openapi.json',
    tag: 'Description',
    summary: 'This description as OpenAPI 3.1',
    mediaTypes: ['application/json'],
  },
  docs: {
    access: 'anyone',
    scope: 'read',
    path: '/api/docs',
    tag: 'Description',
    summary: 'This description as a page to read',
    mediaTypes: ['text/html'],
  },
} as const satisfies StreamTable

export type StreamName = keyof typeof streams
