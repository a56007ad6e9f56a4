import { MAX_LAST_MODIFIED_LENGTH, MAX_LOC_LENGTH, type SitemapEntry, type SitemapProblem } from './sitemap-entry.ts'
import {
  attributeOf,
  resolveReferences,
  type SourcePosition,
  XmlEvents,
  type XmlHandler,
  type XmlProblem,
} from './xml-events.ts'

const MAX_ALTERNATES_PER_ENTRY = 500
const MAX_NESTING = 100
/** Elements around `url` (the root), around `loc`, and around its text. */
const IN_ROOT = 1
const IN_ENTRY = 2
const IN_LOC = 3
/** Of a root's name and namespace, and of a name in a sentence. */
const MAX_SHOWN_NAME = 100
const NEWS_NAMESPACE = 'schemas/sitemap-news/'

/**
 * `urlset` or `sitemapindex` of sitemaps.org. Names are compared without prefix; a URL is a `loc` directly inside its entry
 * with the prefix of the root, so the `loc` of an image or a video does not count.
 */
export class XmlSitemap implements XmlHandler {
  kind: 'urls' | 'index' | 'none' = 'none'
  problem: SitemapProblem | null = null
  place: SourcePosition | null = null
  /** Description of the problem; '' where its kind is enough. */
  detail = ''
  root = ''
  namespace = ''
  isNews = false
  readonly #events = new XmlEvents(this)
  readonly #open: string[] = []
  #prefix = ''
  #entries: SitemapEntry[] = []
  #entry: SitemapEntry | null = null
  /** Text of the current `loc` or `lastmod`. */
  #loc: string | null = null
  #lastModified: string | null = null

  push(piece: string): void {
    if (this.problem === null) this.#note(this.#events.push(piece))
  }

  end(): void {
    if (this.problem !== null) return
    this.#note(this.#events.end())
    if (this.kind === 'none') this.#note('html')
    else if (this.#open.length > 0)
      this.#note('malformed', `the file ends before ${shown(this.#open.at(-1))} is closed`)
  }

  take(): SitemapEntry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }

  onOpen(name: string, attributes: string): void {
    if (this.problem !== null) return
    const { prefix, local } = partsOf(name)
    if (this.#open.length === 0) this.#openRoot({ prefix, local, attributes })
    else if (this.#open.length === IN_ROOT) {
      if (local === (this.kind === 'index' ? 'sitemap' : 'url')) {
        this.#entry = { loc: '', alternates: [], lastModified: '', line: 0 }
      }
    } else if (this.#open.length === IN_ENTRY && this.#entry) {
      if (local === 'loc' && prefix === this.#prefix) this.#loc = ''
      else if (local === 'lastmod' && prefix === this.#prefix) this.#lastModified = ''
      else if (local === 'link') addAlternate(this.#entry, attributes)
    }
    this.#open.push(name)
    if (this.#open.length > MAX_NESTING) this.#note('malformed', 'elements are nested without end')
  }

  onClose(name: string): void {
    if (this.problem !== null) return
    const opened = this.#open.pop()
    if (opened !== name) {
      const closed = opened === undefined ? 'nothing' : shown(opened)
      this.#note('malformed', `</${name.slice(0, MAX_SHOWN_NAME)}> closes ${closed}`)
    } else if (this.#open.length === IN_ENTRY) this.#closeText()
    else if (this.#open.length === IN_ROOT) this.#closeEntry()
  }

  onText(text: string, isLiteral: boolean): void {
    if (this.#open.length !== IN_LOC) return
    if (this.#lastModified !== null && this.#lastModified.length <= MAX_LAST_MODIFIED_LENGTH) {
      this.#lastModified += text.slice(0, MAX_LAST_MODIFIED_LENGTH + 1)
    }
    if (this.#loc === null || this.#loc.length > MAX_LOC_LENGTH) return
    this.#loc += isLiteral ? text : resolveReferences(text)
  }

  #openRoot({ prefix, local, attributes }: { prefix: string; local: string; attributes: string }): void {
    if (this.root === '') {
      this.root = local.slice(0, MAX_SHOWN_NAME)
      this.namespace = (attributeOf(attributes, prefix === '' ? 'xmlns' : `xmlns:${prefix}`) ?? '').slice(
        0,
        MAX_SHOWN_NAME,
      )
      this.isNews = attributes.includes(NEWS_NAMESPACE)
    }
    if (this.kind !== 'none') this.#note('malformed', 'a second root element begins')
    else if (local === 'urlset') this.kind = 'urls'
    else if (local === 'sitemapindex') this.kind = 'index'
    else this.#note('html')
    this.#prefix = prefix
  }

  #closeText(): void {
    const loc = this.#loc?.trim() ?? ''
    if (this.#entry?.loc === '' && loc.length <= MAX_LOC_LENGTH) this.#entry.loc = loc
    const date = this.#lastModified?.trim() ?? ''
    if (this.#entry?.lastModified === '') this.#entry.lastModified = date.slice(0, MAX_LAST_MODIFIED_LENGTH)
    this.#loc = null
    this.#lastModified = null
  }

  #closeEntry(): void {
    if (this.#entry && this.#entry.loc !== '') {
      this.#entry.line = this.#events.place().line
      this.#entries.push(this.#entry)
    }
    this.#entry = null
  }

  #note(problem: XmlProblem | null, detail = ''): void {
    if (problem === null || this.problem !== null) return
    this.problem = problem === 'html' ? 'not-a-sitemap' : problem
    this.place = this.#events.place()
    this.detail = detail || this.#events.detail
  }
}

function shown(name: string | undefined): string {
  return `<${(name ?? '').slice(0, MAX_SHOWN_NAME)}>`
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
