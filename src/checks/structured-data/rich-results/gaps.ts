import type { PageFacts } from '#shared/facts.ts'
import { remembered } from '#shared/remembered.ts'
import { type StructuredNode, type Syntax, shortName, structuredNodes } from '../structured-nodes.ts'
import { type Described, type Thing, Things } from '../structured-things.ts'
import { isAbout, resultsOf } from './rich-results.ts'
import type { Condition, Need, RichResult, Rule } from './rule.ts'

/** The properties that a thing lacks for a rich result. */
export interface Gap {
  /** The type that the result is about. */
  type: string
  /** Paths, `offers.price`; with several values those that lack it are counted. */
  required: readonly Missing[]
  /** Only where nothing is missing that is required. */
  recommended: readonly Missing[]
  result: RichResult
  syntax: Syntax
  /** Source line of the block, or of the outermost element; 0: unknown. */
  line: number
}

export interface Missing {
  path: string
  /** `3 of 20`, where only some values of a property lack it. */
  among: string
}

type CheckedPage = Pick<PageFacts, 'url' | 'canonicalUrl' | 'isSeed' | 'baseUrl' | 'jsonLd' | 'markupItems'>

/** `name; review.author (3 of 20)`. */
export function missingInWords(missing: readonly Missing[], separator: string): string {
  return missing.map(({ path, among }) => (among === '' ? path : `${path} (${among})`)).join(separator)
}

/** In the order of the page, and for one thing in the order of the tables. */
export const richResultGaps = remembered((page: CheckedPage): Gap[] => {
  if (!structuredNodes(page).some(isPerhapsShown)) return []
  const things = new Things(page)
  const gaps: Gap[] = []
  for (const thing of things.all) {
    for (const [result, type] of resultsFor(thing, things)) {
      const gap = gapOf(thing, { result, type, things, page })
      // A thing that was not read completely may have what seems to be missing.
      if (things.isSpent) return gaps
      if (gap.required.length > 0 || gap.recommended.length > 0) gaps.push(gap)
    }
  }
  return gaps
})

/** Most pages have nothing for a rich result. */
function isPerhapsShown({ types, isTop }: StructuredNode): boolean {
  return types.some(type => resultsOf(type).some(({ isAnywhere }) => isTop || isAnywhere))
}

/** Each with the type of the thing that it is about. */
function resultsFor(thing: Thing, things: Things): [RichResult, string][] {
  const found: [RichResult, string][] = []
  for (const type of thing.types) {
    for (const result of resultsOf(type)) {
      if (thing.isForeign || thing.isReference) return []
      const isNew = !found.some(([known]) => known === result)
      if (isNew && isMeant(result, thing, things)) found.push([result, type])
    }
  }
  return found
}

function isMeant({ isAnywhere, onlyWith, exceptWith }: RichResult, thing: Thing, things: Things): boolean {
  if (!thing.isTop && !isAnywhere) return false
  const isOfIt = onlyWith.length === 0 || isOneTrue(onlyWith, thing, things)
  return isOfIt && !isOneTrue(exceptWith, thing, things)
}

interface ResultOfThing {
  result: RichResult
  type: string
  things: Things
  page: CheckedPage
}

function gapOf(thing: Thing, { result, type, things, page }: ResultOfThing): Gap {
  const { syntax, line } = thing
  const found = { type, result, syntax, line, required: [], recommended: [] }
  if (result.isOfItsPage && isElsewhere(thing, page, things)) return found
  const required = missing([thing], result.rule, { things, level: 'required' })
  if (required.length > 0) return { ...found, required }
  const recommended = missing([thing], result.rule, { things, level: 'recommended' })
  if (recommended.length === 0 || isElsewhere(thing, page, things)) return found
  const isReported = !result.isOfOwner || page.isSeed || isHere(thing, page, things)
  return isReported ? { ...found, recommended } : found
}

interface Search {
  things: Things
  level: 'required' | 'recommended'
  /** Of the property whose values these are: `offers.`. */
  prefix?: string
}

/** What is missing of values that the same rule is about, and of their parts. */
function missing(values: readonly Described[], rule: Rule, { things, level, prefix = '' }: Search): Missing[] {
  const found: Missing[] = []
  for (const need of rule[level]) {
    let lacking = 0
    for (const value of values) if (isLacking(need, value, things)) lacking++
    if (lacking > 0) found.push({ path: inWords(need, prefix), among: among(lacking, values.length) })
  }
  for (const { of, rules } of rule.parts) {
    const inner = described(values, of, things)
    for (const each of inner.length === 0 ? [] : rules) {
      const meant = inner.filter(value => ruleFor(value, rules, things) === each)
      if (meant.length > 0) found.push(...missing(meant, each, { things, level, prefix: `${prefix}${of}.` }))
    }
  }
  return found
}

/** The things that are values of a property. */
function described(values: readonly Described[], property: string, things: Things): Described[] {
  const found = new Set<Described>()
  for (const value of values) {
    for (const each of things.valuesOf(value, property)) {
      const thing = things.described(each)
      if (thing !== null) found.add(thing)
    }
  }
  return [...found]
}

const among = (lacking: number, total: number): string => (lacking === total ? '' : `${lacking} of ${total}`)

function ruleFor(value: Described, rules: readonly Rule[], things: Things): Rule | undefined {
  const types = things.typesOf(value)
  return rules.find(rule => rule.names.size === 0 || types.some(type => isAbout(rule, type)))
}

function isLacking({ oneOf, onlyWith, unless }: Need, value: Described, things: Things): boolean {
  if (onlyWith.length > 0 && !isOneTrue(onlyWith, value, things)) return false
  for (const path of oneOf) if (isThere(path, value, things)) return false
  return !isOneTrue(unless, value, things)
}

function isOneTrue(conditions: readonly Condition[], described: Described, things: Things): boolean {
  for (const condition of conditions) if (isTrue(condition, described, things)) return true
  return false
}

function isTrue({ path, value }: Condition, described: Described, things: Things): boolean {
  if (value === null) return isThere(path, described, things)
  const expected = value.toLowerCase()
  return things.valuesOf(described, path).some(each => {
    const id = typeof each === 'object' && each !== null && '@id' in each ? each['@id'] : each
    return (typeof id === 'string' || typeof id === 'number') && shortName(String(id)).toLowerCase() === expected
  })
}

function isThere(path: string, described: Described, things: Things): boolean {
  const dot = path.indexOf('.')
  if (dot < 0) return things.valuesOf(described, path).some(isFilled)
  const rest = path.slice(dot + 1)
  return things.valuesOf(described, path.slice(0, dot)).some(value => {
    const inner = things.described(value)
    // What is described on another page may have it.
    return inner === null ? typeof value === 'object' : isThere(rest, inner, things)
  })
}

const isFilled = (value: unknown): boolean => typeof value !== 'string' || value.trim() !== ''

function inWords({ oneOf }: Need, prefix: string): string {
  const paths = oneOf.map(path => prefix + path).join('/')
  return oneOf.length === 1 ? paths : `one of ${paths}`
}

/** Its own URL is that of another page. */
function isElsewhere(thing: Thing, page: CheckedPage, things: Things): boolean {
  const urls = urlsOf(thing, page, things)
  return urls.length > 0 && !urls.some(url => isOfPage(url, page))
}

function isHere(thing: Thing, page: CheckedPage, things: Things): boolean {
  return urlsOf(thing, page, things).some(url => isOfPage(url, page))
}

/** The values of `url`, or else an @id that is a URL. */
function urlsOf(thing: Thing, { baseUrl }: CheckedPage, things: Things): string[] {
  const given = things.valuesOf(thing, 'url')
  const names = given.length > 0 ? given : things.valuesOf(thing, '@id').filter(id => /^https?:/.test(String(id)))
  return names.flatMap(name => (typeof name === 'string' ? (URL.parse(name, baseUrl)?.href ?? []) : []))
}

function isOfPage(url: string, page: CheckedPage): boolean {
  const plain = withoutEnd(url)
  const { canonicalUrl } = page
  return plain === withoutEnd(page.url) || (canonicalUrl !== null && plain === withoutEnd(canonicalUrl))
}

const withoutEnd = (url: string): string => (url.split('#', 1)[0] ?? '').replace(/\/$/, '')
