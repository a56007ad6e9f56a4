import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { urlEvidence } from '../evidence.ts'
import { isOnSiteOf } from '../url-parts.ts'
import { robotsEvidence } from './robots-evidence.ts'

export const pageNofollow: PageCheck = {
  id: 'page-nofollow',
  type: 'indexability_issue',
  severity: 'warning',
  applies: 'html-ok',
  title: 'Page-level nofollow',
  passedTitle: 'The links on the page can be followed',
  why: 'A nofollow for the whole page applies to every link on it, including internal links. Search engines may never find pages that are linked only from here.',
  fix: 'Remove nofollow from the robots meta tag or the X-Robots-Tag header. Put rel="nofollow" on the individual links that need it.',
  sources: [
    {
      title: 'Google: Robots meta tag and X-Robots-Tag',
      url: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
    },
    {
      title: 'Google: Qualify your outbound links',
      url: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
    },
  ],
  check: page => {
    if (!page.isNofollow) return []
    const targets = new Set(
      page.links
        .filter(link => (link.kind === 'anchor' || link.kind === 'area') && isOnSiteOf(link.url, page))
        .map(link => link.url),
    )
    targets.delete(page.url)
    const [firstTarget] = targets
    if (firstTarget === undefined) return []
    return [
      {
        message: `Page-level nofollow affects links to ${counted(targets.size, 'internal page')}`,
        evidence: [...robotsEvidence(page), urlEvidence('First affected page', firstTarget)],
      },
    ]
  },
}
