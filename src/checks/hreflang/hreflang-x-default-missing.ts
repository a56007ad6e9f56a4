import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { pageListFinding } from '../page-list-finding.ts'

export const hreflangXDefaultMissing: SiteCheck = {
  id: 'hreflang-x-default-missing',
  scope: 'site',
  type: 'hreflang_issue',
  severity: 'info',
  title: 'Language versions without x-default',
  passedTitle: 'Language versions name an x-default',
  why: 'Without x-default, searchers whose language is none of the listed ones get whichever version the search engine chooses.',
  fix: 'Add a link with hreflang="x-default" to each version. It leads to the page for everyone else: a choice of languages, or the version that most understand.',
  example: {
    before: '<link rel="alternate" hreflang="de" href="https://example.com/de/">',
    after: '<link rel="alternate" hreflang="x-default" href="https://example.com/">',
  },
  sources: [
    {
      title: 'Google: Localized versions of your pages',
      url: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    },
  ],
  check: site =>
    pageListFinding({
      items: () => pagesWithout(site),
      message: 'Language versions without x-default',
      columns: ['Page', 'Languages'],
      row: ({ url, codes }) => [url, codes.join(', ')],
    }),
}

/** With two languages, the other one is the default. */
const LEAST_LANGUAGES = 3

async function* pagesWithout(site: SiteFacts): AsyncGenerator<{ url: string; codes: string[] }, void, undefined> {
  for await (const { url, hreflangs } of each(site.facts({ having: 'hreflang' }))) {
    const codes = [...new Set(hreflangs.map(({ code }) => code.toLowerCase()))]
    const languages = new Set(codes.map(code => code.split('-')[0]))
    if (!codes.includes('x-default') && languages.size >= LEAST_LANGUAGES) yield { url, codes }
  }
}
