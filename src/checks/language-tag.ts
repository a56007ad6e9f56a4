import subtags from 'language-subtag-registry/data/json/index.json' with { type: 'json' }
import { rememberedOfTexts } from '#shared/remembered.ts'

/**
 * Language tags by RFC 5646 (BCP 47), and the narrower set that search engines read in hreflang. Validity is membership in
 * the IANA registry, so deprecated subtags are valid.
 */

type SubtagType = 'language' | 'extlang' | 'script' | 'region' | 'variant' | 'grandfathered'

interface LanguageTag {
  language: string
  script: string | null
  region: string | null
  /** Extended languages, variants, extensions or private use follow. */
  hasMore: boolean
}

/** Well-formed and every subtag registered (RFC 5646, section 2.2.9). */
export function isValidLanguageTag(tag: string): boolean {
  return parseLanguageTag(tag) !== null
}

/** Primary language in lower case, with codes that name the same language folded into one. */
export function primaryLanguage(tag: string): string {
  const code = tag.trim().toLowerCase().split(/[-_]/, 1)[0] ?? ''
  return sameLanguage.get(code) ?? code
}

export type HreflangResult =
  | { kind: 'supported' }
  /** A valid tag, but outside what Google documents. */
  | { kind: 'unsupported'; why: string; suggestion: string | null }
  | { kind: 'invalid'; why: string; suggestion: string | null }

/** Checks an hreflang value: `x-default`, or ISO 639-1 language, optional ISO 15924 script, optional ISO 3166-1 alpha-2 region. */
export function checkHreflang(code: string): HreflangResult {
  const value = code.trim().toLowerCase()
  if (value === 'x-default') return { kind: 'supported' }
  if (value === '') return { kind: 'invalid', why: 'the value is empty', suggestion: null }
  const tag = parseLanguageTag(value)
  if (!tag) return { kind: 'invalid', why: invalidReason(value), suggestion: suggestHreflang(value) }
  if (tag.region !== null && reservedRegions.has(tag.region)) {
    const why = `"${tag.region.toUpperCase()}" is not a country code`
    return { kind: 'invalid', why, suggestion: suggestHreflang(value) }
  }
  const outdated = outdatedLanguages.get(tag.language)
  if (outdated) return unsupported(`"${tag.language}" was replaced by "${outdated}"`, suggestHreflang(value))
  if (tag.language.length !== 2) return unsupported('only languages with a two-letter code are documented')
  if (tag.region !== null && tag.region.length !== 2)
    return unsupported('only countries, not UN regions, are documented')
  if (tag.hasMore) return unsupported('only language, script and country are documented')
  return { kind: 'supported' }
}

const unsupported = (why: string, suggestion: string | null = null): HreflangResult => ({
  kind: 'unsupported',
  why,
  suggestion,
})

/** Longer values are no tags; the bound keeps hostile input cheap. */
const MAX_TAG_LENGTH = 100

function parseLanguageTag(input: string): LanguageTag | null {
  const tag = input.trim().toLowerCase()
  return tag === '' || tag.length > MAX_TAG_LENGTH ? null : readTag(tag)
}

/** Every page of a website has the same few. */
const readTag = rememberedOfTexts((tag: string): LanguageTag | null => {
  if (isRegistered(tag, 'grandfathered')) return { language: tag, script: null, region: null, hasMore: true }
  const parts = tag.split('-')
  const [language = ''] = parts
  if (language === 'x') return parts.length > 1 && parts.every(isPrivatePart) ? privateTag(tag) : null
  if (!isRegistered(language, 'language') && !/^q[a-t][a-z]$/.test(language)) return null
  let at = 1
  const take = (matches: (part: string) => boolean): string | null => {
    const part = parts[at]
    if (part === undefined || !matches(part)) return null
    at++
    return part
  }
  const extended = take(part => isRegistered(part, 'extlang'))
  const script = take(part => isRegistered(part, 'script') || /^qa[ab][a-x]$/.test(part))
  const region = take(part => isRegistered(part, 'region') || PRIVATE_REGION.test(part))
  const variantsFrom = at
  while (take(part => isRegistered(part, 'variant'))) {}
  if (!areExtensions(parts.slice(at))) return null
  return { language, script, region, hasMore: extended !== null || parts.length > variantsFrom }
})

const privateTag = (tag: string): LanguageTag => ({ language: tag, script: null, region: null, hasMore: true })
/**
 * The IANA registry: subtags, and whole tags such as the grandfathered ones, in lower case, with their types. Its records are in another
 * file, five times as long, which every thread would hold.
 */
const registry: Readonly<Record<string, Readonly<Partial<Record<string, number>>>>> = subtags
const isRegistered = (subtag: string, type: SubtagType): boolean =>
  Object.hasOwn(registry, subtag) && registry[subtag]?.[type] !== undefined
const isPrivatePart = (part: string): boolean => /^[a-z0-9]{1,8}$/.test(part)
const PRIVATE_REGION = /^(?:aa|q[m-z]|x[a-z]|zz)$/

/** Singletons with their values, `u-co-phonebk`, and private use, `x-any` (RFC 5646, sections 2.2.6 and 2.2.7). */
function areExtensions(parts: readonly string[]): boolean {
  let hasValue = true
  for (const [index, part] of parts.entries()) {
    if (part === 'x') return hasValue && index < parts.length - 1 && parts.slice(index + 1).every(isPrivatePart)
    const isSingleton = /^[a-z0-9]$/.test(part)
    if (isSingleton ? !hasValue : index === 0 || !/^[a-z0-9]{2,8}$/.test(part)) return false
    hasValue = !isSingleton
  }
  return hasValue
}

const laterTypes: readonly SubtagType[] = ['script', 'region', 'variant', 'extlang']

function invalidReason(value: string): string {
  if (value.includes('_')) return 'language and country are separated by a hyphen, not an underscore'
  const [language = '', ...rest] = value.split('-')
  if (!isRegistered(language, 'language')) return `"${language}" is not a language code`
  const unknown = rest.find(part => !laterTypes.some(type => isRegistered(part, type)))
  if (unknown === undefined) return 'the parts are not in the order language, script, country'
  return `"${unknown.toUpperCase()}" is not a country or script code`
}

/** The value with common mistakes fixed; null if the result would still not be supported. */
function suggestHreflang(value: string): string | null {
  const [rawLanguage = '', ...rest] = value.replaceAll('_', '-').split('-')
  const language = languageMistakes.get(rawLanguage) ?? outdatedLanguages.get(rawLanguage) ?? rawLanguage
  const parts = rest.map(part => regionMistakes.get(part) ?? part).filter(part => part !== '')
  const suggestion = [language, ...parts.map(part => formatPart(part))].join('-')
  if (suggestion.toLowerCase() === value) return null
  return isFixed(suggestion) ? suggestion : null
}

function isFixed(suggestion: string): boolean {
  const tag = parseLanguageTag(suggestion)
  return tag !== null && tag.language.length === 2 && (tag.region === null || !reservedRegions.has(tag.region))
}

function formatPart(part: string): string {
  return part.length === 4 ? `${part.charAt(0).toUpperCase()}${part.slice(1)}` : part.toUpperCase()
}

/** Registered, but not (or no longer) assigned to a country by ISO 3166-1; Google names EU, UN and UK as invalid. */
const reservedRegions: ReadonlySet<string> = new Set([
  'ac',
  'cp',
  'dg',
  'ea',
  'eu',
  'ez',
  'ic',
  'ta',
  'un',
  'an',
  'bu',
  'cs',
  'dd',
  'fx',
  'nt',
  'su',
  'tp',
  'yu',
  'zr',
])

const outdatedLanguages: ReadonlyMap<string, string> = new Map([
  ['in', 'id'],
  ['iw', 'he'],
  ['ji', 'yi'],
  ['jw', 'jv'],
  ['mo', 'ro'],
])

/** Country codes written for languages. */
const languageMistakes: ReadonlyMap<string, string> = new Map([
  ['cn', 'zh'],
  ['cz', 'cs'],
  ['dk', 'da'],
  ['gr', 'el'],
  ['jp', 'ja'],
  ['ua', 'uk'],
])

/** Language codes and everyday names written for countries; '' where the region has to go. */
const regionMistakes: ReadonlyMap<string, string> = new Map([
  ['uk', 'gb'],
  ['ja', 'jp'],
  ['da', 'dk'],
  ['cs', 'cz'],
  ['el', 'gr'],
  ['ko', 'kr'],
  ['zh', 'cn'],
  ['he', 'il'],
  ['chs', 'hans'],
  ['cht', 'hant'],
  ['eu', ''],
  ['un', ''],
  ['en', ''],
])

/** Codes under which the same language goes: macrolanguages and withdrawn codes. */
const sameLanguage: ReadonlyMap<string, string> = new Map([
  ...outdatedLanguages,
  ['nb', 'no'],
  ['nn', 'no'],
  ['cmn', 'zh'],
  ['yue', 'zh'],
  ['fil', 'tl'],
])
