import type { HeadingFact, ImageFact, LinkFact } from '#shared/element-facts.ts'
import type { CharsetFacts, ContentFacts, PageFacts, RawFacts, RenderingFacts, ResponseFacts } from '#shared/facts.ts'

/** A healthy page in which no check finds anything; tests say only what differs. */

export interface FactOverrides extends Partial<Omit<PageFacts, 'response' | 'content' | 'charset' | 'rendering'>> {
  /** undefined: the crawl ran no scripts. */
  rendering?: RenderingFacts | undefined
  response?: Partial<ResponseFacts>
  content?: Partial<ContentFacts>
  charset?: Partial<CharsetFacts>
}

/** Full facts from a healthy page and what differs; facts that follow from others follow. */
export function pageFactsWith(overrides: FactOverrides = {}): PageFacts {
  const { response, content, charset, rendering, ...given } = overrides
  const rest = { ...given, ...(rendering && { rendering }) }
  const base = healthyPage()
  const page = {
    ...base,
    ...rest,
    response: { ...base.response, ...response },
    content: { ...base.content, ...content },
    charset: { ...base.charset, ...charset },
  }
  return { ...page, ...derivedFacts(page), ...rest }
}

function derivedFacts(page: PageFacts): Partial<PageFacts> {
  return {
    title: page.titles[0]?.text ?? '',
    metaDescription: page.metaDescriptions[0]?.text ?? '',
    canonicalUrl: page.canonicals.find(canonical => canonical.url !== null)?.url ?? null,
    h1: page.headings.find(heading => heading.level === 1)?.text ?? '',
    h1Count: page.headings.filter(heading => heading.level === 1).length,
    totalImages: page.images.length,
    missingAltTags: page.images.filter(image => image.alt === null).length,
    emptyAltTags: page.images.filter(image => image.alt === '').length,
    totalLinks: page.links.length,
  }
}

export function linkWith(overrides: Partial<LinkFact> = {}): LinkFact {
  return {
    kind: 'anchor',
    url: 'https://example.com/other',
    fragment: null,
    text: 'How we measure',
    rel: [],
    isNofollow: false,
    region: 'main',
    path: 'body > main > a',
    line: 20,
    ...overrides,
  }
}

export function imageWith(overrides: Partial<ImageFact> = {}): ImageFact {
  return {
    src: 'https://example.com/boat.jpg',
    tag: '<img src="/boat.jpg">',
    alt: 'A survey boat at anchor',
    isDecorative: false,
    hasOtherName: false,
    width: 640,
    height: 480,
    hasInlineSize: false,
    isTiny: false,
    isInNoscript: false,
    isSvg: false,
    figureCaption: null,
    soleContentOf: null,
    region: 'main',
    path: 'body > main > img',
    line: 30,
    ...overrides,
  }
}

/** What came of running the scripts of the healthy page: nothing. */
export function renderedWith(
  overrides: Partial<Omit<RenderedFacts, 'raw'>> & { raw?: Partial<RawFacts> } = {},
): RenderedFacts {
  return {
    isRendered: true,
    isCut: false,
    isTruncated: false,
    redirectUrl: null,
    addedWordCount: 0,
    addedTexts: [],
    audit: { violations: [], narrow: { width: 360, scrollWidth: 360, isApproximate: false, elements: [] } },
    ...overrides,
    raw: {
      title: 'Sounding the harbour',
      metaDescription: 'How the depth of a harbour is measured, by whom, and how often it is done.',
      canonicalUrl: null,
      robots: '',
      isNoindex: false,
      isNofollow: false,
      h1: 'Sounding the harbour',
      wordCount: 320,
      linkCount: 2,
      lang: 'en',
      ...overrides.raw,
    },
  }
}

type RenderedFacts = Extract<RenderingFacts, { isRendered: true }>

export function headingWith(
  level: HeadingFact['level'],
  text: string,
  { isInMain = true, ...others }: Partial<HeadingFact> = {},
): HeadingFact {
  const place = { isInMain, ...(isInMain && { region: 'main' as const }), path: `body > main > h${level}`, line: 10 }
  return { level, text, isHidden: false, ...place, ...others }
}

function healthyPage(): PageFacts {
  return {
    url: 'https://example.com/page',
    depth: 1,
    isSeed: false,
    isPrivateHost: false,
    response: {
      status: 200,
      httpVersion: '1.1',
      headers: [['content-type', 'text/html; charset=utf-8']],
      mediaType: 'text/html',
      transferBytes: 8_000,
      bodyBytes: 24_000,
      isTruncated: false,
      contentEncoding: 'gzip',
      ttfbMs: 90,
      totalMs: 120,
      attempts: [],
    },
    charset: { used: 'utf-8', from: 'header', hasInvalidBytes: false },
    headExcerpt: '<meta charset="utf-8"><title>Sounding the harbour</title>',
    lang: 'en',
    baseUrl: 'https://example.com/page',
    titles: [{ text: 'Sounding the harbour', line: 4 }],
    title: 'Sounding the harbour',
    metaDescriptions: [{ text: 'How the depth of a harbour is measured, by whom, and how often it is done.', line: 5 }],
    metaDescription: 'How the depth of a harbour is measured, by whom, and how often it is done.',
    robotsDirectives: [],
    isNoindex: false,
    isNofollow: false,
    canonicals: [],
    canonicalUrl: null,
    hreflangs: [],
    headings: [headingWith(1, 'Sounding the harbour'), headingWith(2, 'Lead and line')],
    h1Count: 1,
    h2Count: 1,
    h3Count: 0,
    h4Count: 0,
    h5Count: 0,
    h6Count: 0,
    pCount: 6,
    h1: 'Sounding the harbour',
    images: [imageWith()],
    totalImages: 1,
    missingAltTags: 0,
    emptyAltTags: 0,
    links: [linkWith({ url: 'https://example.com/', text: 'Home', region: 'nav' }), linkWith()],
    totalLinks: 2,
    malformedLinks: [],
    uncrawlableLinks: [],
    namelessLinks: [],
    namelessButtons: [],
    unlabelledFields: [],
    ids: [],
    refresh: null,
    openGraph: [],
    jsonLd: [],
    forms: [],
    hasInlineIcon: false,
    viewport: 'width=device-width, initial-scale=1',
    lostHeadTags: [],
    headCloser: null,
    content: {
      mainText: 'The lead is lowered until it touches the ground, and the line is read at the waterline.',
      wordCount: 320,
      textHash: 'f00d',
      minhash: [],
      codeRanges: [],
      isListingOrTool: false,
    },
    isAppShell: false,
    isBotChallenge: false,
  }
}
