import { isTracking } from '#checks/urls/url-variant.ts'

/**
 * The family of URLs to which one belongs, as far as traps are concerned: its URL with the parts opened that a trap counts
 * on for ever. Numbers, dates and ids are open wherever they stand, the last part of a path without a query, and the values of
 * parameters; of two parameters and more their names, too, so that all combinations of filters are one family. So are, by their first
 * part, paths of three parts and more in which nothing counts or in which a part stands twice, and very deep ones.
 */
export interface TrapPattern {
  key: string
  /** For a person: `/calendar/*`. */
  name: string
  /** The name when members have other parameters. */
  wideName: string
  /** What the URL shares with those from which a trap may have begun: the path of a query, the first part of a path. */
  area: string
  hasQuery: boolean
  /** Only the first part of the path identifies the family. */
  isByFirst: boolean
  /** How often a part stands in the path: where it does three times, links led into themselves. */
  repeats: number
  /** What moves: numbers, dates, ids, values of parameters; null where nothing but a name does. */
  moving: string | null
  /** Of the path as it is written, empty ones, too. */
  parts: readonly string[]
  /** Parameters that look like ids of visits; null where there is none. */
  visit: VisitIds | null
}

export interface VisitIds {
  /** `?PHPSESSID=*` */
  name: string
  /** The URL without them. */
  base: string
}

const MAX_PARTS = 8
/** Where nothing counts, filters may follow each other in any order. */
const MAX_NAMES = 2
const ELLIPSIS = '…'
const OPEN = '*'
/** In keys alone: members that end in numbers are no members of the family of those that end in names. */
const NUMBER = '#'

export function trapPattern(url: string): TrapPattern {
  const { origin, pathname, search, searchParams } = new URL(url)
  const visitNames: string[] = []
  const path = /[;(]/.test(pathname) ? withoutVisitIds(pathname, visitNames) : pathname
  const values: [string, string][] = []
  if (search !== '')
    for (const [name, value] of searchParams) {
      if (isVisitId(name, value)) visitNames.push(`?${shownName(name)}=${OPEN}`)
      else if (!isTracking(name)) values.push([name, value])
    }
  const parts = path.slice(1).split('/')
  const shape = pathShapeOf(parts.filter(Boolean), values.length > 0)
  const query = queryShapeOf(values)
  const moving = [...shape.moving, ...query.moving]
  const shown = shape.key.replaceAll(NUMBER, OPEN)
  return {
    key: shape.key + query.key,
    name: shown + query.name,
    wideName: shown + query.key,
    area: values.length > 0 ? shape.key : keyByFirst(parts),
    isByFirst: shape.isByFirst,
    hasQuery: values.length > 0,
    repeats: shape.repeats,
    moving: moving.length === 0 ? null : moving.join(' '),
    parts,
    visit: visitNames.length === 0 ? null : { name: visitNames.join(''), base: baseOf(origin + path, values) },
  }
}

interface PathShape {
  key: string
  isByFirst: boolean
  repeats: number
  moving: string[]
}

function pathShapeOf(parts: readonly string[], hasQuery: boolean): PathShape {
  const repeats = mostRepeats(parts)
  if (repeats > 1) return { key: keyByFirst(parts), isByFirst: true, repeats, moving: [parts.join('/')] }
  const keys: string[] = []
  const moving: string[] = []
  for (const [index, text] of parts.entries()) {
    const part = partOf(text)
    if (part.moving !== null) moving.push(part.moving)
    const isName = part.moving === null && index === parts.length - 1 && !hasQuery
    const key = isName ? OPEN + endingOf(text) : part.key
    // Folders of numbers may be as many as they like: /2026/11/4 belongs to /2026.
    if ((key !== NUMBER && key !== OPEN) || keys.at(-1) !== key) keys.push(key)
  }
  const isByFirst = parts.length > MAX_PARTS || (parts.length > MAX_NAMES && moving.length === 0 && !hasQuery)
  return { key: isByFirst ? keyByFirst(parts) : `/${keys.join('/')}`, isByFirst, repeats, moving }
}

function keyByFirst([first = '']: readonly string[]): string {
  return `/${partOf(first).key}/${ELLIPSIS}`
}

/** How often the part stands that stands most often. Of numbers that says nothing. */
function mostRepeats(parts: readonly string[]): number {
  if (new Set(parts).size === parts.length) return 1
  const counts = new Map<string, number>()
  for (const part of parts) if (!NUMBERS.test(part)) counts.set(part, (counts.get(part) ?? 0) + 1)
  return Math.max(1, ...counts.values())
}

const ENDING = /\.[a-z][a-z\d]{0,7}$/i
/** A number, a date, a range. */
const NUMBERS = /^\d+(?:[-_.,~]\d+)*$/
/** Editions of documents: each is a folder of its own, and there are only so many. */
const EDITION = /^(?:v\d{1,6}(?:\.\d{1,6}){0,3}|\d{1,3}(?:\.\d{1,3}){1,3})(?:\.x)?$/i
const SECTION = /^\p{L}{1,24}(?:[-_]\p{L}{1,24})?$/u
/** `item-7`, `p17`, `17-item`. */
const NUMBERED = /^(?:(\p{L}{1,24}[-_]?)\d+(?:[-_.]\d+)*|\d+(?:[-_.]\d+)*([-_]\p{L}{1,24}))$/u
/** `web2` is a name. */
const LETTERS_AND_DIGIT = /^\p{L}{1,24}\d$/u
const ID = /^(?:(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{6,}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i

interface Part {
  key: string
  moving: string | null
}

function partOf(text: string): Part {
  const ending = endingOf(text)
  const bare = ending === '' ? text : text.slice(0, -ending.length)
  if (EDITION.test(bare)) return { key: bare.toLowerCase() + ending, moving: null }
  if (NUMBERS.test(bare)) return { key: NUMBER + ending, moving: bare }
  if (SECTION.test(bare)) return { key: bare.toLowerCase() + ending, moving: null }
  if (LETTERS_AND_DIGIT.test(bare)) return { key: bare.toLowerCase() + ending, moving: null }
  const numbered = NUMBERED.exec(bare)
  if (numbered) {
    const [, before, after] = numbered
    return { key: `${before?.toLowerCase() ?? ''}${NUMBER}${after?.toLowerCase() ?? ''}${ending}`, moving: bare }
  }
  return { key: OPEN + ending, moving: ID.test(bare) ? bare : null }
}

function endingOf(text: string): string {
  return ENDING.exec(text)?.[0].toLowerCase() ?? ''
}

const DIGIT = /\d/

function queryShapeOf(values: readonly [string, string][]): { key: string; name: string; moving: string[] } {
  const [first] = values
  if (!first) return { key: '', name: '', moving: [] }
  const names = [...new Set(values.map(([name]) => shownName(name)))].sort()
  if (values.length === 1) {
    const query = `?${shownName(first[0])}=${OPEN}`
    return { key: query, name: query, moving: DIGIT.test(first[1]) ? [first[1]] : [] }
  }
  const moving = values.map(pair => pair.join('='))
  const shown = names.length > MAX_SHOWN_NAMES ? OPEN : names.map(name => `${name}=${OPEN}`).join('&')
  return { key: `?${OPEN}`, name: `?${shown}`, moving }
}

const MAX_SHOWN_NAMES = 4
const USUAL_NAME = /^[\w.[\]-]{1,24}$/

function shownName(name: string): string {
  return USUAL_NAME.test(name) ? name : OPEN
}

const VISIT_NAMES = /^(?:phpsessid|jsessionid|sessionid|session_id|aspsessionid\w*|zenid|oscsid|cfid|cftoken)$/i
/** Digits and letters without sense, under whatever name. */
const LONG_ID = /^(?:(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{16,}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i
const MAX_ID = 256
/** ASP.NET without cookies writes `/(S(lit3py55t21z5v55vlm25s55))/`. */
const VISIT_FOLDER = /^\([a-z]\([a-z\d]{8,64}\)\)$/i

function isVisitId(name: string, value: string): boolean {
  return value !== '' && value.length <= MAX_ID && (VISIT_NAMES.test(name) || LONG_ID.test(value))
}

/** Without the `;name=value` parameters of path segments (RFC 3986, section 3.3) that look like ids of visits. */
function withoutVisitIds(pathname: string, names: string[]): string {
  return pathname
    .split('/')
    .filter(segment => {
      const isId = VISIT_FOLDER.test(segment)
      if (isId) names.push(`/(${OPEN})`)
      return !isId
    })
    .map(segment => {
      const [bare = '', ...parameters] = segment.split(';')
      const kept = parameters.filter(parameter => {
        const [name = '', value = ''] = parameter.split('=', 2)
        const isId = isVisitId(name, value)
        if (isId) names.push(`;${shownName(name)}=${OPEN}`)
        return !isId
      })
      return [bare, ...kept].join(';')
    })
    .join('/')
}

function baseOf(url: string, values: readonly [string, string][]): string {
  return values.length === 0
    ? url
    : `${url}?${values
        .map(pair => pair.join('='))
        .sort()
        .join('&')}`
}
