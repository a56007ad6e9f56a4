import * as z from 'zod/mini'
import { issueEndpoints } from '#shared/api/issues.ts'
import { pageDetailEndpoints } from '#shared/api/page-details.ts'
import { type PageResponse, pageEndpoints } from '#shared/api/pages.ts'
import { streams } from '#shared/api/streams.ts'
import { dataReply, listReply } from '../reply.ts'
import { READ_ONLY, type Tool, tool } from '../tool.ts'
import { findingRow } from './findings.ts'
import { crawlId, offset, ROWS_AT_ONCE, url, websiteId } from './inputs.ts'

const page = tool({
  name: 'page',
  title: 'Everything known about one URL',
  description:
    'Status, redirects, indexability, headers, title, description, headings, canonical, hreflang, images and structured data of one URL, with lines of the ' +
    'source, or pages with nearly this URL. Long lists are cut.',
  input: z.strictObject({ websiteId, crawlId, url }),
  annotations: READ_ONLY,
  async run({ websiteId: id, crawlId: crawl, url }, { api, nonce }) {
    const { body } = await api.call(pageDetailEndpoints.pageDetail, { id, query: { crawl, url } })
    const { page: row, ...rest } = body
    return dataReply('What the crawl knows of this URL.', { ...rest, row: row && pageRow(row) }, nonce)
  },
})

const search = tool({
  name: 'search',
  title: 'Search pages or findings',
  description: 'Pages whose URL or texts, or findings whose message or URL contain a text, ignoring case.',
  input: z.strictObject({
    websiteId,
    crawlId,
    text: z.string().check(z.minLength(1), z.maxLength(200)),
    of: z._default(z.enum(['pages', 'findings']), 'pages'),
    offset,
  }),
  annotations: READ_ONLY,
  async run({ websiteId: id, crawlId: crawl, text, of, offset }, { api, nonce }) {
    const query = { crawl, search: text, offset, limit: ROWS_AT_ONCE }
    if (of === 'findings') {
      const { body } = await api.call(issueEndpoints.listIssues, { id, query })
      const { totalCount: total, hasMore } = body
      return listReply('Findings with this text.', { rows: body.issues.map(findingRow), offset, total, hasMore }, nonce)
    }
    const { body, totalCount: total } = await api.call(pageEndpoints.listPages, { id, query })
    const hasMore = total !== null && offset + body.length < total
    return listReply('Pages with this text.', { rows: body.map(pageRow), offset, total, hasMore }, nonce)
  },
})

function pageRow(row: PageResponse): object {
  const { url, statusCode, failure, title, indexability, depth, wordCount, inlinks, errorCount, warningCount } = row
  return {
    url,
    statusCode,
    failure,
    title,
    indexability,
    depth,
    wordCount,
    inlinks,
    errors: errorCount,
    warnings: warningCount,
  }
}

const ENTRY = /<(?:url|sitemap)>[\s\S]*?<\/(?:url|sitemap)>/g
/** Of a text that has no entry so far: longer than the longest one. */
const MAX_ENTRY_CHARACTERS = 1_000_000

const sitemap = tool({
  name: 'sitemap',
  title: 'XML sitemap',
  description:
    'The entries of an XML sitemap of the pages that may be indexed, each a url element, to be put into a urlset. Above 50,000 pages, the files of a sitemap ' +
    'index: part names one.',
  input: z.strictObject({
    websiteId,
    crawlId,
    part: z.exactOptional(
      z.int().check(z.minimum(1), z.maximum(50_000), z.describe('Number of a file of a sitemap index.')),
    ),
    offset,
  }),
  annotations: READ_ONLY,
  async run({ websiteId: id, crawlId: crawl, part, offset }, { api, nonce, signal }) {
    const body = await api.open(streams.sitemap, { id, query: { crawl, part }, signal })
    const rows: { xml: string }[] = []
    let passed = 0
    let hasMore = false
    for await (const xml of entriesOf(body)) {
      if (passed++ < offset) continue
      hasMore = rows.length === ROWS_AT_ONCE
      if (hasMore) break
      rows.push({ xml })
    }
    return listReply('Entries of the sitemap.', { rows, offset, total: hasMore ? null : passed, hasMore }, nonce)
  },
})

/** Ends the stream where the reader stops. */
async function* entriesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let held = ''
  for await (const chunk of body) {
    held += decoder.decode(chunk, { stream: true })
    let end = 0
    for (const match of held.matchAll(ENTRY)) {
      yield match[0]
      end = match.index + match[0].length
    }
    held = held.slice(end).slice(-MAX_ENTRY_CHARACTERS)
  }
}

export const pageTools: readonly Tool[] = [page, search, sitemap]
