import { isUtf8 } from 'node:buffer'
import type { SitemapEntry, SitemapSummary } from '#extract/sitemap-entry.ts'
import type { ForeignHost, Sampled, SitemapFacts, SitemapFault } from '#shared/host-facts.ts'
import { isoDay } from '#shared/iso-time.ts'
import { MAX_URL_LENGTH } from '#shared/limits.ts'
import type { HostMatcher } from '#shared/site-hosts.ts'
import { hostWithoutWww, parseHttpUrl } from '#shared/url.ts'
import { parseW3cDatetime } from '#shared/w3c-datetime.ts'
import { isHtmlResponse } from '../visit/html-response.ts'
import type { SitemapFile, SitemapResponse } from './sitemap-file.ts'
import type { ReadingFault } from './sitemap-notes.ts'

/** Of one list of one file. */
const MAX_SAMPLES = 3
const MAX_SHOWN_TEXT = 300
const MAX_SHOWN_URL = 500
const MAX_FOREIGN_HOSTS = 5
/** With two equal dates a whole file may have been stamped at once; a third date disproves it. */
const MAX_DAYS = 3
const DAY_MS = 24 * 60 * 60 * 1_000
const NAMESPACES: readonly string[] = [
  'http://www.sitemaps.org/schemas/sitemap/0.9',
  // From before sitemaps.org; Google still reads them.
  'http://www.google.com/schemas/sitemap/0.84',
  'http://www.google.com/schemas/sitemap/0.9',
]
const FEED_ROOTS: readonly string[] = ['rss', 'feed', 'RDF']

interface SitemapAbout extends Pick<SitemapFacts, 'from' | 'listedBy'> {
  url: string
  isOwnHost: HostMatcher
  isHttpsSite: boolean
  nowMs: number
  /** Examples are kept, and not only counted. */
  keepsSamples: boolean
}

export interface ListedUrl {
  url: string
  /** Of the site that is crawled. */
  isOwn: boolean
  /** Days since 1970, 0 without a date. */
  day: number
}

interface Parsed {
  parsed: URL
  host: string
  isOwn: boolean
}

const NO_ANSWER: SitemapResponse = {
  status: null,
  failure: null,
  failureDetail: '',
  mediaType: '',
  attempts: [],
  isBotChallenge: false,
}

/** Gathers the facts of one sitemap while it is read. */
export class SitemapFactsBuilder {
  readonly #about: SitemapAbout
  readonly #host: string
  readonly #facts: SitemapFacts
  #writtenEntries = 0

  constructor(about: SitemapAbout) {
    this.#about = about
    this.#host = hostWithoutWww(new URL(about.url))
    this.#facts = {
      url: cut(about.url, MAX_SHOWN_URL),
      from: about.from,
      listedBy: cut(about.listedBy, MAX_SHOWN_URL),
      refusal: '',
      ...NO_ANSWER,
      kind: 'none',
      looksLike: null,
      faults: [],
      entries: 0,
      isNews: false,
      foreign: [],
      insecure: nothing(),
      lastModified: { dated: 0, invalid: nothing(), future: nothing(), days: [], newest: '' },
    }
  }

  unread(file: Extract<SitemapFile, { ok: false }>): SitemapFacts {
    return Object.assign(this.#facts, file.response ?? { refusal: file.detail })
  }

  /** Takes one entry of a list of pages or of files; gives its URL, normalised, null when it is none. */
  add({ loc, alternates, lastModified, line }: SitemapEntry, kind: SitemapFacts['kind']): ListedUrl | null {
    this.#writtenEntries++
    if (alternates.length > 0) this.#facts.hasAlternates = true
    const day = lastModified === '' ? 0 : this.#date({ text: lastModified, line })
    const parsed = parseHttpUrl(loc)
    if (!parsed) return null
    this.#facts.entries++
    const host = hostWithoutWww(parsed)
    const isOwn = this.#about.isOwnHost(host)
    if (kind !== 'index') this.#place({ parsed, host, isOwn }, { text: loc, line })
    // Parsed once: a site may list a hundred thousand.
    if (parsed.href.includes('#')) parsed.hash = ''
    const { href } = parsed
    return href.length > MAX_URL_LENGTH ? null : { url: href, isOwn, day }
  }

  read(file: Extract<SitemapFile, { ok: true }>, summary: SitemapSummary, fault: ReadingFault | null): SitemapFacts {
    const facts = this.#facts
    const { kind, root, isNews } = summary
    Object.assign(facts, file.response, { kind, isNews })
    if (kind === 'none' && FEED_ROOTS.includes(root)) facts.looksLike = 'feed'
    else if (kind === 'none' && (root === 'html' || looksLikeHtml(file))) facts.looksLike = 'html'
    if (facts.looksLike !== null) return facts
    const { line, column } = summary.place ?? { line: 0, column: 0 }
    const at = (faultKind: SitemapFault['kind'], detail = ''): SitemapFault => ({
      kind: faultKind,
      line: 0,
      column: 0,
      detail,
    })
    if (fault !== null) {
      const detail = fault === 'not-a-sitemap' && root !== '' ? `the outermost element is <${root}>` : summary.detail
      facts.faults.push({ ...at(fault, cut(detail, MAX_SHOWN_TEXT)), line, column })
    }
    if (kind === 'none') return facts
    if (!isUtf8(file.body)) facts.faults.push(at('encoding'))
    if (kind !== 'text' && !NAMESPACES.includes(summary.namespace.trim())) {
      facts.faults.push({ ...at('namespace', summary.namespace), line: 1 })
    }
    if (facts.entries === 0 && fault === null && !isNews) facts.faults.push(at('empty', this.#emptyDetail()))
    return facts
  }

  #emptyDetail(): string {
    return this.#writtenEntries === 0 ? '' : 'its entries hold no absolute http or https URL'
  }

  #place({ parsed, host, isOwn }: Parsed, sample: Sampled['samples'][number]): void {
    if (isOwn && this.#about.isHttpsSite && parsed.protocol === 'http:') this.#sample(this.#facts.insecure, sample)
    if (isOwn || host === this.#host) return
    const { foreign } = this.#facts
    let known = foreign.find(each => hostWithoutWww(new URL(each.origin)) === host)
    if (!known) {
      if (foreign.length >= MAX_FOREIGN_HOSTS) return
      known = { origin: parsed.origin, isNamedThere: null, ...nothing() } satisfies ForeignHost
      foreign.push(known)
    }
    this.#sample(known, sample)
  }

  /** Days since 1970; 0 for a date that cannot be read, or lies ahead. */
  #date(sample: Sampled['samples'][number]): number {
    const { lastModified } = this.#facts
    const dateMs = parseW3cDatetime(sample.text)
    if (dateMs === null) {
      this.#sample(lastModified.invalid, sample)
      return 0
    }
    lastModified.dated++
    if (dateMs > this.#about.nowMs + DAY_MS) {
      this.#sample(lastModified.future, sample)
      return 0
    }
    const day = isoDay(dateMs)
    if (lastModified.days.length < MAX_DAYS && !lastModified.days.includes(day)) lastModified.days.push(day)
    if (day > lastModified.newest) lastModified.newest = day
    return Math.max(0, Math.floor(dateMs / DAY_MS))
  }

  #sample(of: Sampled, { text, line }: Sampled['samples'][number]): void {
    of.total++
    if (this.#about.keepsSamples && of.samples.length < MAX_SAMPLES) {
      of.samples.push({ line, text: cut(text, MAX_SHOWN_TEXT) })
    }
  }
}

function nothing(): Sampled {
  return { total: 0, samples: [] }
}

function looksLikeHtml({ response, body }: Extract<SitemapFile, { ok: true }>): boolean {
  return isHtmlResponse(response.mediaType, body) || isHtmlResponse('', body)
}

/** At the end of a text that was cut; no normalised URL has it. */
export const CUT_MARK = '…'

function cut(text: string, max: number): string {
  return text.length > max ? text.slice(0, max - 1).toWellFormed() + CUT_MARK : text
}
