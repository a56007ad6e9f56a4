import type { PageCheck } from '../check.ts'
import { roughCount } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  maxLinks: {
    label: 'Maximum links',
    unit: 'links',
    default: 1_000,
    min: 50,
    max: 10_000,
    explanation: 'A page with more links is reported.',
  },
})

export const linksTooMany: PageCheck<typeof thresholds> = {
  id: 'links-too-many',
  type: 'link_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'Too many links on the page',
  passedTitle: 'The page does not have too many links',
  why: 'No one looks through a thousand links, and search engines may not follow all of them. What the page passes on is divided among all its links.',
  fix: 'Divide the list over several pages or categories, and shorten menus that list the whole site on each page.',
  sources: [
    {
      title: 'Google: Link best practices',
      url: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
    },
  ],
  thresholds,
  check: ({ links, totalLinks, url }, { maxLinks }) => {
    if (totalLinks <= maxLinks) return []
    const hyperlinks = links.filter(({ kind }) => kind === 'anchor' || kind === 'area')
    if (hyperlinks.length <= maxLinks) return []
    const table = tableEvidence({
      label: 'Links',
      columns: ['Links', 'Different URLs', 'At most'],
      items: [hyperlinks],
      row: all => [all.length, new Set(all.map(link => link.url)).size, maxLinks],
    })
    const message = `Too many links on the page: ${roughCount(hyperlinks.length, 'link')}`
    return [{ message, details: { sourceUrl: url }, evidence: [table] }]
  },
}
