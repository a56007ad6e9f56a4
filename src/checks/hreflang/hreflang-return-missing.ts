import { withoutIndexFile } from '#shared/canonical.ts'
import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { Evidence } from '#shared/model.ts'
import type { PageSummary, SiteFacts, UrlListEntry } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'

export const hreflangReturnMissing: SiteCheck = {
  id: 'hreflang-return-missing',
  scope: 'site',
  pages: 'eligible',
  type: 'hreflang_issue',
  severity: 'error',
  title: 'Missing hreflang return link',
  passedTitle: 'All hreflang annotations have return links',
  why: 'Search engines accept an hreflang annotation only if the other page links back. They ignore one-sided annotations, so visitors get the page in the wrong language.',
  fix: 'Give every version the same set of annotations, including its own URL. A shared template that prints the set on all versions keeps it complete.',
  example: {
    before: '/en/ lists /de/, and /de/ lists nothing',
    after: '/en/ and /de/ both list /en/ and /de/',
  },
  sources: [
    {
      title: 'Google: Localized versions of your pages',
      url: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    },
  ],
  check: findings,
}

/** Alternates of one page that are looked up; the largest sites have about a hundred. */
const MAX_ALTERNATES = 200

/** Maximum number of groups; beyond it each page is a finding of its own. */
const MAX_GROUPS = 2_000

/** Pages to which the same versions do not link back: one cause. */
interface MissingReturn {
  missing: string[]
  pages: string[]
  total: number
}

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const groups = new Map<string, MissingReturn>()
  for await (const { key, url, missing } of pagesWithoutReturn(site)) {
    const group = groups.get(key)
    if (group) {
      group.total++
      if (group.pages.length < MAX_EVIDENCE_URLS) group.pages.push(url)
    } else if (groups.size < MAX_GROUPS) groups.set(key, { missing, pages: [url], total: 1 })
    else yield finding({ missing, pages: [url], total: 1 })
  }
  const walk = () => affectedUrls(site)
  for (const [key, group] of groups) yield { ...finding(group), list: { key, walk } }
}

async function* pagesWithoutReturn(site: SiteFacts) {
  for await (const page of each(site.pages())) {
    const own = withoutIndexFile(page.url)
    const alternates = [...new Set(page.alternates)]
      .filter(url => withoutIndexFile(url) !== own)
      .slice(0, MAX_ALTERNATES)
    if (!page.isEligible || alternates.length === 0) continue
    const missing = await versionsWithoutReturn(site, page, alternates)
    if (missing.length > 0) yield { key: missing.toSorted().join(' '), url: page.url, missing }
  }
}

/** The pages, and of each group once the versions that do not link back. */
async function* affectedUrls(site: SiteFacts): AsyncGenerator<UrlListEntry, void, undefined> {
  const begun = new Set<string>()
  for await (const { key, url, missing } of pagesWithoutReturn(site)) {
    yield { key, url }
    if (begun.has(key) || begun.size >= MAX_GROUPS) continue
    begun.add(key)
    for (const version of missing) yield { key, url: version }
  }
}

function finding({ missing, pages, total }: MissingReturn): SiteFinding {
  const [url = ''] = pages
  const subject = total === 1 ? url : `${roughCount(total, 'page')} such as ${url}`
  const [does, it] = [missing.length === 1 ? 'does' : 'do', total === 1 ? 'it' : 'them']
  const versions: Evidence = {
    kind: 'urls',
    label: total === 1 ? 'Versions that do not link back to the page' : 'Versions that do not link back to the pages',
    urls: missing,
    total: missing.length,
  }
  return {
    url,
    message: `Missing hreflang return link: ${roughCount(missing.length, 'version')} of ${subject} ${does} not link back to ${it}, such as ${missing[0]}`,
    affectedUrls: [...pages, ...missing],
    affectedCount: total + missing.length,
    evidence: total === 1 ? [versions] : [versions, { kind: 'urls', label: 'Pages', urls: pages, total }],
  }
}

/** Versions that were crawled, are eligible and do not link back. */
async function versionsWithoutReturn(
  site: SiteFacts,
  page: PageSummary,
  alternates: readonly string[],
): Promise<string[]> {
  const missing: string[] = []
  const own = withoutIndexFile(page.url)
  for (const url of alternates) {
    const version = await site.page(url)
    if (version?.isEligible && !version.alternates.some(back => withoutIndexFile(back) === own)) missing.push(url)
  }
  return missing
}
