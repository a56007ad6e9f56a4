import { isKnownDepth } from './crawl-depth.ts'
import { pathOfUrl } from './url.ts'
import { type CompiledPattern, canonicalForms, compilePattern, matches, octetsOf } from './url-pattern.ts'

/**
 * Which URLs of a site a crawl visits, as its visitor has chosen. A rule that begins with a slash is a path as in robots.txt: it matches
 * from the start, `*` stands for anything, a final `$` for the end. One that begins with http:// or https:// matches a whole URL in the
 * same way. Any other rule is a text that a URL contains. Nothing is ever read as a regular expression, and the time is linear in the URL.
 */
export interface ScopeOptions {
  /** Only pages that match one of these are visited; all when empty. */
  include: readonly string[]
  /** What matches one of these is not requested. */
  exclude: readonly string[]
  /** Only pages below the folder of the start URL are visited. */
  isFolderOnly: boolean
  /** Links from the start page to a visited page, at most; 0: any number. */
  maxDepth: number
}

export const MAX_SCOPE_RULES = 100
/** Characters of one rule. */
export const MAX_SCOPE_RULE = 500

/** Why the scope keeps a page from being visited, and by which rule. */
export interface OutOfScope {
  reason: 'excluded' | 'not-included' | 'outside-folder' | 'beyond-depth'
  /** The rule as written; of a folder its path, of a depth its number. */
  rule: string
}

export type ScopeRuleList = { ok: true; values: string[] } | { ok: false; problem: string }

/** Rules as typed, each once. `problem` goes on after the name of the list. */
export function parseScopeRules(typed: readonly string[]): ScopeRuleList {
  const values = new Set<string>()
  for (const each of typed) {
    const rule = each.trim()
    if (rule === '') continue
    if (rule.length > MAX_SCOPE_RULE)
      return { ok: false, problem: `must have at most ${MAX_SCOPE_RULE} characters each` }
    if (NOT_IN_URL.test(rule))
      return { ok: false, problem: `must be paths, URLs or texts without blanks: “${rule}” is none` }
    values.add(rule)
    if (values.size > MAX_SCOPE_RULES) return { ok: false, problem: `must be at most ${MAX_SCOPE_RULES}` }
  }
  return { ok: true, values: [...values] }
}

const NOT_IN_URL = /[\s\p{Cc}]/u

/** The rules of one text, with blanks or line breaks between them. */
export function splitScopeRules(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

export interface CrawlScope {
  /** All pages of the site may be visited. */
  isWhole: boolean
  /** The rule that keeps a URL from being requested; null when none does. */
  excludedBy(url: string): string | null
  /** Why a page of the site is not visited; null when it may be. Not to be called for the start page, which is always visited. */
  outOfScope(page: { url: string; depth: number; isInSitemap: boolean }): OutOfScope | null
}

/** The first of these rules that a URL matches, null when it matches none. */
export function matchingRule(rules: readonly string[], url: string): string | null {
  return rules.length === 0 ? null : (firstMatch(rules.map(compileRule), url)?.rule ?? null)
}

/** The scope of a crawl that begins at `startUrl`. Takes normalised URLs. */
export function crawlScope({ include, exclude, isFolderOnly, maxDepth }: ScopeOptions, startUrl: string): CrawlScope {
  const excluding = exclude.map(compileRule)
  const including = include.map(compileRule)
  const folder = isFolderOnly ? folderOf(startUrl) : '/'
  const excludedBy = (url: string) => (excluding.length === 0 ? null : (firstMatch(excluding, url)?.rule ?? null))
  const isWhole = excluding.length === 0 && including.length === 0 && folder === '/' && maxDepth === 0
  return {
    isWhole,
    excludedBy,
    outOfScope({ url, depth, isInSitemap }) {
      const excluded = excludedBy(url)
      if (excluded !== null) return { reason: 'excluded', rule: excluded }
      if (!isBelow(folder, pathOfUrl(url))) return { reason: 'outside-folder', rule: folder }
      if (including.length > 0 && firstMatch(including, url) === null) return { reason: 'not-included', rule: '' }
      const isTooDeep = maxDepth > 0 && (isKnownDepth(depth) ? depth > maxDepth : !isInSitemap)
      return isTooDeep ? { reason: 'beyond-depth', rule: String(maxDepth) } : null
    },
  }
}

interface CompiledRule {
  rule: string
  pattern: CompiledPattern
  /** Matched with the path and query alone. */
  isPath: boolean
}

const WHOLE_URL = /^https?:\/\/[^/]*/i

function compileRule(rule: string): CompiledRule {
  if (rule.startsWith('/')) return { rule, pattern: compilePattern(octetsOf(rule)), isPath: true }
  // Scheme and host of a normalised URL are in lower case.
  if (WHOLE_URL.test(rule)) {
    const pattern = compilePattern(octetsOf(rule.replace(WHOLE_URL, start => start.toLowerCase())))
    return { rule, pattern, isPath: false }
  }
  return { rule, pattern: compilePattern(`*${octetsOf(rule)}`), isPath: false }
}

function firstMatch(rules: readonly CompiledRule[], url: string): CompiledRule | null {
  const paths = canonicalForms(pathOfUrl(url))
  const urls = canonicalForms(url)
  return rules.find(({ pattern, isPath }) => (isPath ? paths : urls).some(form => matches(pattern, form))) ?? null
}

/** `/docs` of `/docs` and `/docs/`, `/docs` of `/docs/index.html`; a last part with a dot is a file. */
function folderOf(url: string): string {
  const [path = '/'] = pathOfUrl(url).split('?', 1)
  const last = path.slice(path.lastIndexOf('/') + 1)
  const folder = last.includes('.') ? path.slice(0, path.lastIndexOf('/')) : path.replace(/\/$/, '')
  return folder === '' ? '/' : folder
}

function isBelow(folder: string, path: string): boolean {
  if (folder === '/') return true
  return path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}?`)
}
