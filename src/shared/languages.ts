/** The language versions of pages, and how they name each other by hreflang: as stored, in the API, in files and on the screen. */

/** What is true of a page, or of a URL that pages declare, as a version of a page. */
export const versionStates = [
  'complete',
  'no-self-reference',
  'no-return-link',
  'incomplete',
  'wrong-target',
  'untranslated',
  'not-checked',
] as const
export type VersionState = (typeof versionStates)[number]

/** What sets can be chosen by: the states of their versions, a missing x-default, and a language of the site that they lack. */
export const setStates = [...versionStates, 'no-x-default', 'no-page'] as const
export type SetState = (typeof setStates)[number]

export const setStateLabels: Readonly<Record<SetState, string>> = {
  complete: 'Complete',
  'no-self-reference': 'No self-reference',
  'no-return-link': 'No return link',
  incomplete: 'Incomplete',
  'wrong-target': 'Wrong target',
  untranslated: 'Untranslated text',
  'not-checked': 'Not checked',
  'no-x-default': 'x-default missing',
  'no-page': 'No page',
}

const harmless: ReadonlySet<VersionState> = new Set(['complete', 'not-checked'])

export function isProblem(state: VersionState): boolean {
  return !harmless.has(state)
}

/** Which sets are listed: those with several versions, those whose text is not translated, and pages without another version. */
export const setChoices = ['translated', 'untranslated', 'single'] as const
export type SetChoice = (typeof setChoices)[number]

export const setOrders = ['problems', 'url'] as const
export type SetOrder = (typeof setOrders)[number]

/** One version under one of its hreflang values. */
export interface LanguageVersion {
  /** In lower case, `x-default` among them; `und` for a page that names no language. */
  language: string
  url: string
  /** Of the main text; null for a URL that is no checked page. */
  words: number | null
  /** Empty for a page without another version. */
  states: VersionState[]
  /** Of a wrong target, such as "404"; '' otherwise. */
  reason: string
}

/** The pages that are connected by hreflang, or a single page without another version. */
export interface TranslationSet {
  /** Frontier number of its first page. */
  number: number
  /** Of the version in the main language of the site, else of its first page. */
  url: string
  /** It has another version than one page. */
  isTranslated: boolean
  /** How many problems its versions have. */
  problems: number
  versions: LanguageVersion[]
}

/** How often a crawl has each language and each state. */
export interface LanguageCounts {
  languages: { language: string; pages: number; onlyPages: number }[]
  /** Sets that have a version of this state, without zeros. */
  states: { state: SetState; sets: number }[]
  /** Sets with several versions. */
  translatedSets: number
}

export const X_DEFAULT = 'x-default'
export const UNDETERMINED = 'und'
/** Maximum number of languages of one site: pages in further ones count as `und`, and hreflang values of further ones are ignored. */
export const MAX_LANGUAGES = 300

const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3}$/

/** A language tag in lower case; null for a text that is none. */
export function languageCode(text: string): string | null {
  const code = text.trim().toLowerCase()
  return LANGUAGE_TAG.test(code) ? code : null
}

export function primaryCode(language: string): string {
  const [primary = language] = language.split('-', 1)
  return primary
}
