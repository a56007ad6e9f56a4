import {
  MAX_LOC_LENGTH,
  type SitemapBatch,
  type SitemapEntry,
  type SitemapProblem,
  type SitemapSummary,
} from './sitemap-entry.ts'
import { XmlSitemap } from './xml-sitemap.ts'

/** Of the protocol (sitemaps.org), for one file. */
export const MAX_SITEMAP_BYTES = 50 * 1024 * 1024
export const MAX_SITEMAP_ENTRIES = 50_000
/** Bytes read before the generator yields, so that its caller can do other work in between. */
const SLICE_BYTES = 256 * 1024

/**
 * Reads a sitemap: XML by sitemaps.org 0.9 with its extensions, an index, or a text file with one URL per line. Yields entries
 * in order, in batches that take a few milliseconds each; returns a summary of the file. Accepts any bytes and never throws. XML
 * libraries expand entities or build the whole tree; five tags are all that is needed here.
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

/** Bytes in which the XML declaration ends, if there is one. */
const DECLARATION_BYTES = 200
const DECLARED = /^\s{0,20}<\?xml[^>]{1,150}?encoding\s{0,5}=\s{0,5}["']([\w.:-]{1,40})["']/

/**
 * WHATWG name of the encoding of an XML document or text file: byte order mark, the pattern that `<?` makes in UTF-16, the
 * encoding of the XML declaration, else UTF-8 (XML 1.0, appendix F).
 */
function sitemapEncoding(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  const label = DECLARED.exec(String.fromCharCode(...bytes.subarray(0, DECLARATION_BYTES)))?.[1] ?? 'utf-8'
  try {
    const { encoding } = new TextDecoder(label)
    // A declaration that can be read byte by byte is not in UTF-16.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding
  } catch {
    // A RangeError: an unknown encoding.
    return 'utf-8'
  }
}

const LINE_END = /\r\n|\r|\n/
const WEB_URL = /^https?:\/\//i

/** A text file with one URL per line (sitemaps.org, "Text file"). Its first line must be a URL. */
class TextSitemap {
  problem: SitemapProblem | null = null
  #rest = ''
  #entries: SitemapEntry[] = []
  #isSitemap = false
  #line = 0

  get kind(): 'text' | 'none' {
    return this.#isSitemap ? 'text' : 'none'
  }

  push(piece: string): void {
    const lines = (this.#rest + piece).split(LINE_END)
    const last = lines.pop() ?? ''
    for (const line of lines) this.#read(line)
    // A longer line is dropped anyway.
    this.#rest = last.slice(0, MAX_LOC_LENGTH + 1)
  }

  end(): void {
    this.#read(this.#rest)
    this.#rest = ''
    if (!this.#isSitemap) this.problem = 'not-a-sitemap'
  }

  take(): SitemapEntry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }

  #read(line: string): void {
    this.#line++
    const loc = line.trim()
    if (loc === '' || this.problem !== null) return
    if (WEB_URL.test(loc) && loc.length <= MAX_LOC_LENGTH) {
      this.#isSitemap = true
      this.#entries.push({ loc, alternates: [], lastModified: '', line: this.#line })
    } else if (!this.#isSitemap) this.problem = 'not-a-sitemap'
  }
}
