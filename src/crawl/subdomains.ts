import { registrableDomain } from '#checks/url-parts.ts'
import { type CrawlList, parseCrawlLists } from '#shared/crawl-option-rows.ts'
import { ALL_SUBDOMAINS } from '#shared/site-hosts.ts'
import { fieldsProblem } from './custom-fields.ts'

export type SubdomainsOfSite = { ok: true; subdomains: string[] } | { ok: false; message: string }

/**
 * The subdomains that were typed as whole host names, for a crawl that begins at `siteUrl`: `shop` becomes `shop.example.com`, `*` becomes
 * `*.example.com`. They must belong to the registrable domain of the site, by the public suffix list: a crawl has one site.
 */
export function subdomainsOfSite(typed: readonly string[], siteUrl: string): SubdomainsOfSite {
  if (typed.length === 0) return { ok: true, subdomains: [] }
  const { hostname } = new URL(siteUrl)
  const domain = registrableDomain(siteUrl)
  if (domain === null) return { ok: false, message: `${hostname} has no domain of which subdomains could be crawled` }
  const subdomains = new Set<string>()
  for (const text of typed) {
    const name = wholeName(text, domain)
    if (name === null) return { ok: false, message: `The subdomains must belong to ${domain}: “${text}” does not` }
    subdomains.add(name)
  }
  return { ok: true, subdomains: [...subdomains] }
}

function wholeName(text: string, domain: string): string | null {
  if (text === ALL_SUBDOMAINS) return `*.${domain}`
  const isAll = text.startsWith('*.')
  // As a URL has it: lower case, and punycode beyond ASCII.
  const name = URL.parse(`http://${isAll ? text.slice(2) : text}/`)?.hostname
  if (name === undefined) return null
  const whole = name.includes('.') || isAll ? name : `${name}.${domain}`
  return whole === domain || whole.endsWith(`.${domain}`) ? (isAll ? `*.${whole}` : whole) : null
}

/** The lists of a crawl of `siteUrl` as typed, read; or a sentence for the first that is not valid. */
export function crawlListsOfSite(
  typed: Record<CrawlList, readonly string[]>,
  siteUrl: string,
): ReturnType<typeof parseCrawlLists> {
  const parsed = parseCrawlLists(typed)
  if (!parsed.ok) return parsed
  const problem = fieldsProblem(parsed.lists.fields)
  if (problem !== null) return { ok: false, name: 'fields', message: problem }
  const ofSite = subdomainsOfSite(parsed.lists.subdomains, siteUrl)
  if (!ofSite.ok) return { ...ofSite, name: 'subdomains' }
  return { ok: true, lists: { ...parsed.lists, subdomains: ofSite.subdomains } }
}
