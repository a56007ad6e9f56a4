import { zstdDecompressSync } from 'node:zlib'
import { MAX_MAIN_TEXT } from '#shared/limits.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { isText } from '../database/indexed-text.ts'
import { isDecided } from './decided.ts'

/** A character takes up to three bytes of UTF-8 per UTF-16 unit; ids are far shorter than what a page may have of text. */
const MAX_TEXT_BYTES = 3 * MAX_MAIN_TEXT
const MAX_IDS_BYTES = 64 * 1024 * 1024
/** Every list of the facts is limited; this is many times what they hold together. */
const MAX_FACTS_BYTES = 256 * 1024 * 1024

/** Main text of one page as extracted; '' when none is kept. */
export async function readMainText(crawl: CrawlDatabase, url: string): Promise<string> {
  const body = await readBody(crawl, url)
  return body?.main_text ? unpackText(body.main_text, MAX_TEXT_BYTES) : ''
}

/** Ids of one page; none for a page without HTML facts. */
export async function readIds(crawl: CrawlDatabase, url: string): Promise<string[]> {
  const body = await readBody(crawl, url)
  return body?.ids ? unpackIds(body.ids) : []
}

/** A list as JSON, compressed when it is long; a compressed one never begins with a bracket. */
export function unpackIds(packed: Uint8Array): string[] {
  const text = packed[0] === OPENING_BRACKET ? new TextDecoder().decode(packed) : unpackText(packed, MAX_IDS_BYTES)
  return text === '' ? [] : JSON.parse(text)
}

/** JSON of the facts of a page, compressed or as it is; compressed ones never begin with a brace. */
export function unpackFacts(packed: Uint8Array): string {
  return packed[0] === OPENING_BRACE ? new TextDecoder().decode(packed) : unpackText(packed, MAX_FACTS_BYTES)
}

const [OPENING_BRACKET, OPENING_BRACE] = [0x5b, 0x7b]
function unpackText(packed: Uint8Array, maxOutputLength: number): string {
  return packed.byteLength === 0 ? '' : zstdDecompressSync(packed, { maxOutputLength }).toString()
}

async function readBody({ db, specifics, crawlId }: CrawlDatabase, url: string) {
  return await db
    .selectFrom('url')
    .innerJoin('page_body', join =>
      join.onRef('page_body.crawl_id', '=', 'url.crawl_id').onRef('page_body.url_id', '=', 'url.id'),
    )
    .select(['page_body.main_text', 'page_body.ids'])
    .where('url.crawl_id', '=', crawlId)
    .where(isDecided)
    .where(isText({ specifics }, 'url.url', url))
    .executeTakeFirst()
}
