import { siteMatcher } from './site-hosts.ts'
import { parseTypedList, type TypedList } from './typed-list.ts'

/**
 * Parameters that a crawl drops from the URLs of its site, because they name no other resource: what counts visits, or holds
 * a session. A trailing `*` stands for any ending: `utm_*`.
 */
export const MAX_DROPPED_PARAMETERS = 50
/** Characters of one name. */
export const MAX_PARAMETER_NAME = 100

/** Would end a name in a query, or a name in a list of them. */
const NO_NAME = /[\s,&=#?\p{Cc}]/u
const EARLY_STAR = /\*./

/** Names of parameters as typed, each once. */
export function parseParameterNames(typed: readonly string[]): TypedList {
  return parseTypedList(typed, {
    maxCount: MAX_DROPPED_PARAMETERS,
    maxLength: MAX_PARAMETER_NAME,
    isValid: name => !NO_NAME.test(name) && !EARLY_STAR.test(name),
    problems: {
      tooMany: `must be at most ${MAX_DROPPED_PARAMETERS} names`,
      tooLong: `must have names of at most ${MAX_PARAMETER_NAME} characters`,
      invalid: name => `must be names such as sid or utm_*: “${name}” is none`,
    },
  })
}

/** The names of one text, with blanks or commas between them. */
export function splitParameterNames(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

/** Names of parameters, and the subdomains of the site; none when absent. */
interface SiteParameters {
  dropParameters?: readonly string[] | undefined
  subdomains?: readonly string[] | undefined
}

/** Gives a URL as the crawl requests it. */
export type UrlOf = (url: string) => string

/**
 * Drops the parameters with these names from URLs of the site that `siteUrl` lies on, and of its chosen subdomains. Other parameters stay
 * as they are written, in their order; URLs elsewhere are left alone. Takes normalised URLs.
 */
export function parameterDropper({ dropParameters: names, subdomains }: SiteParameters, siteUrl: string): UrlOf {
  if (!names || names.length === 0) return url => url
  const isDropped = matcher(names)
  const isOnSite = siteMatcher(siteUrl, subdomains)
  return url => {
    const start = url.indexOf('?')
    if (start === -1 || !isOnSite(url)) return url
    return withoutParameters(url, start, isDropped)
  }
}

function withoutParameters(url: string, start: number, isDropped: (name: string) => boolean): string {
  const parameters = url.slice(start + 1).split('&')
  const kept = parameters.filter(parameter => !isDropped(nameOf(parameter)))
  if (kept.length === parameters.length) return url
  const path = url.slice(0, start)
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`
}

function nameOf(parameter: string): string {
  const [written = ''] = parameter.split('=', 1)
  if (!written.includes('%') && !written.includes('+')) return written
  try {
    return decodeURIComponent(written.replaceAll('+', ' '))
  } catch {
    return written
  }
}

function matcher(names: readonly string[]): (name: string) => boolean {
  const exact = new Set(names.filter(name => !name.endsWith('*')))
  const beginnings = names.filter(name => name.endsWith('*')).map(name => name.slice(0, -1))
  return name => name !== '' && (exact.has(name) || beginnings.some(beginning => name.startsWith(beginning)))
}
