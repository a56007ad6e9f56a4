import { isErrorTarget } from '#shared/certainty.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { attemptsOf, canonicalKinds } from '../targets/target-findings.ts'
import { templateFindings, type WrongTarget } from '../targets/template-mistakes.ts'

export const canonicalToError: SiteCheck = {
  id: 'canonical-to-error',
  scope: 'site',
  type: 'canonical_issue',
  severity: 'error',
  title: 'Canonical points to an error page',
  passedTitle: 'Canonicals point to existing pages',
  why: 'The page asks search engines to show another URL in its place, and that URL returns an error. Search engines either ignore the canonical or drop both URLs from the results.',
  fix: 'Use a URL that returns 200, usually the URL of the page itself.',
  example: {
    before: '<link rel="canonical" href="https://example.com/chair"> (gone)',
    after: '<link rel="canonical" href="https://example.com/chairs">',
  },
  sources: [
    {
      title: 'Google: How to specify a canonical URL',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
    { title: 'RFC 6596: The canonical link relation', url: 'https://www.rfc-editor.org/rfc/rfc6596.html' },
  ],
  check: site => templateFindings(site, { targets: lostCanonicals(site), kinds: canonicalKinds, namedHow: 'named by' }),
}

async function* lostCanonicals(site: SiteFacts): AsyncGenerator<WrongTarget, void, undefined> {
  for await (const target of each(site.targets({ kinds: canonicalKinds, statusFrom: 300 }))) {
    const { url, finalStatus: status } = target
    if (status === null || !isErrorTarget(target)) continue
    const error = `Canonical points to an error page (status ${status})`
    yield {
      url,
      problem: {
        message: `${error}: ${url}`,
        manyMessage: urls => `${error} at ${urls} of one directory`,
        details: { statusCode: status },
        evidence: attemptsOf(target),
      },
    }
  }
}
