import * as z from 'zod/mini'
import { linkKinds, regions } from './model.ts'

/** What the API returns of one page beyond its row in the list: the facts read off it, each list cut with its total beside it. */

function cut<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    /** How many there are; `items` may hold fewer. */
    total: z.number(),
    items: z.array(item),
  })
}

/** 1-based line of the source, 0 when it is not known. */
const line = z.number()
const text = z.object({ text: z.string(), line })

export const pageFactsSchema = z.object({
  /** As received: names in lower case, repeated headers repeated. Those that say nothing about the page are not kept. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  httpVersion: z.string(),
  contentEncoding: z.string(),
  /** Bytes of the body on the wire, and decoded. */
  transferBytes: z.number(),
  bodyBytes: z.number(),
  /** The body was longer than what is read. */
  isTruncated: z.boolean(),
  /** What of the page was left unread because it is too much: sentences. */
  limitsReached: z.array(z.string()),
  charset: z.object({ used: z.string(), from: z.string() }),
  lang: z.nullable(z.string()),
  viewport: z.nullable(z.string()),
  titles: cut(text),
  metaDescriptions: cut(text),
  title: z.string(),
  metaDescription: z.string(),
  robotsDirectives: cut(z.object({ source: z.enum(['meta', 'header']), agent: z.string(), raw: z.string(), line })),
  isNoindex: z.boolean(),
  isNofollow: z.boolean(),
  canonicals: cut(z.object({ raw: z.string(), url: z.nullable(z.string()), source: z.enum(['tag', 'header']), line })),
  hreflangs: cut(
    z.object({
      code: z.string(),
      raw: z.string(),
      url: z.nullable(z.string()),
      source: z.enum(['tag', 'header']),
      line,
    }),
  ),
  refresh: z.nullable(z.object({ delay: z.number(), url: z.nullable(z.string()), raw: z.string(), line })),
  headings: cut(z.object({ level: z.number(), text: z.string(), isHidden: z.boolean(), line })),
  images: cut(
    z.object({
      src: z.nullable(z.string()),
      /** null: no alt attribute. */
      alt: z.nullable(z.string()),
      isDecorative: z.boolean(),
      hasOtherName: z.boolean(),
      width: z.nullable(z.number()),
      height: z.nullable(z.number()),
      region: z.enum(regions),
      line,
      /** Of the file, as far as it was requested. */
      statusCode: z.nullable(z.number()),
      bytes: z.nullable(z.number()),
    }),
  ),
  /** Blocks of JSON-LD, and what attributes of the markup describe. */
  structuredData: cut(
    z.object({
      syntax: z.enum(['json-ld', 'microdata', 'rdfa']),
      types: z.array(z.string()),
      /** Its beginning: JSON-LD as written, the others as JSON-LD would say the same. */
      code: z.string(),
      isCut: z.boolean(),
      error: z.nullable(z.string()),
      line,
    }),
  ),
  openGraph: cut(z.object({ property: z.string(), content: z.string() })),
  wordCount: z.number(),
  /** What came of running its scripts; null: the crawl did not run them. */
  rendering: z.nullable(
    z.discriminatedUnion('isRendered', [
      /** `why` ends the sentence “could not be rendered: …”. The other facts are those of the source. */
      z.object({ isRendered: z.literal(false), why: z.string() }),
      z.object({
        isRendered: z.literal(true),
        /** Read when the time was up, before its scripts were done. */
        isCut: z.boolean(),
        /** The document is longer than what is read. */
        isTruncated: z.boolean(),
        /** Where its scripts wanted to lead; null: nowhere. */
        redirectUrl: z.nullable(z.string()),
        /** Words of the main text that the source does not have. */
        addedWordCount: z.number(),
        /** What the source says otherwise; '' stands for nothing. */
        differences: z.array(z.object({ name: z.string(), source: z.string(), rendered: z.string() })),
      }),
    ]),
  ),
})
export type PageFactsResponse = z.infer<typeof pageFactsSchema>

/** null without a response, or when it was not requested. */
const statusCode = z.nullable(z.number())

export const nearPageSchema = z.object({ url: z.string(), statusCode })
export type NearPage = z.infer<typeof nearPageSchema>

/** How a URL can stand in a list of links. */
export const linkGroups = ['pages', 'files', 'all'] as const
export type LinkGroup = (typeof linkGroups)[number]

export const pageLinkSchema = z.object({
  /** The other end: the target of a link out, the page that holds a link in. null when the crawl did not take it in. */
  url: z.nullable(z.string()),
  statusCode,
  /** Why there is no status, for a person; '' otherwise. */
  failure: z.string(),
  isExternal: z.boolean(),
  kind: z.enum(linkKinds),
  text: z.string(),
  region: z.enum(regions),
  path: z.string(),
  line,
  rel: z.array(z.string()),
  isNofollow: z.boolean(),
  /** Part of the target behind `#`. */
  fragment: z.nullable(z.string()),
  /** Of a link in: how many links that page has to this one; 1 for a link out. */
  count: z.number(),
  /** Of a link in: how strongly the links of the site point to that page, 0 to 100; null where that is not known, and for a link out. */
  linkScore: z.nullable(z.number()),
})
export type PageLinkResponse = z.infer<typeof pageLinkSchema>

export const pageLinksSchema = z.object({
  /** Links out, or pages that link in. */
  total: z.number(),
  links: z.array(pageLinkSchema),
})
export type PageLinksResponse = z.infer<typeof pageLinksSchema>
