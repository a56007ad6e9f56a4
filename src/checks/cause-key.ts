import { fnvOf, fnvOfReversed } from '#shared/fnv.ts'
import type { CausePlace, Region } from '#shared/model.ts'
import { remembered, rememberedByText, rememberedOfTexts } from '#shared/remembered.ts'
import { hostWithoutWww, normalizeUrl, percentDecoded } from '#shared/url.ts'

/** What makes an element of two pages the same mistake: the element as written, but for what differs by the page on which it stands. */

export interface ElementIdentity {
  /** The start tag as written, with the text that belongs to it; what was written, where there is no tag. */
  tag: string
  /** Of the element, or of what is nearest to it. */
  path?: string
  /** Undefined outside of landmarks. */
  region?: Region | undefined
}

/** Names that generators give their tables of contents, as the nearest id of an entry. */
const CONTENTS_ID = /^#(?:markdown-|docs-)?(?:toc|table-?of-?contents)(?![a-z])/i

const placeOfRegion: Partial<Record<Region, CausePlace>> = {
  header: 'header',
  nav: 'nav',
  footer: 'footer',
  aside: 'aside',
  main: 'main',
}

/** Where an element stands, for a person; undefined outside of landmarks. */
export function causePlace({ path = '', region }: ElementIdentity): CausePlace | undefined {
  if (CONTENTS_ID.test(path)) return 'contents'
  return region && placeOfRegion[region]
}

const hostOfPage = remembered((url: string): string => {
  const parsed = URL.parse(url)
  return parsed ? hostWithoutWww(parsed) : ''
})

const KEY_FACTOR = 2 ** 21
const LOW_BITS = KEY_FACTOR - 1

/**
 * Names a cause, the same in every crawl, on any host of the site: 53 bits, so that it is a safe integer. Two of 100,000 causes
 * have the same name once in two million crawls.
 */
export function causeKey(checkId: string, { tag, path = '' }: ElementIdentity, pageUrl: string): number {
  const cause: Cause = { checkId, tag: withoutPage(tag, pageUrl), path, host: hostOfPage(pageUrl) }
  return tag.length + path.length > MAX_KNOWN_LENGTH ? keyOf(cause) : knownKeyOf(cause)
}

/** Up to the end of an attribute, or of a URL without one. */
const QUERY = /\?[^\s"'<>]*/g
const BETWEEN_VALUES = /[?&=#;]/
/** Most queries are versions of files and hold no URL: none of their values is parsed. */
const HOLDS_URL = /:|%3a/i

/** A template writes the same on all pages, but for what names the page itself. */
function withoutPage(tag: string, pageUrl: string): string {
  const unshared = tag.includes('?') ? withoutSharedPage(tag, pageUrl) : tag
  return unshared.includes('data-') ? withoutPageInData(unshared, pageUrl) : unshared
}

/** Links that share the page on another site name its URL, and often its title, in their query. */
function withoutSharedPage(tag: string, pageUrl: string): string {
  return tag.replace(QUERY, query =>
    HOLDS_URL.test(query) && query.split(BETWEEN_VALUES).some(value => normalizeUrl(percentDecoded(value)) === pageUrl)
      ? '?'
      : query,
  )
}

const DATA_VALUE = /(\sdata-[^\s"'<>/=]+\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi
/** What a server sends for a folder is named without it. */
const FOLDER_FILE = /(^|\/)index\.[a-z]{3,5}$/i

/** Scripts read from `data-*` which page this is: by its URL, by its path, or by the end of its path, as after the folder of a language. */
function withoutPageInData(tag: string, pageUrl: string): string {
  const path = pathOfPage(pageUrl)
  return tag.replace(DATA_VALUE, (whole, attribute: string, double?: string, single?: string) => {
    const value = (double ?? single ?? '').trim().replace(FOLDER_FILE, '$1')
    const isPage = path.endsWith(`/${value.replace(/^\//, '')}`) || normalizeUrl(value) === pageUrl
    return isPage ? `${attribute}""` : whole
  })
}

const pathOfPage = remembered((url: string): string => (URL.parse(url)?.pathname ?? '').replace(FOLDER_FILE, '$1'))

interface Cause {
  checkId: string
  tag: string
  path: string
  host: string
}

/** URLs may be longer. */
const MAX_KNOWN_LENGTH = 1_000

function keyOf({ checkId, tag, path, host }: Cause): number {
  const text = `${checkId}\n${placeInStructure(path)}\n${foldedTag(withoutHost(tag, host))}`
  return (fnvOf(text) >>> 0) * KEY_FACTOR + (fnvOfReversed(text) & LOW_BITS)
}

/** What a template gets wrong is the same on every page. */
const knownKeyOf = rememberedByText(({ checkId, tag, path, host }) => `${checkId}\n${host}\n${path}\n${tag}`, keyOf)

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g
const START_TAG = /^<([a-z][^\s/>]*)([^>]*)>?/i

/** A start tag without what makes no difference: order of attributes, quotes, case of names, white space. What follows it stays. */
function foldedTag(tag: string): string {
  const start = START_TAG.exec(tag)
  if (!start) return folded(tag)
  const [whole, name = '', attributes = ''] = start
  const hasId = ID.test(attributes)
  const pairs = [...attributes.matchAll(ATTRIBUTE)].map(([, attribute = '', double, single, bare]) => {
    const value = double ?? single ?? bare
    const named = attribute.toLowerCase()
    if (value === undefined) return named
    if (URL_ATTRIBUTES.has(named)) return `${named}=${withoutSteps(folded(value))}`
    return named.startsWith('data-') ? dataPair(named, value, hasId) : `${named}=${folded(value)}`
  })
  return `<${[name.toLowerCase(), ...pairs.sort()].join(' ')}>${folded(tag.slice(whole.length))}`
}

const ID = /(?:^|\s)id\s*=/i

/** What scripts read differs from page to page; an id alone tells the element from all others of its page, and numbers mostly count or name a row. */
function dataPair(name: string, value: string, hasId: boolean): string {
  return hasId ? name : `${name}=${folded(value).replace(/\d+/g, '0')}`
}

const URL_ATTRIBUTES: ReadonlySet<string> = new Set([
  'action',
  'data-src',
  'data-srcset',
  'href',
  'poster',
  'src',
  'srcset',
])
/** Before a path, also in a list of image candidates. */
const STEPS = /(^|[\s,])(?:\/(?!\/)|(?:\.{1,2}\/)+)(?=(.?))/g

/** The same file is `../../logo.png` on a page that lies deeper than one with `../logo.png`, and `/logo.png` on any. */
function withoutSteps(urls: string): string {
  return urls.replace(STEPS, (_steps, before: string, next: string) => (next === '' ? `${before}/` : before))
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function withoutHost(text: string, host: string): string {
  if (host === '' || !text.includes(host)) return text
  return ['https:', 'http:', '']
    .flatMap(scheme => [`${scheme}//${host}`, `${scheme}//www.${host}`])
    .reduce((left, origin) => left.replaceAll(origin, ''), text)
}

/** The place in the structure of the page: positions among siblings and numbers in ids differ from page to page. */
export const placeInStructure = rememberedOfTexts((path: string): string =>
  path.replace(/:nth-of-type\(\d+\)/g, '').replace(/#[\w-]*\d[\w-]*/g, id => id.replace(/\d+/g, '0')),
)
