import type { FieldValue } from './custom-fields.ts'
import type {
  CanonicalFact,
  ControlCharacterFact,
  FormFact,
  HeadingFact,
  HreflangFact,
  ImageFact,
  JsonLdFact,
  LinkFact,
  LostHeadTag,
  MalformedLinkFact,
  MarkupItemFact,
  MisspelledNameFact,
  NamelessFact,
  OpenerLinkFact,
  RefreshFact,
  RefusedValueFact,
  RepeatedIdFact,
  RepeatedMarkupFact,
  RobotsDirectiveFact,
  TextFact,
  UncrawlableLinkFact,
} from './element-facts.ts'
import type { Attempt } from './model.ts'
import type { PageAudit } from './page-audit.ts'
import type { SearchFact } from './text-searches.ts'

/**
 * Facts: what is true of a page, with no opinion. Plain, JSON-safe, bounded: no DOM, no Buffer, no Date; every list has a
 * cap (limits.ts) and every text is cut at MAX_TEXT. Extraction makes them, checks read them, the store keeps them.
 */

/** Everything about the response, without its meaning. */
export interface ResponseFacts {
  status: number
  httpVersion: string
  /** Headers of interest, lower-case names, values cut; a repeated header is repeated here. */
  headers: [string, string][]
  /** Media type in lower case without parameters, '' when absent. */
  mediaType: string
  /** Wire bytes of the body as far as read. */
  transferBytes: number
  /** Decoded bytes as far as read. */
  bodyBytes: number
  /** The body limit cut it. */
  isTruncated: boolean
  /** It broke off in every attempt: the facts are those of what had arrived. */
  isCutOff?: true
  contentEncoding: string
  /** First byte and whole response, without queueing, milliseconds with fractions. */
  ttfbMs: number
  totalMs: number
  attempts: Attempt[]
}

export interface CharsetFacts {
  /** WHATWG name of the encoding that was used. */
  used: string
  from: 'bom' | 'header' | 'meta' | 'meta-late' | 'guess'
  hasInvalidBytes: boolean
}

/** Facts of an HTML page. */
export interface PageFacts {
  /** Normalised URL; equal to the URL that responded (a redirecting URL is a result of its own). */
  url: string
  /** Clicks from the seed. */
  depth: number
  isSeed: boolean
  /** Hosts of the site, where it has subdomains (`hostMatcher`); absent where it has the host of the page alone. */
  siteHosts?: readonly string[]
  /** host is loopback or a private name: some security checks do not apply. */
  isPrivateHost: boolean
  response: ResponseFacts
  charset: CharsetFacts
  /** First bytes of the head as text, for evidence. Cut at 2 KB. */
  headExcerpt: string
  lang: string | null
  /** Of the text, by the dir attribute or an inline style of html or body: `rtl`, `ltr` or `auto`; absent where none is declared. */
  direction?: string
  baseUrl: string
  /** `<title>` elements whose parent is head, in order; titles in svg are not counted. */
  titles: TextFact[]
  /** First title as shown, whitespace folded; '' when there is none. Also a title that ended up in the body. */
  title: string
  /** `meta[name=description]` in head, in order; whitespace folded. */
  metaDescriptions: TextFact[]
  metaDescription: string
  robotsDirectives: RobotsDirectiveFact[]
  /** Effective rules for Googlebot (the most restrictive wins). */
  isNoindex: boolean
  isNofollow: boolean
  canonicals: CanonicalFact[]
  /** First usable canonical, normalised; null when none. */
  canonicalUrl: string | null
  /**
   * The canonical is another URL, and the page is indexed all the same: it redirects back to the page, or search engines ignore it.
   * Assumed while checks run; never stored.
   */
  isCanonicalOwn?: true
  hreflangs: HreflangFact[]
  headings: HeadingFact[]
  /** Elements in the document, hidden ones included (the numbers that tools compare). */
  h1Count: number
  h2Count: number
  h3Count: number
  h4Count: number
  h5Count: number
  h6Count: number
  pCount: number
  /** First h1's text, whitespace folded; '' when none. */
  h1: string
  images: ImageFact[]
  /** All `img` elements of the document (noscript included), beyond the cap of `images`, too. */
  totalImages: number
  missingAltTags: number
  emptyAltTags: number
  links: LinkFact[]
  /** How many there were; larger than links.length when the cap cut them. */
  totalLinks: number
  malformedLinks: MalformedLinkFact[]
  uncrawlableLinks: UncrawlableLinkFact[]
  /** Absent where there is none. */
  openerLinks?: OpenerLinkFact[]
  namelessLinks: NamelessFact[]
  namelessButtons: NamelessFact[]
  unlabelledFields: NamelessFact[]
  /** `iframe` elements that visitors see and that have no name; absent where there is none. */
  namelessFrames?: NamelessFact[]
  /** Decoded ids and `a[name]` values of the page, for fragment links. Capped. */
  ids: string[]
  /** Of HTML elements, the first of them; absent where there is none. */
  repeatedIds?: RepeatedIdFact[]
  /** The document type is absent, or an old one that means quirks mode; absent where it is neither. */
  doctype?: 'missing' | 'quirks'
  /** Tags of a second head or body; absent where there is none. */
  repeatedTags?: RepeatedMarkupFact[]
  /** Attributes that a tag has twice; absent where there is none. */
  repeatedAttributes?: RepeatedMarkupFact[]
  refresh: RefreshFact | null
  openGraph: [string, string][]
  /** Names and values of `twitter:` tags; absent where there is none. */
  twitterTags?: [string, string][]
  /** Names of metadata elements that are nearly ones which search engines and networks read; absent where there is none. */
  misspelledNames?: MisspelledNameFact[]
  jsonLd: JsonLdFact[]
  /** URLs of the first images that JSON-LD names; absent where there is none. */
  structuredImages?: string[]
  /** The same in Microdata and RDFa; absent where there is none. */
  markupItems?: MarkupItemFact[]
  forms: FormFact[]
  /** Of the source, outside scripts, style sheets and comments; absent where there is none. */
  controlCharacters?: ControlCharacterFact[]
  /** Attributes for which a template refused a value; absent where there is none. */
  refusedValues?: RefusedValueFact[]
  /** The icon is a data: URL. */
  hasInlineIcon: boolean
  /** content of meta[http-equiv=content-security-policy] in the head; absent when there is none. */
  metaPolicies?: string[]
  /** content of meta[name=viewport], null when absent. */
  viewport: string | null
  lostHeadTags: LostHeadTag[]
  /** Tag that closed the head too early; null when nothing did. */
  headCloser: { tag: string; line: number } | null
  content: ContentFacts
  /** What it contains of the custom searches of the crawl; absent without any. */
  searches?: SearchFact[]
  /** The custom fields of the crawl, and how often it contains each search; absent without any. Not stored with the facts. */
  fields?: FieldValue[]
  /** Content checks are skipped: raw HTML is an empty app shell. Never true of a rendered page. */
  isAppShell: boolean
  /** Names a protection vendor: never checked as the page. */
  isBotChallenge: boolean
  /** What the body is, such as 'PDF file' or 'RSS feed', if it is a file that is only sent as HTML; nothing else of it is read. Absent of a page. */
  fileFormat?: string
  /** What came of running its scripts; omitted where rendering is off. */
  rendering?: RenderingFacts
}

export type RenderingFacts =
  /** The other facts are those of the source. `why` ends the sentence “could not be rendered: …”. */
  | { isRendered: false; why: string }
  /**
   * The other facts are those of the document that the scripts left. Lines are those of the source, 0 for what came by script; links of
   * the source count, too.
   */
  | {
      isRendered: true
      /** Read when the time was up, before its scripts were done. */
      isCut: boolean
      /** Longer than may be read: the facts are those of its beginning. */
      isTruncated: boolean
      /** Where the scripts wanted to lead, normalised; null: nowhere, or where the page's own refresh leads. */
      redirectUrl: string | null
      /** What was measured of the page in the browser; absent in crawls of earlier versions. */
      audit?: PageAudit
      /** The same as the source has it. */
      raw: RawFacts
      /** Words of the main text that the source does not have. */
      addedWordCount: number
      /** A few sentences of the main text that the source does not have. */
      addedTexts: string[]
    }

/** What of the source can be compared with the rendered document. */
export interface RawFacts {
  title: string
  metaDescription: string
  canonicalUrl: string | null
  /** Directives of tags and headers. */
  robots: string
  isNoindex: boolean
  isNofollow: boolean
  h1: string
  wordCount: number
  linkCount: number
  lang: string | null
}

export interface ContentFacts {
  /** Main text (checks.md, defined terms), white space folded, a line for each block; cut at 100,000 characters. Not stored with the facts. */
  mainText: string
  /** Where mainText is code (pre, code, kbd, samp): [start, end) offsets in order, neighbours merged, capped. */
  codeRanges: [number, number][]
  /** In the same way, where the beginning of mainText stands in lists; absent without any. Not stored with the facts. */
  listRanges?: [number, number][]
  wordCount: number
  /** SHA-256 in hex of the normalised main text; '' below one word. */
  textHash: string
  /** One-permutation MinHash of the 5-word shingles: 128 unsigned 32-bit numbers; empty below 100 words. */
  minhash: number[]
  /** Main part holds a form with 2+ fields, media, an iframe, or 10+ links or images. */
  isListingOrTool: boolean
}
