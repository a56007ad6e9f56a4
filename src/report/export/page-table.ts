import type { PageResponse } from '#shared/api/pages.ts'
import { pageSchema } from '#shared/api/pages.ts'
import type { PageRow } from '#store/store.ts'
import { type PageFilter, pageBatches } from '../batches.ts'
import { pageResponse } from '../page-list.ts'
import { type Column, type ExportTable, exportTable } from './export-table.ts'
import { exportedHopsSchema, stableHop } from './exported-details.ts'
import { fieldCell } from './page-column-table.ts'

const { shape } = pageSchema

/** Fields of a page as the API names them; headings for people. */
const fields = [
  { key: 'url', head: 'URL', about: 'URL as the crawl requested it.' },
  { key: 'statusCode', head: 'Status code', about: 'HTTP status; null when there was no response.' },
  { key: 'failure', head: 'Failure', about: 'Why there was no response.' },
  { key: 'title', head: 'Title', about: 'The title element.' },
  { key: 'metaDescription', head: 'Meta description', about: 'The meta description.' },
  { key: 'h1', head: 'H1', about: 'The first main heading.' },
  {
    key: 'contentHash',
    head: 'Content hash',
    about: 'SHA-256 of the main text; the same for pages that say the same.',
  },
  { key: 'robotsDirectives', head: 'Robots directives', about: 'Of the robots meta element and header.' },
  { key: 'canonicalUrl', head: 'Canonical URL', about: 'The canonical URL that the page names.' },
  { key: 'missingAltTags', head: 'Images without alt', about: 'Images without an alt attribute.' },
  { key: 'emptyAltTags', head: 'Images with empty alt', about: 'Images whose alt attribute is empty.' },
  { key: 'imagesWithAltTags', head: 'Images with alt', about: 'Images whose alt attribute says something.' },
  { key: 'totalImages', head: 'Images', about: 'All images.' },
  { key: 'h1Count', head: 'H1 count', about: 'Headings of level 1.' },
  { key: 'h2Count', head: 'H2 count', about: 'Headings of level 2.' },
  { key: 'h3Count', head: 'H3 count', about: 'Headings of level 3.' },
  { key: 'h4Count', head: 'H4 count', about: 'Headings of level 4.' },
  { key: 'pCount', head: 'Paragraphs', about: 'Paragraphs.' },
  { key: 'contentType', head: 'Content type', about: 'Media type of the response.' },
  { key: 'lang', head: 'Language', about: 'The language that the page says it is in.' },
  { key: 'wordCount', head: 'Words', about: 'Words of the main text.' },
  {
    key: 'depth',
    head: 'Crawl depth',
    about: 'Links to follow from the start page; -1 where only a sitemap leads to it.',
  },
  { key: 'size', head: 'Size (bytes)', about: 'Bytes of the body.' },
  { key: 'linkCount', head: 'Links', about: 'Links on the page, files that it uses included.' },
  { key: 'inlinkCount', head: 'Inlinks', about: 'Other pages that lead to it.' },
  {
    key: 'linkScore',
    head: 'Link score',
    about: 'Standing among the links of the site, 0 to 100; null for a page that search engines may not list.',
  },
  { key: 'inlinks', head: 'Links in', about: 'All links of other pages to it; null until they are counted.' },
  {
    key: 'followedInlinkPages',
    head: 'Inlinks followed',
    about: 'Other pages with a link to it that may be followed.',
  },
  { key: 'outlinks', head: 'Links out', about: 'Links on it that lead to other pages.' },
  { key: 'outlinkTargets', head: 'Unique links out', about: 'Distinct URLs that they name.' },
  { key: 'followedOutlinks', head: 'Followed links out', about: 'Those that may be followed.' },
  { key: 'externalOutlinks', head: 'External links out', about: 'Those that leave the site.' },
  { key: 'isIndexable', head: 'Indexable', about: 'Whether a search engine may index the URL itself.' },
  { key: 'indexability', head: 'Indexability', about: 'Whether a search engine may index the URL itself, or why not.' },
  { key: 'foundBy', head: 'Found by', about: 'How it was found first: start, links, redirect, sitemap or list.' },
  { key: 'copyOf', head: 'Copy of', about: 'The page with the same content that has the findings of both.' },
  { key: 'clicks', head: 'Clicks', about: 'Of an export of Search Console; null without one.' },
  { key: 'impressions', head: 'Impressions', about: 'Of an export of Search Console; null without one.' },
  { key: 'visits', head: 'Visits', about: 'Of analytics, else of an access log; null without one.' },
  { key: 'botRequests', head: 'Bot requests', about: 'Of an access log; null without one.' },
  { key: 'lastBotVisit', head: 'Last bot visit', about: 'The day of the last request of a bot; null without one.' },
  { key: 'isPassed', head: 'Passed', about: 'Whether no error and no warning is about it.' },
  { key: 'redirectUrl', head: 'Redirects to', about: 'Where it redirects to in the end.' },
] as const satisfies { key: keyof PageResponse; head: string; about: string }[]

const columns: readonly Column<PageResponse>[] = [
  { key: 'number', head: 'Number', about: 'Place in the crawl.', schema: shape.id, value: page => page.id },
  ...fields.map(field => ({ ...field, schema: shape[field.key], value: (page: PageResponse) => page[field.key] })),
  { head: 'Redirects', about: 'How many redirects it takes.', value: page => page.hops.length },
  {
    key: 'ttfb',
    head: 'Time to first byte (ms)',
    about: 'Milliseconds to the first byte.',
    schema: shape.ttfb,
    isTime: true,
    value: page => page.ttfb,
  },
  {
    key: 'responseTime',
    head: 'Response time (ms)',
    about: 'Milliseconds to the last byte.',
    schema: shape.responseTime,
    isTime: true,
    value: page => page.responseTime,
  },
  {
    key: 'hops',
    about: 'The redirects one by one.',
    schema: exportedHopsSchema,
    value: ({ hops }, { isStable }) => (isStable ? hops.map(stableHop) : hops),
  },
  {
    key: 'fields',
    about: 'Values of the custom fields of the crawl, and how often the page contains each custom search.',
    schema: shape.fields,
    value: page => page.fields,
  },
]

/** The pages list: what the screen shows under the same filter, in its order; with a column for each of these custom fields and searches in CSV and Excel. */
export function pageTable(fieldNames: readonly string[]): ExportTable<PageFilter> {
  return exportTable<PageResponse, PageFilter>({
    columns: [
      ...columns,
      ...fieldNames.map(name => ({
        head: name,
        about: 'A custom field, or how often the page contains a custom search.',
        value: fieldCell(name),
      })),
    ],
    async *batches({ filter, ...source }) {
      for await (const rows of pageBatches(source, filter)) yield rows.map(withoutWebsite)
    },
  })
}

/** A report names no website by its id. */
function withoutWebsite(row: PageRow): PageResponse {
  return pageResponse(row, 0)
}
