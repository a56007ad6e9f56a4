import type { PageFacts } from '#shared/facts.ts'
import { templateCheck } from '../element-check.ts'
import { hasForeignCanonical, isSentOn } from '../eligible.ts'
import { tableEvidence, urlEvidence } from '../evidence.ts'

export const noindexWithCanonical = templateCheck({
  id: 'noindex-with-canonical',
  type: 'indexability_issue',
  severity: 'warning',
  applies: 'html',
  dependsOnCanonical: true,
  title: 'Noindex page with a canonical to another page',
  passedTitle: 'Noindex and canonical do not contradict each other',
  why: 'The page asks search engines not to index it and at the same time declares itself a copy of another page. Search engines may drop the other page as well, or ignore one of the two signals.',
  fix: 'For a copy, keep the canonical and remove noindex. For a page that should not be indexed, keep noindex and remove the canonical.',
  sources: [
    {
      title: 'Google: Specify a canonical URL',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
    {
      title: 'Google: Block search indexing with noindex',
      url: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
    },
  ],
  check: page => {
    if (!page.isNoindex || page.canonicalUrl === null || !hasForeignCanonical(page)) return null
    // One cause, one issue: a page that refreshes to it at once is a redirect, and reported as one.
    if (isSentOn(page) && page.refresh?.url === page.canonicalUrl) return null
    return {
      cause: page.robotsDirectives.map(({ source, agent, raw }) => `${source} ${agent} ${raw}`).join('\n'),
      message: 'Noindex page with a canonical to another page',
      evidence: [signals(page), urlEvidence('Canonical', page.canonicalUrl)],
    }
  },
})

function signals(page: PageFacts) {
  const robots = page.robotsDirectives.map(directive => ({
    what: directive.source === 'header' ? 'X-Robots-Tag' : `meta ${directive.agent}`,
    value: directive.raw,
    line: directive.line,
  }))
  const canonicals = page.canonicals.map(canonical => ({
    what: canonical.source === 'header' ? 'Link header' : 'link canonical',
    value: canonical.raw,
    line: canonical.line,
  }))
  return tableEvidence({
    label: 'Conflicting signals',
    columns: ['Source', 'Value', 'Line'],
    items: [...robots, ...canonicals],
    row: item => [item.what, item.value, item.line],
  })
}
