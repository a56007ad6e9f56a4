import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { each } from './each.ts'
import { roughCount } from './rough-count.ts'

export const hreflangReturnMissing: SiteCheck = {
  id: 'hreflang-return-missing',
  scope: 'site',
  type: 'hreflang_issue',
  severity: 'error',
  title: 'Language version does not link back',
  passedTitle: 'Language versions name each other',
  why: 'Search engines believe a language version only when it names the page that names it. One-sided entries are ignored, so visitors get the page in the wrong language.',
  fix: 'Give every version the same set of alternates, its own address among them. A shared template that prints the set on all versions keeps it complete.',
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

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  for await (const page of each(site.pages())) {
    const alternates = [...new Set(page.alternates)].filter(url => url !== page.url).slice(0, MAX_ALTERNATES)
    if (!page.isEligible || alternates.length === 0) continue
    const silent = await silentVersions(site, page, alternates)
    if (silent.length === 0) continue
    yield {
      url: page.url,
      message: `Language version does not link back: ${roughCount(silent.length, 'version')} of ${page.url} ${silent.length === 1 ? 'does' : 'do'} not name it, such as ${silent[0]}`,
      affectedUrls: [page.url, ...silent],
      evidence: [{ kind: 'urls', label: 'Versions that do not name the page', urls: silent, total: silent.length }],
    }
  }
}

/** Versions that were crawled, stand for themselves and list other addresses only, or none. */
async function silentVersions(site: SiteFacts, page: PageSummary, alternates: readonly string[]): Promise<string[]> {
  const silent: string[] = []
  for (const url of alternates) {
    const version = await site.page(url)
    if (version?.isEligible && !version.alternates.includes(page.url)) silent.push(url)
  }
  return silent
}
