import { sitemapEncoding } from './sitemap-encoding.ts'
import type { SitemapBatch, SitemapSummary } from './sitemap-entry.ts'
import { TextSitemap } from './text-sitemap.ts'
import { XmlSitemap } from './xml-sitemap.ts'

/** Of the protocol (sitemaps.org), for one file. */
export const MAX_SITEMAP_BYTES = 50 * 1024 * 1024
export const MAX_SITEMAP_ENTRIES = 50_000
/** Bytes looked at before the reader hands over what it has, so that its caller can do other things in between. */
const SLICE_BYTES = 256 * 1024

/**
 * Reads a sitemap: XML by sitemaps.org 0.9 with its extensions, an index, or a text file of one address a line. Yields entries
 * in order, in batches that take some milliseconds each; returns what the file was. Any bytes are accepted, nothing throws. Not
 * built on a library: those that read XML expand entities or build the whole tree, and five tags are all that is wanted.
 */
export function* readSitemap(bytes: Uint8Array): Generator<SitemapBatch, SitemapSummary> {
  const decoder = new TextDecoder(sitemapEncoding(bytes))
  let reader: XmlSitemap | TextSitemap | null = null
  let left = MAX_SITEMAP_ENTRIES
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    const isLast = from + SLICE_BYTES >= bytes.length
    const piece = decoder.decode(bytes.subarray(from, from + SLICE_BYTES), { stream: !isLast })
    const start = piece.trimStart()
    if (reader === null && start === '') continue
    reader ??= start.startsWith('<') ? new XmlSitemap() : new TextSitemap()
    reader.push(piece)
    if (isLast) reader.end()
    const entries = reader.take()
    yield { kind: reader.kind, entries: entries.slice(0, left) }
    left -= entries.length
    if (left < 0) return { ...summaryOf(reader), problem: 'too-many' }
    if (reader.problem !== null) break
  }
  return reader ? summaryOf(reader) : { ...NOTHING, kind: 'none', problem: 'not-a-sitemap' }
}

const NOTHING = { place: null, detail: '', root: '', namespace: '', isNews: false }

function summaryOf(reader: XmlSitemap | TextSitemap): SitemapSummary {
  const { kind, problem } = reader
  if (reader instanceof TextSitemap) return { ...NOTHING, kind, problem }
  const { place, detail, root, namespace, isNews } = reader
  return { kind, problem, place, detail, root, namespace, isNews }
}
