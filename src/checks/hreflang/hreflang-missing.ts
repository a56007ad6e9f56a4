import { withoutIndexFile } from '#shared/canonical.ts'
import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { pageListFinding } from '../page-list-finding.ts'

export const hreflangMissing: SiteCheck = {
  id: 'hreflang-missing',
  scope: 'site',
  pages: 'eligible',
  type: 'hreflang_issue',
  severity: 'warning',
  title: 'Language versions without hreflang',
  passedTitle: 'Language versions are connected by hreflang',
  why: 'The same pages exist in several languages, and no annotation connects them. Search engines may show searchers the version that they cannot read, or take the versions for unrelated pages.',
  fix: 'Print a link element with hreflang for each version, also for the page itself, on all versions of a page. An x-default names the version for everyone else.',
  example: {
    before: '/en/prices and /de/prices without annotations',
    after:
      '<link rel="alternate" hreflang="en" href="https://example.com/en/prices">\n<link rel="alternate" hreflang="de" href="https://example.com/de/prices">',
  },
  sources: [
    {
      title: 'Google: Localized versions of your pages',
      url: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    },
  ],
  check(site) {
    if (site.crawl.sitemaps?.files.some(({ hasAlternates }) => hasAlternates === true))
      return { skipped: 'A sitemap has hreflang annotations, which serve as well as those of pages' }
    return pageListFinding({
      items: () => unconnected(site),
      message: 'Language versions without hreflang',
      columns: ['Page', 'Language', 'Version'],
      row: ({ url, language, version }) => [url, language, version],
    })
  },
}

/** Pages by path that are remembered; what lies beyond is not compared. */
const MAX_REMEMBERED = 100_000
/** A start page in two languages alone may be two sites. */
const LEAST_PAIRS = 2

interface Version {
  url: string
  language: string
  /** The first version in another language. */
  version: string
}

/** Pages that differ from another one in language and its folder alone, where none of them has an annotation. */
async function* unconnected(site: SiteFacts): AsyncGenerator<Version, void, undefined> {
  const known = new Map<string, { url: string; language: string }>()
  const connected = new Set<string>()
  const found: { key: string; item: Version }[] = []
  for await (const page of each(site.pages())) {
    const language = languageOf(page)
    if (!page.isEligible || language === '' || known.size >= MAX_REMEMBERED) continue
    const { url } = page
    const key = withoutLanguage(url, language)
    const first = known.get(key)
    if (page.alternates.length > 0) connected.add(key)
    if (first === undefined) known.set(key, { url, language })
    else if (first.language !== language) found.push({ key, item: { url, language, version: first.url } })
  }
  const pairs = found.filter(({ key }) => !connected.has(key))
  if (pairs.length >= LEAST_PAIRS) yield* pairs.map(({ item }) => item)
}

const languageOf = ({ lang }: PageSummary): string => (lang ?? '').toLowerCase().split('-')[0] ?? ''

/** The URL without the folder that names its language; pages of the main language often have none. */
function withoutLanguage(url: string, language: string): string {
  const parsed = new URL(withoutIndexFile(url))
  const [, folder = '', ...rest] = parsed.pathname.split('/')
  const isNamed = folder.toLowerCase().split(/[-_]/)[0] === language
  return isNamed ? `${parsed.origin}/${rest.join('/')}${parsed.search}` : parsed.href
}
