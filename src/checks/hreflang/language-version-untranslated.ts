import type { PageGroup, PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { pageListFinding } from '../page-list-finding.ts'

export const languageVersionUntranslated: SiteCheck = {
  id: 'language-version-untranslated',
  scope: 'site',
  type: 'hreflang_issue',
  severity: 'warning',
  title: 'Language versions that are not translated',
  passedTitle: 'Language versions are translated',
  why: 'These pages say that they are in another language than the original, and have the same text as the original. Searchers who choose their language get a page that they cannot read.',
  fix: 'Translate the page, or remove the version and its hreflang links until it is translated.',
  sources: [
    {
      title: 'Google: Localized versions of your pages',
      url: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    },
  ],
  check: site =>
    pageListFinding({
      items: () => untranslated(site),
      message: 'Language versions that are not translated',
      columns: ['Page', 'Language', 'Same text as', 'Language of that'],
      row: ({ page, original }) => [page.url, page.lang, original.url, original.lang],
    }),
}

interface Untranslated {
  url: string
  page: PageSummary
  original: PageSummary
}

/** Shorter texts are often the same in two languages. */
const MIN_WORDS = 30

async function* untranslated(site: SiteFacts): AsyncGenerator<Untranslated, void, undefined> {
  for await (const group of each(site.groups('textHash'))) yield* versionsIn(group)
}

/** Pages of one text that name each other as versions in another language; each with the first of them. */
function versionsIn({ pages }: PageGroup): Untranslated[] {
  const [original, ...others] = pages
  if (!original) return []
  return others.filter(page => hasTextOf(page, original)).map(page => ({ url: page.url, page, original }))
}

/** Whether a page and an earlier one have the same text, and name each other as versions in another language. */
export function hasTextOf(page: PageSummary, original: PageSummary): boolean {
  return (
    page.wordCount >= MIN_WORDS &&
    page.textHash === original.textHash &&
    languageOf(page) !== languageOf(original) &&
    areVersions(page, original)
  )
}

/** Versions for two countries may well have one text. */
const languageOf = ({ lang }: PageSummary): string => (lang ?? '').toLowerCase().split(/[-_]/)[0] ?? ''

const areVersions = (one: PageSummary, other: PageSummary): boolean =>
  one.alternates.includes(other.url) || other.alternates.includes(one.url)
