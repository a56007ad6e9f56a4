import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { declareThresholds } from '../thresholds.ts'
import { registrableDomain } from '../url-parts.ts'

const thresholds = declareThresholds({
  /** Of fewer pages half is no share to conclude from. */
  minPages: {
    label: 'Minimum pages for a warning',
    unit: 'pages',
    default: 5,
    min: 1,
    max: 100_000,
    explanation: 'On a site with fewer pages the severity is info.',
  },
  warningPercent: {
    label: 'Warning from',
    unit: '%',
    default: 50,
    min: 1,
    max: 100,
    explanation: 'The severity is warning if at least this share of the pages points to one other domain.',
  },
})

export const canonicalCrossDomain: SiteCheck<typeof thresholds> = {
  id: 'canonical-cross-domain',
  scope: 'site',
  type: 'canonical_issue',
  severity: 'info',
  title: 'Canonical points to another domain',
  passedTitle: 'Canonicals stay on the same domain',
  why: 'The page asks search engines to show the copy on another domain instead of itself. That is right for syndicated articles, and a mistake if the setting of a test domain or former domain was copied.',
  fix: 'If this page is the original, let its canonical name its own URL. The domain usually comes from one setting, the base URL of the site.',
  example: {
    before: '<link rel="canonical" href="https://staging.example.net/chairs">',
    after: '<link rel="canonical" href="https://example.com/chairs">',
  },
  sources: [
    {
      title: 'Google: How to specify a canonical URL',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
    { title: 'RFC 6596: The canonical link relation', url: 'https://www.rfc-editor.org/rfc/rfc6596.html' },
  ],
  thresholds,
  check(site, values) {
    // A local copy rightly has the public URL as canonical.
    if (site.crawl.isPrivateHost)
      return { skipped: 'The site was crawled on a private host, and its public domain is another.' }
    return findings(site, values)
  },
}

const MAX_DOMAINS = 1_000

async function* findings(
  site: SiteFacts,
  { minPages, warningPercent }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  let pages = 0
  const domains = new Map<string, { urls: string[]; total: number; target: string }>()
  for await (const { url, canonicalUrl } of each(site.pages())) {
    pages++
    const foreign = canonicalUrl === null ? null : foreignDomain(url, canonicalUrl)
    if (foreign === null || canonicalUrl === null) continue
    const known = domains.get(foreign) ?? { urls: [], total: 0, target: canonicalUrl }
    known.total++
    if (known.urls.length < MAX_EVIDENCE_URLS) known.urls.push(url)
    if (domains.has(foreign) || domains.size < MAX_DOMAINS) domains.set(foreign, known)
  }
  for (const [domain, { urls, total, target }] of domains) {
    const [first = ''] = urls
    yield {
      url: first,
      severity: pages >= minPages && total * 100 >= pages * warningPercent ? 'warning' : 'info',
      message: `Canonical points to another domain: ${roughCount(total, 'page')} of ${roughCount(pages, 'page')} ${total === 1 ? 'points' : 'point'} to ${domain}, such as ${first}`,
      affectedUrls: urls,
      affectedCount: total,
      details: { targetUrl: target },
      evidence: [
        { kind: 'urls', label: 'Pages', urls, total },
        { kind: 'url', label: 'Canonical of the first', url: target },
      ],
    }
  }
}

function foreignDomain(url: string, canonicalUrl: string): string | null {
  const [own, named] = [registrableDomain(url), registrableDomain(canonicalUrl)]
  return own !== null && named !== null && own !== named ? named : null
}
