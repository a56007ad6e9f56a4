import { siteMatcher } from './site-hosts.ts'
import { parseTypedList, type TypedList } from './typed-list.ts'
import { normalizeUrl } from './url.ts'

/** Pages that a crawl begins with beside its start URL: for parts of a site that nothing links to. */
export const MAX_START_PAGES = 100
const MAX_CHARACTERS = 2_000

/** Paths or URLs as typed, each once. */
export function parseStartPages(typed: readonly string[]): TypedList {
  return parseTypedList(typed, {
    maxCount: MAX_START_PAGES,
    maxLength: MAX_CHARACTERS,
    isValid: text => /^(?:\/(?!\/)|https?:\/\/)\S*$/i.test(text),
    problems: {
      tooMany: `must be at most ${MAX_START_PAGES}`,
      tooLong: `must have at most ${MAX_CHARACTERS} characters each`,
      invalid: text => `must be paths such as /shop/, or URLs: “${text}” is none`,
    },
  })
}

/** Their URLs, normalised; those of other sites are omitted, as a crawl has one site. */
export function startPageUrls(
  { startPages, subdomains }: { startPages: readonly string[]; subdomains: readonly string[] },
  siteUrl: string,
): string[] {
  const isOnSite = siteMatcher(siteUrl, subdomains)
  const urls = startPages.flatMap(text => normalizeUrl(text, siteUrl) ?? [])
  return [...new Set(urls)].filter(url => url !== siteUrl && isOnSite(url))
}
