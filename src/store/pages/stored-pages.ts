import type { PageFacts } from '#shared/facts.ts'
import type { StoredPage } from '#shared/stored-page.ts'
import { sealBytes, unsealBytes } from '../accounts/sealed.ts'
import { compiledQuery, type Places } from '../database/compiled-query.ts'
import type { CrawlDatabase, Database, Extraction, ExtractionDatabase, SqlValue } from '../database/database.ts'
import { isText } from '../database/indexed-text.ts'
import { isDecided } from './decided.ts'

/** Columns of `page_body` from which the facts of a page are extracted again. All null for a page without facts. */
export const storedPageColumns = [
  'page_body.url_id as urlId',
  'page_body.extractor',
  'page_body.is_secret',
  'page_body.context',
  'page_body.body',
  'page_body.rendered',
] as const

export interface StoredPageRow {
  urlId: number
  extractor: number | null
  is_secret: number
  context: Uint8Array | null
  body: Uint8Array | null
  rendered: Uint8Array | null
  /** Absent where only the facts are wanted. */
  result?: Uint8Array | null
}

type Owner = { crawlId: number; urlId: number }

/** Values of those columns. @throws Error for a page that is to be encrypted, without a key. */
export function storedPageValues(page: StoredPage | null, { key, ...of }: Owner & Pick<Extraction, 'key'>): SqlValue[] {
  if (page === null) return [null, 0, null, null, null, null]
  const { extractor, context, body, rendered, isSecret, result } = page
  if (!isSecret) return [extractor, 0, context, body, rendered, result]
  if (key === null) throw new Error('a page that was read with credentials is stored encrypted, and there is no key')
  const sealed = (bytes: Uint8Array) => sealBytes(bytes, { key, owner: ownerOf(of) })
  return [extractor, 1, sealed(context), sealed(body), rendered && sealed(rendered), null]
}

/** null for a page without facts, and for one that another key has encrypted. */
export function toStoredPage(
  row: StoredPageRow,
  { key, crawlId }: Pick<Extraction, 'key'> & { crawlId: number },
): StoredPage | null {
  const { urlId, extractor, context, body, rendered, result = null } = row
  if (extractor === null || context === null || body === null) return null
  if (row.is_secret === 0) return { extractor, context, body, rendered, isSecret: false, result }
  const open = (bytes: Uint8Array) =>
    key === null ? null : unsealBytes(bytes, { key, owner: ownerOf({ crawlId, urlId }) })
  const opened = { context: open(context), body: open(body), rendered: rendered && open(rendered) }
  if (opened.context === null || opened.body === null || (rendered !== null && opened.rendered === null)) return null
  return {
    extractor,
    context: opened.context,
    body: opened.body,
    rendered: opened.rendered,
    isSecret: true,
    result: null,
  }
}

function ownerOf({ crawlId, urlId }: Owner): string {
  return `page ${crawlId} ${urlId}`
}

/** Facts of a page, extracted again; null where there are none any more. */
export async function factsOf(
  { extraction, crawlId }: ExtractionDatabase,
  row: StoredPageRow,
): Promise<PageFacts | null> {
  const page = toStoredPage(row, { key: extraction.key, crawlId })
  return page === null ? null : await extraction.extract(page)
}

/** What is stored of one page; null for a page without facts, and for one that another key has encrypted. */
export async function readStoredPage(crawl: ExtractionDatabase, url: string): Promise<StoredPage | null> {
  const [row] = await storedPageByUrl(crawl, { crawlId: crawl.crawlId, url })
  return row ? toStoredPage(row, { key: crawl.extraction.key, crawlId: crawl.crawlId }) : null
}

/** Version of the extraction whose facts were checked; null for a page without facts. */
export async function readExtractor(crawl: CrawlDatabase, url: string): Promise<number | null> {
  const [row] = await extractorByUrl(crawl, { crawlId: crawl.crawlId, url })
  return row?.extractor ?? null
}

/** The facts of one page, null for a page without facts. */
export async function readPageFacts(crawl: ExtractionDatabase, url: string): Promise<PageFacts | null> {
  const page = await readStoredPage(crawl, url)
  return page === null ? null : await crawl.extraction.extract(page)
}

/** Main text of one page as extracted; '' when none is kept. */
export async function readMainText(crawl: ExtractionDatabase, url: string): Promise<string> {
  return (await readPageFacts(crawl, url))?.content.mainText ?? ''
}

/** Ids of one page; none for a page without HTML facts. */
export async function readIds(crawl: ExtractionDatabase, url: string): Promise<string[]> {
  return (await readPageFacts(crawl, url))?.ids ?? []
}

const storedPageByUrl = compiledQuery<StoredPageRow>((database, places) =>
  atUrl(database, places).select([...storedPageColumns, 'page_body.result']),
)
/** Without the body, which may have megabytes. */
const extractorByUrl = compiledQuery((database, places) => atUrl(database, places).select('page_body.extractor'))

function atUrl({ db, specifics }: Database, { crawlId, url }: Places) {
  return db
    .selectFrom('url')
    .innerJoin('page_body', join =>
      join.onRef('page_body.crawl_id', '=', 'url.crawl_id').onRef('page_body.url_id', '=', 'url.id'),
    )
    .where('url.crawl_id', '=', crawlId)
    .where(isDecided)
    .where(isText({ specifics }, 'url.url', url))
}
