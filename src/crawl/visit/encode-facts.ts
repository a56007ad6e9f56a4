import { hash } from 'node:crypto'
import { isEligible } from '#checks/eligible.ts'
import { shownH1s } from '#checks/headings/h1-multiple.ts'
import { shareImages } from '#checks/social/share-image-urls.ts'
import { isOnSiteOf } from '#checks/url-parts.ts'
import type { LinkFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { packIds } from '#shared/fnv.ts'
import { MAX_FINDINGS_PER_LIST, MAX_IDS_PER_PAGE } from '#shared/limits.ts'
import { encodeLinks } from '#shared/link-codec.ts'
import { linkKinds, pageLinkKinds } from '#shared/model.ts'
import type { EncodedFacts, FoundUrl, PageColumns } from '#shared/page-record.ts'
import { traitsOf } from '#shared/page-traits.ts'
import { rememberedOfTexts } from '#shared/remembered.ts'
import { TextNumbers } from '#shared/text-numbers.ts'
import { foldedKey } from '#shared/white-space.ts'
import { likenessOf } from '../traps/trap-likeness.ts'

/**
 * Distinct URLs of a page in order of first mention, with every kind that names them; images of structured data alone have no kind. `places` has of
 * each link the place of its URL among them.
 */
export function urlsOnPage({ links, structuredImages = [] }: FoundIn): { found: FoundUrl[]; places: Int32Array } {
  const urls = new TextNumbers(links.length)
  const found: FoundUrl[] = []
  const places = new Int32Array(links.length)
  let at = 0
  for (const { url, kind, isNofollow } of links) {
    const kinds = 1 << linkKinds.indexOf(kind)
    const isFollowed = !isNofollow && pageLinkKinds.includes(kind)
    const place = urls.of(url)
    places[at++] = place
    const known = found[place]
    if (!known) {
      found.push({ url, kinds, isFollowed })
      continue
    }
    known.kinds |= kinds
    known.isFollowed ||= isFollowed
  }
  for (const url of structuredImages) if (!found[urls.of(url)]) found.push({ url, kinds: 0, isFollowed: false })
  return { found, places }
}

type FoundIn = Pick<PageFacts, 'links' | 'structuredImages'>

/** What is read of all pages at once: the columns of lists, and bytes. `places` are those of `urlsOnPage`. */
export function encodeFacts(
  facts: PageFacts,
  places: ArrayLike<number>,
  { needsLikeness = true }: { needsLikeness?: boolean } = {},
): Omit<EncodedFacts, 'page'> {
  const { links, content, fields } = facts
  const { rows, texts } = encodeLinks(links, places)
  return {
    columns: { ...columnsOf(facts), likeness: needsLikeness ? likenessOf(facts) : '' },
    ...(fields && { fields }),
    traits: traitsOf(facts),
    links: rows,
    linkTexts: texts,
    ids: mayHaveOtherIds(facts) ? null : packIds(facts.ids),
    minhash: new Uint8Array(Uint32Array.from(content.minhash).buffer),
  }
}

/** Empty where other checks report the H1: several of them, or one that is hidden. The H1 of the facts is the first, also if it is hidden. */
function h1KeyOf({ headings, h1 }: PageFacts): string {
  const first = headings.find(({ level }) => level === 1)
  return first?.isHidden || shownH1s(headings).length > 1 ? '' : foldedKey(h1)
}

function columnsOf(facts: PageFacts): Omit<PageColumns, 'likeness'> {
  const pagination = facts.links.filter(link => link.kind === 'next' || link.kind === 'prev').map(link => link.url)
  const hreflangs = facts.hreflangs.flatMap(({ code, url }) => (url === null ? [] : [[code, url]]))
  const nofollow = facts.links.filter(link => isNofollowByChoice(link) && isWithinSite(link, facts))
  return {
    title: facts.title,
    metaDescription: facts.metaDescription,
    h1: facts.h1,
    lang: facts.lang,
    canonicalUrl: facts.canonicalUrl,
    robotsDirectives: facts.robotsDirectives.flatMap(directive => directive.tokens).join(', '),
    isEligible: isEligible(facts),
    isNoindex: facts.isNoindex,
    wordCount: facts.content.wordCount,
    textHash: facts.content.textHash,
    titleKey: foldedKey(facts.title),
    metaDescriptionKey: foldedKey(facts.metaDescription),
    h1Key: h1KeyOf(facts),
    missingAltTags: facts.missingAltTags,
    emptyAltTags: facts.emptyAltTags,
    totalImages: facts.totalImages,
    h1Count: facts.h1Count,
    h2Count: facts.h2Count,
    h3Count: facts.h3Count,
    h4Count: facts.h4Count,
    pCount: facts.pCount,
    bodyBytes: facts.response.bodyBytes,
    totalLinks: facts.totalLinks,
    hreflangs: JSON.stringify(hreflangs),
    paginationUrls: JSON.stringify([...new Set(pagination)]),
    nofollowUrls: JSON.stringify([...new Set(nofollow.map(link => link.url))].slice(0, MAX_FINDINGS_PER_LIST)),
    structuredData: structuredTypes(facts),
    template: templateFingerprint(facts),
    shareImages: JSON.stringify(facts.isBotChallenge ? [] : shareImages(facts)),
  }
}

/** Of structured data, compared between crawls: what a page names beyond is not. */
const MAX_STRUCTURED_TYPES = 20
const MAX_STRUCTURED_LENGTH = 500

function structuredTypes({ jsonLd, markupItems = [] }: PageFacts): string {
  const types = new Set([...jsonLd, ...markupItems].flatMap(({ types: named }) => named))
  return [...types].sort().slice(0, MAX_STRUCTURED_TYPES).join(', ').slice(0, MAX_STRUCTURED_LENGTH)
}

/** User content and paid links carry these words by rule: systems add them to every such link. */
function isNofollowByChoice({ rel }: LinkFact): boolean {
  return rel.includes('nofollow') && !['ugc', 'sponsored', 'external'].some(token => rel.includes(token))
}

function isWithinSite(link: LinkFact, page: PageFacts): boolean {
  return (link.kind === 'anchor' || link.kind === 'area') && link.url !== page.url && isOnSiteOf(link.url, page)
}

/** Drawn by scripts that were not run, cut off, or more than are listed. */
function mayHaveOtherIds({ isAppShell, response, ids }: PageFacts): boolean {
  return isAppShell || response.isCutOff === true || ids.length >= MAX_IDS_PER_PAGE
}

const LENGTH = 12
const POSITION = /:nth-of-type\(\d+\)/g
/** Generators of documents name headings and articles after their texts, so an id says nothing of the template. */
const ID = /#[\w-]+/

/** Types of schema.org of which a page is about one thing, and a template about one of them. */
const subjects: ReadonlySet<string> = new Set([
  'AboutPage',
  'Article',
  'BlogPosting',
  'Book',
  'CheckoutPage',
  'CollectionPage',
  'ContactPage',
  'Course',
  'Event',
  'FAQPage',
  'HowTo',
  'ItemPage',
  'JobPosting',
  'LocalBusiness',
  'Movie',
  'NewsArticle',
  'Product',
  'ProfilePage',
  'QAPage',
  'Recipe',
  'SearchResultsPage',
  'SoftwareApplication',
  'TechArticle',
  'VideoGame',
])

/**
 * Fingerprint of the template that made a document, twelve hexadecimal digits: the place of its main heading, and its declared
 * type. Pages of one template agree in both whatever their text is; a hash of all elements would change with every paragraph. ''
 * when a page shows neither.
 */
export function templateFingerprint({ headings, jsonLd, openGraph }: PageFacts): string {
  const heading = headings.find(({ level, isHidden }) => level === 1 && !isHidden)
  const place = heading?.path.replace(POSITION, '').replace(ID, '#') ?? ''
  const subject = jsonLd.flatMap(({ types }) => types).find(type => subjects.has(type)) ?? ''
  const kind = openGraph.find(([name]) => name === 'og:type')?.[1] ?? ''
  const shown = [place, subject, kind.trim().toLowerCase()]
  return shown.every(each => each === '') ? '' : shortHash(JSON.stringify(shown))
}

/** A site has few templates. */
const shortHash = rememberedOfTexts(text => hash('sha256', text, 'hex').slice(0, LENGTH))
