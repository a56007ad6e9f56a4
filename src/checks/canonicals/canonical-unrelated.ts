import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { jaccard, shinglesOf, wordsOf } from '../duplicates/shingles.ts'
import { each } from '../each.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { namesFirstPage } from './paginated-canonical.ts'

const thresholds = declareThresholds({
  maxPercent: {
    label: 'Maximum similarity',
    unit: '%',
    default: 10,
    min: 1,
    max: 100,
    explanation:
      'A page whose text is more similar to that of its canonical is taken for a version of it and is not reported.',
  },
  minWords: {
    label: 'Minimum words',
    unit: 'words',
    default: 50,
    min: 10,
    max: 1_000,
    explanation: 'Pages with less text are not compared.',
  },
})

export const canonicalUnrelated: SiteCheck<typeof thresholds> = {
  id: 'canonical-unrelated',
  scope: 'site',
  type: 'canonical_issue',
  severity: 'warning',
  title: 'Canonical points to a page with another text',
  passedTitle: 'Canonicals point to pages with the same text',
  why: 'A canonical says that two URLs show the same content. Here neither the text nor the title and heading agree, so that search engines either ignore the canonical or drop this page in favour of one that does not replace it.',
  fix: 'Let the page name its own URL as canonical. To replace a page by another one, redirect it with status 301.',
  example: {
    before: '/chairs with <link rel="canonical" href="https://example.com/tables">',
    after: '/chairs with <link rel="canonical" href="https://example.com/chairs">',
  },
  sources: [
    {
      title: 'Google: Canonicalization',
      url: 'https://developers.google.com/search/docs/crawling-indexing/canonicalization',
    },
  ],
  thresholds,
  check: findings,
}

/** Texts that are compared. */
const MAX_COMPARED = 200
/** Share of the words of title and H1 that two versions of one page have in common; the name of the site is in both. */
const MOST_COMMON_WORDS = 0.5

interface Unrelated {
  url: string
  canonicalUrl: string
  similarity: number
}

async function* findings(
  site: SiteFacts,
  { maxPercent, minWords }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const unrelated: Unrelated[] = []
  let compared = 0
  for await (const page of each(site.pages())) {
    if (compared >= MAX_COMPARED) break
    const canonical = await canonicalPage(site, page)
    if (canonical === null || Math.min(page.wordCount, canonical.wordCount) < minWords) continue
    if (page.textHash === canonical.textHash || commonWords(page, canonical) > MOST_COMMON_WORDS) continue
    compared++
    const [own, other] = await Promise.all([site.mainText(page.url), site.mainText(canonical.url)])
    const similarity = jaccard(shinglesOf(own), shinglesOf(other))
    if (similarity * 100 <= maxPercent) unrelated.push({ url: page.url, canonicalUrl: canonical.url, similarity })
  }
  const [first] = unrelated
  if (!first) return
  const urls = unrelated.map(({ url }) => url)
  yield {
    url: first.url,
    message: `Canonical points to a page with another text: ${roughCount(urls.length, 'page')}, such as ${first.url}`,
    affectedUrls: urls.slice(0, MAX_EVIDENCE_URLS),
    affectedCount: urls.length,
    evidence: [
      tableEvidence({
        label: 'Similarity of the texts',
        columns: ['Page', 'Canonical', 'Similarity'],
        items: unrelated,
        row: ({ url, canonicalUrl, similarity }) => [url, canonicalUrl, `${Math.round(similarity * 100)} %`],
      }),
    ],
  }
}

/** The other page of the site that the page names as canonical; null where it is none, or has a check of its own. */
async function canonicalPage({ crawl, page }: SiteFacts, named: PageSummary): Promise<PageSummary | null> {
  const { url, canonicalUrl } = named
  if (canonicalUrl === null || canonicalUrl === url || canonicalUrl === crawl.homeUrl || namesFirstPage(named))
    return null
  const canonical = await page(canonicalUrl)
  return canonical?.isEligible ? canonical : null
}

function commonWords(one: PageSummary, other: PageSummary): number {
  const [first, second] = [titleWords(one), titleWords(other)]
  const all = first.union(second).size
  return all === 0 ? 1 : first.intersection(second).size / all
}

function titleWords({ title, h1 }: PageSummary): Set<string> {
  return new Set(wordsOf(`${title} ${h1}`))
}
