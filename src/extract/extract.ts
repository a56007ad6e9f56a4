/**
 * Extraction turns the bytes of one response into the facts of the page: one parse, one walk over the tree, one collector per
 * kind of fact. It accepts any bytes, never throws, never recurses over the tree and keeps to the limits of shared/limits.ts.
 * Facts hold no opinion: the checks decide what they mean. It opens no connection and reads no clock.
 */

import { type ParsedDocument, parseDocument } from '#html/html.ts'
import { attribute, type ElementNode, isHtml } from '#html/node.ts'
import type { LinkFact, RefreshFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import type { LinkKind } from '#shared/model.ts'
import { anchorCollector } from './anchors.ts'
import { isBotChallenge } from './bot-challenge.ts'
import type { DecodedBody } from './charset.ts'
import { contentCollector } from './content.ts'
import { controlCharactersOf } from './control-characters.ts'
import { cutText } from './cut-text.ts'
import { controlCollector, formCollector } from './forms.ts'
import { frameCollector } from './frames.ts'
import { canonicalCollector, hreflangCollector, inlineIconCollector, usableCanonical } from './head-links.ts'
import { contentPolicyCollector, metaTagCollector, titleCollector } from './head-metadata.ts'
import { headingCollector } from './headings.ts'
import { createIdList } from './ids.ts'
import { imageCollector, type SoleImages } from './images.ts'
import { type HeaderLink, parseLinkHeaders } from './link-header.ts'
import { createLinkList, type LinkList } from './link-list.ts'
import { headPlacementCollector, markupFacts } from './markup-repairs.ts'
import { misspelledNameCollector } from './misspelled-names.ts'
import { ownTextFacts } from './own-texts.ts'
import { type Collector, createPage, type ExtractInput, type Page } from './page.ts'
import { readBody } from './read-body.ts'
import { refreshCollector, refreshOfHeader } from './refresh.ts'
import { refusedValueFacts } from './refused-values.ts'
import { resourceLinkCollector, styleElementCollector } from './resource-links.ts'
import { headerValues, responseFacts } from './response-facts.ts'
import {
  hasGooglebotDirective,
  isUnavailable,
  robotsDirectiveCollector,
  robotsHeaderDirectives,
} from './robots-directives.ts'
import { headExcerpt, sourcePositions } from './source-positions.ts'
import { markupItemsCollector, structuredDataCollector } from './structured-data.ts'
import { roleOf } from './surroundings.ts'
import { walk } from './walk.ts'

export type { ExtractInput }

/** Facts of an HTML response. */
export function extractPage(input: ExtractInput): PageFacts {
  const { format, body, decoded } = readBody(input)
  const facts = extractDecoded(input, decoded)
  const controlCharacters = controlCharactersOf({ body, text: decoded.text }, sourcePositions(decoded.text).lineAt)
  return {
    ...facts,
    ...(format !== null && { fileFormat: format }),
    ...(controlCharacters.length > 0 && { controlCharacters }),
  }
}

/** Facts of an HTML response whose text is decoded. */
export function extractDecoded(input: ExtractInput, decoded: DecodedBody): PageFacts {
  const document = parseDocument(decoded.text, decoded.mayHaveNuls)
  const page = createPage(input, document)
  const collectors = createCollectors(page)
  visitAll(document, collectors)
  const structuredData = { ...collectors.structuredData.facts(), ...collectors.markupItems.facts() }
  return {
    url: input.url,
    depth: input.depth,
    isSeed: input.isSeed,
    ...(input.siteHosts && { siteHosts: input.siteHosts }),
    isPrivateHost: input.isPrivateHost,
    response: responseFacts(input),
    charset: decoded.charset,
    headExcerpt: headExcerpt(document),
    lang: langOf(document.html),
    ...directionOf(document),
    baseUrl: page.baseUrl,
    isBotChallenge: isBotChallenge({ status: input.status, headers: input.headers, bodyText: decoded.text }),
    ...collectors.titles.facts(),
    ...collectors.metaTags.facts(),
    ...collectors.headings.facts(),
    ...collectors.images.facts(),
    ...collectors.anchors.facts(),
    ...collectors.controls.facts(),
    ...collectors.ids.facts(),
    ...collectors.frames.facts(),
    ...markupFacts(page),
    ...refusedValueFacts(page),
    ...structuredData,
    forms: collectors.forms.facts(),
    ...collectors.inlineIcon.facts(),
    ...collectors.contentPolicies.facts(),
    ...collectors.headPlacement.facts(),
    ...collectors.misspelledNames.facts(),
    ...collectors.content.facts(),
    ...ownTextFacts(input, document, () => structuredData),
    ...directiveFacts(input, page, collectors),
  }
}

type Collectors = ReturnType<typeof createCollectors>

function createCollectors(page: Page) {
  const links = createLinkList(page)
  const soleImages: SoleImages = new Map()
  return {
    links,
    ids: createIdList(page),
    content: contentCollector(),
    titles: titleCollector(page),
    metaTags: metaTagCollector(page),
    robots: robotsDirectiveCollector(page),
    refresh: refreshCollector(page, links),
    canonicals: canonicalCollector(page),
    hreflangs: hreflangCollector(page),
    headings: headingCollector(page),
    // Before the images: links and buttons record which images are their only content.
    anchors: anchorCollector(page, links, soleImages),
    controls: controlCollector(page, soleImages),
    images: imageCollector(page, soleImages),
    resources: resourceLinkCollector(page, links),
    styleElements: styleElementCollector(page, links),
    forms: formCollector(page),
    frames: frameCollector(page),
    inlineIcon: inlineIconCollector(),
    contentPolicies: contentPolicyCollector(),
    structuredData: structuredDataCollector(page),
    markupItems: markupItemsCollector(page),
    headPlacement: headPlacementCollector(page),
    misspelledNames: misspelledNameCollector(page),
  }
}

function visitAll(document: ParsedDocument, collectors: Collectors): void {
  const { ids, content, markupItems, links: _, ...tagged } = collectors
  const byTag = collectorsByTag(Object.values(tagged))
  walk(document.root, {
    enter(entered, around) {
      const { element } = entered
      ids.add(entered)
      content.enter(entered, around)
      markupItems.enter(entered)
      if (!isHtml(element)) return
      const interested = byTag.get(element.tagName)
      if (interested) for (const collector of interested) collector.visit(element, around)
      if (entered.role === null) return
      const role = roleOf(entered)
      if (role === 'heading') collectors.headings.visitRole(element, around)
      else if (role === 'button') collectors.controls.visitRole(element, around)
    },
    text: content.text,
    leave: content.leave,
  })
}

function collectorsByTag(collectors: readonly Collector[]): ReadonlyMap<string, Collector[]> {
  const byTag = new Map<string, Collector[]>()
  for (const collector of collectors)
    for (const tag of collector.tags) {
      const others = byTag.get(tag)
      if (others) others.push(collector)
      else byTag.set(tag, [collector])
    }
  return byTag
}

/** Facts from markup and headers together: directives, canonical, hreflang, refresh, and the links they add. */
function directiveFacts(input: ExtractInput, page: Page, collectors: Collectors) {
  const headerLinks = parseLinkHeaders(headerValues(input, 'link'))
  const headerRefresh = refreshOfHeader(headerValues(input, 'refresh')[0] ?? '', page)
  addHeaderLinks(headerLinks, headerRefresh, collectors.links)
  const robotsDirectives = [
    ...collectors.robots.facts(),
    ...robotsHeaderDirectives(headerValues(input, 'x-robots-tag')),
  ]
  const isNofollow = hasGooglebotDirective(robotsDirectives, 'nofollow')
  const requestedAtMs = input.attempts.at(-1)?.atMs ?? 0
  const canonicals = collectors.canonicals.facts(headerLinks)
  const { links, ...otherLinkFacts } = collectors.links.facts()
  return {
    robotsDirectives,
    isNoindex: hasGooglebotDirective(robotsDirectives, 'noindex') || isUnavailable(robotsDirectives, requestedAtMs),
    isNofollow,
    canonicals,
    canonicalUrl: usableCanonical(canonicals),
    hreflangs: collectors.hreflangs.facts(headerLinks),
    refresh: collectors.refresh.facts() ?? headerRefresh,
    links: isNofollow ? links.map(notFollowed) : links,
    ...otherLinkFacts,
  }
}

const HEADER_KINDS: readonly LinkKind[] = ['canonical', 'alternate', 'next', 'prev']

function addHeaderLinks(headerLinks: readonly HeaderLink[], refresh: RefreshFact | null, links: LinkList): void {
  for (const { rel, target } of headerLinks)
    for (const kind of HEADER_KINDS) if (rel.includes(kind)) links.addOfHeader(kind, target)
  if (refresh?.url) links.addOfHeader('refresh', refresh.url)
}

/** Kinds of links that a nofollow directive of the page applies to; images, scripts and its canonical are not followed anyway. */
const FOLLOWED_KINDS: ReadonlySet<LinkKind> = new Set(['anchor', 'area', 'frame', 'next', 'prev'])

function notFollowed(link: LinkFact): LinkFact {
  return FOLLOWED_KINDS.has(link.kind) ? { ...link, isNofollow: true } : link
}

/** As written; null when absent or empty. */
function langOf(html: ElementNode | null): string | null {
  const lang = html === null ? null : attribute(html, 'lang')
  return lang ? cutText(lang, MAX_LANG) : null
}

/** As the html element declares it, or the body for all that is shown. */
function directionOf({ html, body }: ParsedDocument): Pick<PageFacts, 'direction'> {
  const declared = [html, body].flatMap(element => (element === null ? [] : (attribute(element, 'dir') ?? [])))
  const styled = [html, body].some(element => element !== null && RTL_STYLE.test(attribute(element, 'style') ?? ''))
  const direction = styled ? 'rtl' : declared.map(value => value.trim().toLowerCase()).find(isDirection)
  return direction === undefined ? {} : { direction }
}

const RTL_STYLE = /(?:^|[;\s])direction\s*:\s*rtl\b/i
const isDirection = (value: string) => value === 'rtl' || value === 'ltr' || value === 'auto'

/** Longer than any meaningful language tag (RFC 5646, 4.4.1). */
const MAX_LANG = 100
