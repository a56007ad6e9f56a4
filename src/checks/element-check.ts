import type { HeadingFact, LinkFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { fnvOf, fnvOfReversed } from '#shared/fnv.ts'
import type { CausePlace, Region } from '#shared/model.ts'
import { remembered, rememberedByText, rememberedOfTexts } from '#shared/remembered.ts'
import { hostWithoutWww } from '#shared/url.ts'
import type { Finding, FoundElements, PageCheckHead, PageElementCheck, Skip } from './check.ts'
import type { Declared } from './thresholds.ts'

/**
 * A check that objects to single elements of a page. The same element in the same place of many pages is one cause, and so one
 * finding: what the template repeats is not reported page by page.
 */
export interface ElementCheck<Element, Thresholds extends Declared = Declared> extends PageCheckHead<Thresholds> {
  /** Those that break the rule, in document order. */
  elements(page: PageFacts, thresholds: Thresholds['values']): readonly Element[] | Skip
  /** What two pages have in common where they have the same cause. */
  identify(element: Element): ElementIdentity
  /**
   * What is said of some of them, at least one. Its severity is that of the worst of them, so that it does not depend on which elements
   * are reported together.
   */
  finding(elements: readonly [Element, ...Element[]], on: PageOfElements<Thresholds>): Finding
}

export interface PageOfElements<Thresholds extends Declared = Declared> {
  page: PageFacts
  thresholds: Thresholds['values']
  /** It is one cause that many pages share, of which the page is an example: its own counts are not reported. */
  isShared: boolean
}

export interface ElementIdentity {
  /** The start tag as written, with the text that belongs to it; what was written, where there is no tag. */
  tag: string
  /** Of the element, or of what is nearest to it. */
  path?: string
  region?: Region
}

/** The tags of links and headings are not among their facts: where a link leads and the texts stand for them. */
export function linkIdentity({ kind, url, text, path, region }: LinkFact): ElementIdentity {
  return { tag: `${kind} ${url} ${text}`, path, region }
}

export function headingIdentity({
  level,
  text,
  path,
  isInMain,
}: HeadingFact): ElementIdentity & Pick<HeadingFact, 'path'> {
  return { tag: `<h${level}>${text}`, path, ...(isInMain && { region: 'main' }) }
}

/** A page check of an element check: one finding for each page, or for some of its elements. */
export function elementCheck<Element, Thresholds extends Declared = Declared>(
  declared: ElementCheck<Element, Thresholds>,
): PageElementCheck<Thresholds> {
  const { elements, identify, finding, ...head } = declared
  return {
    ...head,
    elements(page, thresholds) {
      const found = elements(page, thresholds)
      if ('skipped' in found) return found
      if (found.length === 0) return NO_ELEMENTS
      const host = hostOfPage(page.url)
      return {
        causeKeys: found.map(element => causeKey(head.id, identify(element), host)),
        placeOf(index) {
          const element = found[index]
          return element === undefined ? undefined : causePlace(identify(element))
        },
        finding(chosen, isShared) {
          const [first, ...others] = chosen.map(index => found[index]).filter(element => element !== undefined)
          if (first === undefined) throw new Error(`${head.id}: no element was chosen`)
          return finding([first, ...others], { page, thresholds, isShared })
        },
      }
    },
  }
}

/** What a template or a server does alike to its pages, such as leaving out a declaration. */
interface TemplateFinding extends Finding {
  /** What two pages have in common where they have the same cause: the declaration as written, or that there is none. */
  cause: string
}

interface TemplateCheck<Thresholds extends Declared> extends PageCheckHead<Thresholds> {
  check(page: PageFacts): TemplateFinding | null
}

/** A page check of one declaration of the whole page, which a template repeats like an element. */
export function templateCheck<Thresholds extends Declared = Declared>({
  check,
  ...head
}: TemplateCheck<Thresholds>): PageElementCheck<Thresholds> {
  return elementCheck<TemplateFinding, Thresholds>({
    ...head,
    elements: page => {
      const finding = check(page)
      return finding === null ? [] : [finding]
    },
    identify: ({ cause }) => ({ tag: cause }),
    finding: ([{ cause: _, ...finding }]) => finding,
  })
}

/** Of most pages. */
const NO_ELEMENTS: FoundElements = Object.freeze({
  causeKeys: [],
  placeOf: () => undefined,
  finding() {
    throw new Error('There is no element')
  },
})

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
export function causeKey(checkId: string, { tag, path = '' }: ElementIdentity, host: string): number {
  const cause: Cause = { checkId, tag, path, host }
  return tag.length + path.length > MAX_KNOWN_LENGTH ? keyOf(cause) : knownKeyOf(cause)
}

interface Cause {
  checkId: string
  tag: string
  path: string
  host: string
}

/** URLs may be longer. */
const MAX_KNOWN_LENGTH = 1_000

function keyOf({ checkId, tag, path, host }: Cause): number {
  const text = `${checkId}\n${placeOf(path)}\n${withoutHost(foldedTag(tag), host)}`
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
  const pairs = [...attributes.matchAll(ATTRIBUTE)].map(([, attribute = '', double, single, bare]) => {
    const value = double ?? single ?? bare
    return value === undefined ? attribute.toLowerCase() : `${attribute.toLowerCase()}=${folded(value)}`
  })
  return `<${[name.toLowerCase(), ...pairs.sort()].join(' ')}>${folded(tag.slice(whole.length))}`
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
const placeOf = rememberedOfTexts((path: string): string =>
  path.replace(/:nth-of-type\(\d+\)/g, '').replace(/#[\w-]*\d[\w-]*/g, id => id.replace(/\d+/g, '0')),
)
