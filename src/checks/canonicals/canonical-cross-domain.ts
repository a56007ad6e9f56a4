import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { declareThresholds } from '../thresholds.ts'
import { urlGroups } from '../url-groups.ts'
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
  let seen = 0
  async function* walk() {
    for await (const { url, canonicalUrl } of each(site.pages())) {
      seen++
      const key = canonicalUrl === null ? null : foreignDomain(url, canonicalUrl)
      if (key !== null && canonicalUrl !== null) yield { key, url, canonicalUrl }
    }
  }
  const groups = await urlGroups(walk, { maxGroups: MAX_DOMAINS })
  const pages = seen
  for (const { first, urls, total, affected } of groups) {
    const { url, key: domain, canonicalUrl: target } = first
    yield {
      url,
      severity: pages >= minPages && total * 100 >= pages * warningPercent ? 'warning' : 'info',
      message: `Canonical points to another domain: ${roughCount(total, 'page')} of ${roughCount(pages, 'page')} ${total === 1 ? 'points' : 'point'} to ${domain}, such as ${url}`,
      ...affected,
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
