import { hash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { SharedCauses } from '#checks/shared-causes.ts'
import type { ExtractInput } from '#extract/extract.ts'
import { headersOfFacts } from '#extract/response-facts.ts'
import { zlibOutput } from '#fetch/content-coding.ts'
import { LARGE_BODY_BYTES } from '#fetch/large-body-lanes.ts'
import type { EncodedFacts, PageRecord } from '#shared/page-record.ts'
import { type FetchedPage, type PackedRecord, packRecord, unpackRecord } from './worker-messages.ts'

/**
 * What reading a page resulted in, kept with it for the website's next crawl: where the server says that the page has not changed, and
 * nothing else that the result depends on has, it is neither extracted nor checked again.
 */

/** What a result depends on beside the program and the options of the crawl. Page checks read no times, and attempts only of cut-off pages. */
export type ReadFrom = Omit<ExtractInput, 'body' | 'ttfbMs' | 'totalMs' | 'attempts' | 'searches' | 'fields'> & {
  needsLikeness: boolean
}

/** Their values differ with every response and are in no result. */
const ofTheMoment: ReadonlySet<string> = new Set(['age', 'date', 'expires'])

const KEY_BYTES = 32
/** As `zlibOutput` wants it. */
const INFO = { info: true } as const

/** `basis` names the program, and the options on which results depend. */
function keyOf(basis: string, { headers, ...from }: ReadFrom): Buffer {
  // A 304 sends some of them, in another order; those of one name stay in theirs.
  const lasting = headersOfFacts({ headers })
    .map(([name, value]): [string, string] => [name, ofTheMoment.has(name) ? '' : value])
    .sort(([first], [second]) => (first < second ? -1 : first > second ? 1 : 0))
  return hash('sha256', JSON.stringify([basis, lasting, Object.entries(from).sort()]), 'buffer')
}

/** A page that a server can call unchanged, and that is read where it was fetched. */
export function isKept({ headers, body, isTruncated, isCutOff }: Omit<FetchedPage['response'], 'kind'>): boolean {
  return (
    !isTruncated &&
    !isCutOff &&
    body.byteLength <= LARGE_BODY_BYTES &&
    headers.some(([name]) => name === 'etag' || name === 'last-modified')
  )
}

/** Speed over size: results are a few kilobytes. */
const COMPRESSION = { info: true, params: { [constants.ZSTD_c_compressionLevel]: 1 } } as const

/** A record without what is stored of its response. */
export type PageResult = Omit<PageRecord, 'facts'> & { facts: Omit<EncodedFacts, 'page'> }
type PackedResult = Omit<PackedRecord, 'facts'> & Pick<PageResult, 'facts'>

interface Basis {
  basis: string
  from: ReadFrom
}

export function keepResult({ facts, ...record }: PageResult, { basis, from }: Basis): Uint8Array {
  const packed: PackedResult = { ...packRecord({ ...record, facts: null }), facts }
  const bytes = zlibOutput(zstdCompressSync(serialize(packed), COMPRESSION))
  return new Uint8Array(Buffer.concat([keyOf(basis, from), bytes]))
}

/**
 * null where the page has to be read. Most pages of a crawl have no description of the causes that they share: their results are taken
 * where other pages of this crawl have described these causes.
 */
export function takeResult(
  kept: Uint8Array,
  { basis, from, sharedCauses }: Basis & { sharedCauses: SharedCauses | undefined },
): PageResult | null {
  if (!keyOf(basis, from).equals(kept.subarray(0, KEY_BYTES))) return null
  const { facts, ...packed }: PackedResult = deserialize(zlibOutput(zstdDecompressSync(kept.subarray(KEY_BYTES), INFO)))
  const record = unpackRecord({ ...packed, facts: null })
  const { conditional } = record
  const causes = [record, conditional?.ifOwn, conditional?.ifForeign].flatMap(each => each?.causes ?? [])
  const isDescribed = causes.every(({ keys, describedCount }) =>
    keys.slice(describedCount).every(key => sharedCauses?.isShared(key)),
  )
  if (!isDescribed) return null
  sharedCauses?.note(causes)
  // Each with a buffer of its own, which is moved to the engine: these are parts of one.
  const { links, linkTexts, ids, minhash } = facts
  const own = {
    links: links.slice(),
    linkTexts: linkTexts.slice(),
    ids: ids?.slice() ?? null,
    minhash: minhash.slice(),
  }
  return { ...record, facts: { ...facts, ...own } }
}
