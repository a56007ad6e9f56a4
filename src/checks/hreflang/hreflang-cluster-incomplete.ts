import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { tableEvidence } from '../evidence.ts'
import { clusterOf, type Member } from './cluster.ts'

export const hreflangClusterIncomplete: SiteCheck = {
  id: 'hreflang-cluster-incomplete',
  scope: 'site',
  pages: 'eligible',
  type: 'hreflang_issue',
  severity: 'warning',
  title: 'Incomplete hreflang annotations',
  passedTitle: 'All language versions list the same set',
  why: 'The listed versions link back to each other, but some pages do not list versions that others list. Search engines then see two incomplete sets, and visitors may not get the right language.',
  fix: 'Print the same complete set of hreflang annotations on every version, generated in one place.',
  example: {
    before: '/en/ lists en, de, fr; /de/ lists en, de; /fr/ lists en, fr',
    after: '/en/, /de/ and /fr/ list en, de, fr',
  },
  sources: [
    {
      title: 'Google: Localized versions of your pages',
      url: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    },
  ],
  check: findings,
}

const MAX_REMEMBERED = 100_000

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const seen = new Set<string>()
  for await (const page of each(site.pages())) {
    if (!page.isEligible || page.alternates.length === 0 || seen.has(page.url)) continue
    const cluster = await clusterOf(site, page, other => seen.has(other.url))
    for (const { page: member } of cluster) if (seen.size < MAX_REMEMBERED) seen.add(member.url)
    const gaps = isMutual(cluster) ? gapsIn(cluster) : []
    const [first] = gaps
    if (first) yield findingOf(cluster, gaps)
  }
}

/** A link that is not returned is reported by itself, page by page. */
function isMutual(cluster: readonly Member[]): boolean {
  return cluster.every(one => cluster.every(other => one.listed.has(other.page.url) === other.listed.has(one.page.url)))
}

interface Gap {
  url: string
  missing: string[]
}

/** Members of the cluster that a page of it does not list. */
function gapsIn(cluster: readonly Member[]): Gap[] {
  return cluster.flatMap(({ page, listed }) => {
    const missing = cluster.map(other => other.page.url).filter(url => !listed.has(url))
    return missing.length === 0 ? [] : [{ url: page.url, missing }]
  })
}

function findingOf(cluster: readonly Member[], gaps: readonly Gap[]): SiteFinding {
  const urls = gaps.map(gap => gap.url)
  const [first = ''] = urls
  return {
    url: first,
    message: `Incomplete hreflang annotations: ${roughCount(urls.length, 'page')} of ${cluster.length} ${urls.length === 1 ? 'does' : 'do'} not list all versions, such as ${first}`,
    affectedUrls: urls,
    evidence: [
      tableEvidence({
        label: 'Missing annotations',
        columns: ['Page', 'Does not list'],
        items: gaps.flatMap(({ url, missing }) => missing.map(other => ({ url, other }))),
        row: ({ url, other }) => [url, other],
      }),
      {
        kind: 'urls',
        label: 'All language versions',
        urls: cluster.map(member => member.page.url).slice(0, MAX_EVIDENCE_URLS),
        total: cluster.length,
      },
    ],
  }
}
