import { MAX_LOC_LENGTH, type SitemapEntry, type SitemapProblem } from './sitemap-entry.ts'
import { attributeOf, resolveReferences, XmlEvents, type XmlFault, type XmlHandler } from './xml-events.ts'

const MAX_ALTERNATES_PER_ENTRY = 500
const MAX_NESTING = 100
/** Elements around `url` (the root), around `loc`, and around its text. */
const IN_ROOT = 1
const IN_ENTRY = 2
const IN_LOC = 3

/**
 * `urlset` or `sitemapindex` of sitemaps.org. Names are compared without prefix; an address is a `loc` right inside its entry
 * and with the prefix of the root, so the `loc` of an image or a video is none.
 */
export class XmlSitemap implements XmlHandler {
  kind: 'urls' | 'index' | 'none' = 'none'
  problem: SitemapProblem | null = null
  readonly #events = new XmlEvents(this)
  readonly #open: string[] = []
  #prefix = ''
  #entries: SitemapEntry[] = []
  #entry: SitemapEntry | null = null
  /** Text of the address that is being read. */
  #loc: string | null = null

  push(piece: string): void {
    if (this.problem === null) this.#note(this.#events.push(piece))
  }

  end(): void {
    if (this.problem !== null) return
    this.#note(this.#events.end())
    if (this.kind === 'none') this.#note('html')
    else if (this.#open.length > 0) this.#note('malformed')
  }

  take(): SitemapEntry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }

  onOpen(name: string, attributes: string): void {
    if (this.problem !== null) return
    const { prefix, local } = partsOf(name)
    if (this.#open.length === 0) this.#openRoot(prefix, local)
    else if (this.#open.length === IN_ROOT) {
      if (local === (this.kind === 'index' ? 'sitemap' : 'url')) this.#entry = { loc: '', alternates: [] }
    } else if (this.#open.length === IN_ENTRY && this.#entry) {
      if (local === 'loc' && prefix === this.#prefix) this.#loc = ''
      else if (local === 'link') addAlternate(this.#entry, attributes)
    }
    this.#open.push(name)
    if (this.#open.length > MAX_NESTING) this.#note('malformed')
  }

  onClose(name: string): void {
    if (this.problem !== null) return
    if (this.#open.pop() !== name) this.#note('malformed')
    else if (this.#open.length === IN_ENTRY) this.#closeLoc()
    else if (this.#open.length === IN_ROOT) this.#closeEntry()
  }

  onText(text: string, isLiteral: boolean): void {
    if (this.#loc === null || this.#open.length !== IN_LOC || this.#loc.length > MAX_LOC_LENGTH) return
    this.#loc += isLiteral ? text : resolveReferences(text)
  }

  #openRoot(prefix: string, local: string): void {
    if (this.kind !== 'none') this.#note('malformed')
    else if (local === 'urlset') this.kind = 'urls'
    else if (local === 'sitemapindex') this.kind = 'index'
    else this.#note('html')
    this.#prefix = prefix
  }

  #closeLoc(): void {
    const loc = this.#loc?.trim() ?? ''
    if (this.#entry?.loc === '' && loc.length <= MAX_LOC_LENGTH) this.#entry.loc = loc
    this.#loc = null
  }

  #closeEntry(): void {
    if (this.#entry && this.#entry.loc !== '') this.#entries.push(this.#entry)
    this.#entry = null
  }

  #note(fault: XmlFault | null): void {
    if (fault !== null) this.problem ??= fault === 'html' ? 'not-a-sitemap' : fault
  }
}

function partsOf(name: string): { prefix: string; local: string } {
  const colon = name.indexOf(':')
  return colon === -1 ? { prefix: '', local: name } : { prefix: name.slice(0, colon), local: name.slice(colon + 1) }
}

function addAlternate(entry: SitemapEntry, attributes: string): void {
  if (entry.alternates.length >= MAX_ALTERNATES_PER_ENTRY) return
  const href = attributeOf(attributes, 'rel') === 'alternate' ? attributeOf(attributes, 'href') : null
  if (href !== null) entry.alternates.push(href)
}
