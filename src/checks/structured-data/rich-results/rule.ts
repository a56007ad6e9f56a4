/** How the tables of rich results are written: short texts, read once when the tables are loaded. */

/** One of several properties has to be there. */
export interface Need {
  /** Paths of which one will do: `price`, `priceSpecification.price`. */
  oneOf: readonly string[]
  /** Where it is given, the need holds only for things of which one of these holds. */
  onlyWith: readonly Condition[]
  /** The need does not hold for things of which one of these holds. */
  unless: readonly Condition[]
}

/** A property is there, or is there with a certain value of schema.org. */
export interface Condition {
  path: string
  /** The schema.org value without its URL; null: any value. */
  value: string | null
}

/** The properties that things of some types need. */
export interface Rule {
  /** Empty: whatever the type, even none. */
  names: ReadonlySet<string>
  /** All kinds of these types are meant, too. */
  isWithKinds: boolean
  required: readonly Need[]
  /** What every such thing has. */
  recommended: readonly Need[]
  /** Recommended only if they apply. For the document; never reported as missing. */
  whereItApplies: readonly string[]
  parts: readonly Part[]
}

/** The rules for the values of a property. The first rule for the type of a value applies. */
export interface Part {
  of: string
  rules: readonly Rule[]
}

/** A rich result and its rule. */
export interface RichResult {
  title: string
  rule: Rule
  /** Without any of these the type only says what a page is, as many do, and no such result is meant. */
  onlyWith: readonly Condition[]
  /** Having one of these it is part of something else, or can get no such result. */
  exceptWith: readonly Condition[]
  /** Nested things are checked as well. */
  isAnywhere: boolean
  /** About the owner of the website, on many pages; missing recommended properties are reported only on its own page. */
  isOfOwner: boolean
  /** A thing with the URL of another page is checked there. */
  isOfItsPage: boolean
  /** Of the page of the documentation that says so. */
  url: string
  /** Month in which the tables of that page were as this row has them. */
  comparedIn: string
  /** For the document. */
  note: string
}

/** All rows were compared with one copy of the pages. */
const COMPARED_IN = '2026-07'

/** `offers|review`: one of them. With an object, under which conditions. */
export type NeedText = string | { need: string; onlyWith?: readonly string[]; unless?: readonly string[] }

export interface RuleText {
  types?: readonly string[]
  isWithKinds?: true
  required?: readonly NeedText[]
  recommended?: readonly NeedText[]
  whereItApplies?: readonly string[]
  parts?: Readonly<Record<string, readonly Rule[]>>
}

export interface RichResultText extends RuleText {
  title: string
  /** Name of the page of the documentation. */
  page: string
  onlyWith?: readonly string[]
  exceptWith?: readonly string[]
  isAnywhere?: true
  isOfOwner?: true
  isOfItsPage?: true
  comparedIn?: string
  note?: string
}

export function rule(text: RuleText): Rule {
  const { types = [], isWithKinds = false, required = [], recommended = [], whereItApplies = [], parts = {} } = text
  return {
    names: new Set(types),
    isWithKinds,
    required: required.map(need),
    recommended: recommended.map(need),
    whereItApplies,
    parts: Object.entries(parts).map(([of, rules]) => ({ of, rules })),
  }
}

export function richResult(text: RichResultText): RichResult {
  const { title, page, onlyWith = [], exceptWith = [], note = '' } = text
  return {
    title,
    rule: rule(text),
    onlyWith: onlyWith.map(condition),
    exceptWith: exceptWith.map(condition),
    isAnywhere: text.isAnywhere ?? false,
    isOfOwner: text.isOfOwner ?? false,
    isOfItsPage: text.isOfItsPage ?? false,
    url: documentation(page),
    comparedIn: text.comparedIn ?? COMPARED_IN,
    note,
  }
}

/** URL of a page of Google's structured data documentation. */
export const documentation = (page: string): string =>
  `https://developers.google.com/search/docs/appearance/structured-data/${page}`

function need(text: NeedText): Need {
  if (typeof text === 'string') return { oneOf: text.split('|'), onlyWith: [], unless: [] }
  const { onlyWith = [], unless = [] } = text
  return { oneOf: text.need.split('|'), onlyWith: onlyWith.map(condition), unless: unless.map(condition) }
}

function condition(text: string): Condition {
  const [path = '', value = null] = text.split('=')
  return { path, value }
}
