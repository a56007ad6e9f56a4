import type { ScriptedResponse, ScriptedWeb } from '#crawl/test-scripted-crawl.ts'
import type { PageParts } from '#demo-site/page.ts'

/** Tools that crawl and audit websites and publish what they find. */
export type Tool = 'Screaming Frog' | 'Sitebulb' | 'Ahrefs' | 'Semrush' | 'Lighthouse'

export const frog: Tool = 'Screaming Frog'
export const bulb: Tool = 'Sitebulb'
export const ahrefs: Tool = 'Ahrefs'
export const semrush: Tool = 'Semrush'
export const lighthouse: Tool = 'Lighthouse'

/** One kind of defect out of the public catalogues of other tools, and whether our checks find it. */
export interface DefectKind {
  /** In plain words; no two kinds have the same. */
  name: string
  /** Those that name it. */
  tools: readonly Tool[]
  /** The check that must find it; null: none does, and the kind is missed. */
  finds: string | null
  /** The check is about something wider, so that its title does not name this kind. */
  isUnderAnotherName?: true
  injection: Injection
}

export type Injection =
  /** A page of its own, linked from the home page. `at` is the URL of its directory, which ends with a slash. */
  | ((at: string) => InjectedPage)
  /** A site of its own, made from a healthy one. */
  | { site: (healthy: ScriptedWeb) => ScriptedWeb; seed?: string }

export interface InjectedPage extends Partial<Omit<PageParts, 'path' | 'headers'>> {
  /** Of the whole page. */
  edit?: (html: string) => string
  response?: ScriptedResponse
  /** Other URLs of the web. */
  also?: ScriptedWeb
  /** Markup on the home page in place of a link to the page; '' for none. */
  link?: string
}

export const ORIGIN = 'https://example.com'
/** Of another site. */
export const ELSEWHERE = 'https://example.org'

export const html = (text: string, response: ScriptedResponse = {}): ScriptedResponse => ({
  type: 'text/html; charset=utf-8',
  text,
  ...response,
})
export const file = (type: string, text: string | Uint8Array = 'a file', response: ScriptedResponse = {}) => ({
  type,
  text,
  ...response,
})
