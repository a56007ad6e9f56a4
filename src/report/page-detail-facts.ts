import { MEBIBYTE } from '#shared/constants.ts'
import type { ImageFact, JsonLdFact, MarkupItemFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { MAX_HEADINGS_PER_PAGE, MAX_IMAGES_PER_PAGE, MAX_LINKS_PER_PAGE } from '#shared/limits.ts'
import type { PageFactsResponse } from '#shared/page-detail.ts'
import type { LinkTarget } from '#store/store.ts'

const MAX_TAGS = 20
const MAX_HREFLANGS = 200
const MAX_HEADINGS = 200
export const MAX_DETAIL_IMAGES = 100
const MAX_BLOCKS = 20
const MAX_BLOCK_CODE = 10_000
const MAX_PROPERTIES = 60

/** `files` holds the result of requesting the sources of the first images. */
export function pageFactsResponse(facts: PageFacts, files: ReadonlyMap<string, LinkTarget>): PageFactsResponse {
  const { response, charset, refresh } = facts
  return {
    headers: response.headers.map(([name, value]) => ({ name, value })),
    httpVersion: response.httpVersion,
    contentEncoding: response.contentEncoding,
    transferBytes: response.transferBytes,
    bodyBytes: response.bodyBytes,
    isTruncated: response.isTruncated,
    limitsReached: readingLimits(facts),
    charset: { used: charset.used, from: charset.from },
    lang: facts.lang,
    viewport: facts.viewport,
    titles: cut(facts.titles, MAX_TAGS),
    metaDescriptions: cut(facts.metaDescriptions, MAX_TAGS),
    title: facts.title,
    metaDescription: facts.metaDescription,
    robotsDirectives: cut(
      facts.robotsDirectives.map(({ source, agent, raw, line }) => ({ source, agent, raw, line })),
      MAX_TAGS,
    ),
    isNoindex: facts.isNoindex,
    isNofollow: facts.isNofollow,
    canonicals: cut(
      facts.canonicals.map(({ raw, url, source, line }) => ({ raw, url, source, line })),
      MAX_TAGS,
    ),
    hreflangs: cut(
      facts.hreflangs.map(({ code, raw, url, source, line }) => ({ code, raw, url, source, line })),
      MAX_HREFLANGS,
    ),
    refresh: refresh && { delay: refresh.delay, url: refresh.url, raw: refresh.raw, line: refresh.line },
    headings: {
      total: headingTotal(facts),
      items: facts.headings
        .slice(0, MAX_HEADINGS)
        .map(({ level, text, isHidden, line }) => ({ level, text, isHidden, line })),
    },
    images: {
      total: facts.totalImages,
      items: facts.images.slice(0, MAX_DETAIL_IMAGES).map(image => imageResponse(image, files)),
    },
    structuredData: cut(
      [...facts.jsonLd.map(blockResponse), ...(facts.markupItems ?? []).map(itemResponse)],
      MAX_BLOCKS,
    ),
    openGraph: cut(
      facts.openGraph.map(([property, content]) => ({ property, content })),
      MAX_PROPERTIES,
    ),
    wordCount: facts.content.wordCount,
    rendering: renderingResponse(facts),
  }
}

function cut<Item>(items: readonly Item[], max: number): { total: number; items: Item[] } {
  return { total: items.length, items: items.slice(0, max) }
}

/** The counts know of headings beyond those that are kept; they also count what is no heading to a reader. */
function headingTotal(facts: PageFacts): number {
  const { headings, h1Count, h2Count, h3Count, h4Count, h5Count, h6Count } = facts
  if (headings.length < MAX_HEADINGS_PER_PAGE) return headings.length
  return Math.max(headings.length, h1Count + h2Count + h3Count + h4Count + h5Count + h6Count)
}

function imageResponse(
  image: ImageFact,
  files: ReadonlyMap<string, LinkTarget>,
): PageFactsResponse['images']['items'][number] {
  const { src, alt, isDecorative, hasOtherName, width, height, region, line } = image
  const file = src === null ? undefined : files.get(src)
  const ofFile = { statusCode: file?.statusCode ?? null, bytes: file?.bytes ?? null }
  return { src, alt, isDecorative, hasOtherName, width, height, region, line, ...ofFile }
}

type StructuredResponse = PageFactsResponse['structuredData']['items'][number]

function itemResponse({ syntax, ...item }: MarkupItemFact): StructuredResponse {
  return { ...blockResponse({ ...item, error: null }), syntax }
}

function blockResponse({ raw, types, error, line }: JsonLdFact): StructuredResponse {
  return {
    syntax: 'json-ld',
    types,
    code: raw.slice(0, MAX_BLOCK_CODE),
    isCut: raw.length > MAX_BLOCK_CODE,
    error: error && `${error.message} (line ${error.line}, column ${error.column} of the block)`,
    line,
  }
}

/** What running the scripts of a page changed; null where the crawl ran none. */
export function renderingResponse(facts: PageFacts): PageFactsResponse['rendering'] {
  const { rendering } = facts
  if (!rendering) return null
  if (!rendering.isRendered) return { isRendered: false, why: rendering.why }
  const { isCut, isTruncated, redirectUrl, addedWordCount, raw } = rendering
  const robots = facts.robotsDirectives.flatMap(({ tokens }) => tokens).join(', ')
  const compared = [
    { name: 'Title', source: raw.title, rendered: facts.title },
    { name: 'Meta description', source: raw.metaDescription, rendered: facts.metaDescription },
    { name: 'H1', source: raw.h1, rendered: facts.h1 },
    { name: 'Canonical', source: raw.canonicalUrl ?? '', rendered: facts.canonicalUrl ?? '' },
    { name: 'Robots directives', source: raw.robots, rendered: robots },
    { name: 'Language', source: raw.lang ?? '', rendered: facts.lang ?? '' },
    { name: 'Words in the main text', source: String(raw.wordCount), rendered: String(facts.content.wordCount) },
    { name: 'Links', source: String(raw.linkCount), rendered: String(facts.totalLinks) },
  ]
  const differences = compared.filter(({ source, rendered }) => source !== rendered)
  return { isRendered: true, isCut, isTruncated, redirectUrl, addedWordCount, differences }
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** What of a page was left unread because it is too much, a sentence for each limit that it reached. */
function readingLimits({
  response,
  totalLinks,
  totalImages,
}: Pick<PageFacts, 'response' | 'totalLinks' | 'totalImages'>): string[] {
  const size = `${number.format(response.bodyBytes / MEBIBYTE)} MB`
  return [
    ...(response.isCutOff ? ['The page broke off before its end: what had arrived was read.'] : []),
    ...(response.isTruncated ? [`Page larger than ${size}: the first ${size} were read.`] : []),
    ...countLimit(totalLinks, { max: MAX_LINKS_PER_PAGE, noun: 'links', verb: 'followed' }),
    ...countLimit(totalImages, { max: MAX_IMAGES_PER_PAGE, noun: 'images', verb: 'looked at' }),
  ]
}

function countLimit(total: number, { max, noun, verb }: { max: number; noun: string; verb: string }): string[] {
  if (total <= max) return []
  const kept = number.format(max)
  return [`More than ${kept} ${noun}: the first ${kept} of ${number.format(total)} were ${verb}.`]
}
