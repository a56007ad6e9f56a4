import { isKnownDepth } from './crawl-depth.ts'
import { parseTypedList, type TypedList } from './typed-list.ts'
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

/** Why the scope keeps a page from being visited, although it may be requested. */
export type OutOfScope = 'not-included' | 'outside-folder' | 'beyond-depth'

/** Rules as typed, each once. */
export function parseScopeRules(typed: readonly string[]): TypedList {
  return parseTypedList(typed, {
    maxCount: MAX_SCOPE_RULES,
    maxLength: MAX_SCOPE_RULE,
    isValid: rule => !NOT_IN_URL.test(rule),
    problems: {
      tooMany: `must be at most ${MAX_SCOPE_RULES}`,
      tooLong: `must have at most ${MAX_SCOPE_RULE} characters each`,
      invalid: rule => `must be paths, URLs or texts without blanks: “${rule}” is none`,
    },
  })
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
  excludedBy: RuleMatcher
  /**
   * Why a page of the site that no rule excludes is not visited; null when it may be. Not to be called for the start page, which is
   * always visited.
   */
  outOfScope(page: { url: string; depth: number; isInSitemap: boolean }): OutOfScope | null
}

/** The first rule that a normalised URL matches, as written; null when it matches none. */
export type RuleMatcher = (url: string) => string | null

/** Compiles rules once, for any number of URLs. */
export function ruleMatcher(rules: readonly string[]): RuleMatcher {
  if (rules.length === 0) return () => null
  const compiled = rules.map(compileRule)
  return url => {
    const paths = canonicalForms(pathOfUrl(url))
    const urls = canonicalForms(url)
    const isMatch = ({ pattern, isPath }: CompiledRule) => (isPath ? paths : urls).some(form => matches(pattern, form))
    return compiled.find(isMatch)?.rule ?? null
  }
}

/** The scope of a crawl that begins at `startUrl`. Takes normalised URLs. */
export function crawlScope({ include, exclude, isFolderOnly, maxDepth }: ScopeOptions, startUrl: string): CrawlScope {
  const includedBy = ruleMatcher(include)
  const folder = isFolderOnly ? folderOf(startUrl) : '/'
  return {
    isWhole: exclude.length === 0 && include.length === 0 && folder === '/' && maxDepth === 0,
    excludedBy: ruleMatcher(exclude),
    outOfScope({ url, depth, isInSitemap }) {
      if (!isBelow(folder, pathOfUrl(url))) return 'outside-folder'
      if (include.length > 0 && includedBy(url) === null) return 'not-included'
      const isTooDeep = maxDepth > 0 && (isKnownDepth(depth) ? depth > maxDepth : !isInSitemap)
      return isTooDeep ? 'beyond-depth' : null
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

/** `/docs` of `/docs` and `/docs/`, `/docs` of `/docs/index.html`; a last part with a dot is a file. */
export function folderOf(url: string): string {
  const [path = '/'] = pathOfUrl(url).split('?', 1)
  const last = path.slice(path.lastIndexOf('/') + 1)
  const folder = last.includes('.') ? path.slice(0, path.lastIndexOf('/')) : path.replace(/\/$/, '')
  return folder === '' ? '/' : folder
}

function isBelow(folder: string, path: string): boolean {
  if (folder === '/') return true
  return path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}?`)
}
