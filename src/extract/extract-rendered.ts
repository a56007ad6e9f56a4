import { parameterDropper, type UrlOf } from '#shared/dropped-parameters.ts'
import type { LinkFact } from '#shared/element-facts.ts'
import type { PageFacts, RawFacts } from '#shared/facts.ts'
import { MAX_LINKS_PER_PAGE } from '#shared/limits.ts'
import { pageLinkKinds } from '#shared/model.ts'
import type { RenderedPage } from '#shared/rendering.ts'
import { normalizeUrl } from '#shared/url.ts'
import { extractDecoded, extractPage } from './extract.ts'
import type { ExtractInput } from './page.ts'
import { withSourcePlaces } from './source-places.ts'
import { wordsOf } from './text-reader.ts'

/**
 * Facts of a rendered page: those of the document after its scripts ran, with lines and tags of the source. When rendering failed, the
 * facts of the source.
 */
export function extractRenderedPage(input: ExtractInput, rendered: RenderedPage): PageFacts {
  const { fields: _, ...withoutFields } = input
  const raw = extractPage(rendered.ok ? withoutFields : input)
  if (raw.fileFormat !== undefined) return raw
  if (!rendered.ok) return { ...raw, rendering: { isRendered: false, why: rendered.why } }
  const text = new TextDecoder().decode(rendered.html)
  const drawn = withSourcePlaces(extractDecoded(input, { text, charset: raw.charset, mayHaveNuls: true }), raw)
  const urlOf = parameterDropper({ dropParameters: input.dropParameters, subdomains: input.siteHosts }, input.url)
  const redirectUrl = redirectOf(rendered.redirectUrl, { pages: [raw, drawn], urlOf })
  const links = [...drawn.links, ...leftLinks(drawn.links, raw.links), ...redirectLink(redirectUrl)]
  return {
    ...drawn,
    headExcerpt: raw.headExcerpt,
    ...(raw.controlCharacters && { controlCharacters: raw.controlCharacters }),
    headCloser: drawn.lostHeadTags.length === 0 ? null : (raw.headCloser ?? drawn.headCloser),
    links: links.slice(0, MAX_LINKS_PER_PAGE),
    totalLinks: drawn.totalLinks + links.length - drawn.links.length,
    // After rendering, the page shows what it has.
    isAppShell: false,
    isBotChallenge: raw.isBotChallenge,
    rendering: {
      isRendered: true,
      isCut: rendered.isCut,
      isTruncated: rendered.isTruncated,
      redirectUrl,
      ...(rendered.audit && { audit: rendered.audit }),
      raw: rawFacts(raw),
      ...addedText(drawn.content.mainText, raw.content.mainText),
    },
  }
}

function rawFacts(raw: PageFacts): RawFacts {
  return {
    title: raw.title,
    metaDescription: raw.metaDescription,
    canonicalUrl: raw.canonicalUrl,
    robots: raw.robotsDirectives.flatMap(({ tokens }) => tokens).join(', '),
    isNoindex: raw.isNoindex,
    isNofollow: raw.isNofollow,
    h1: raw.h1,
    wordCount: raw.content.wordCount,
    linkCount: raw.totalLinks,
    lang: raw.lang,
  }
}

/** Links to pages that the scripts removed: crawlers without JavaScript follow them. */
function leftLinks(drawn: readonly LinkFact[], raw: readonly LinkFact[]): LinkFact[] {
  const known = new Set(drawn.map(({ url }) => url))
  return raw.filter(({ kind, url }) => pageLinkKinds.includes(kind) && !known.has(url))
}

function redirectOf(
  target: string | null,
  { pages, urlOf }: { pages: readonly PageFacts[]; urlOf: UrlOf },
): string | null {
  const written = target === null ? null : normalizeUrl(target)
  if (written === null) return null
  const url = urlOf(written)
  return pages.some(page => page.url === url || page.refresh?.url === url) ? null : url
}

/** Visited like the target of a refresh. */
function redirectLink(url: string | null): LinkFact[] {
  if (url === null) return []
  return [
    { kind: 'refresh', url, fragment: null, text: '', rel: [], isNofollow: false, region: 'head', path: '', line: 0 },
  ]
}

const MAX_ADDED_TEXTS = 3
/** Shorter sentences make poor examples. */
const MIN_SENTENCE = 20
const MAX_SENTENCE = 200
/** Sentences searched for examples. */
const MAX_SEARCHED_SENTENCES = 500

/** What `text` has beyond `before`: the number of added words, and a few added sentences. */
export function addedText(text: string, before: string): { addedWordCount: number; addedTexts: string[] } {
  const known = new Map<number, number>()
  for (const word of wordsOf(before).hashes) known.set(word, (known.get(word) ?? 0) + 1)
  let addedWordCount = 0
  for (const word of wordsOf(text).hashes) {
    const left = known.get(word) ?? 0
    if (left > 0) known.set(word, left - 1)
    else addedWordCount++
  }
  if (addedWordCount === 0) return { addedWordCount, addedTexts: [] }
  const sentences = text.split(/(?<=[.!?…])\s+|(?<=[。！？])/u, MAX_SEARCHED_SENTENCES)
  const addedTexts = sentences
    .filter(sentence => sentence.length >= MIN_SENTENCE && !before.includes(sentence))
    .slice(0, MAX_ADDED_TEXTS)
    .map(sentence => (sentence.length > MAX_SENTENCE ? `${sentence.slice(0, MAX_SENTENCE - 1)}…` : sentence))
  return { addedWordCount, addedTexts }
}
