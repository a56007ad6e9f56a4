import { isAbove, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import type { SiteCheck } from '../check.ts'
import { pageListFinding, pagesWhere } from '../page-list-finding.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  maxCharacters: {
    label: 'Maximum URL length',
    unit: 'characters',
    default: 200,
    min: 50,
    max: 2_000,
    explanation: `A longer URL is listed. ${TOLERANCE_NOTE}`,
  },
})

export const urlTooLong: SiteCheck<typeof thresholds> = {
  id: 'url-too-long',
  scope: 'site',
  type: 'url_issue',
  severity: 'info',
  title: 'Long URLs',
  passedTitle: 'No URLs are too long',
  why: 'Long URLs are cut in search results, messages and printed pages, and no one can read or repeat them.',
  fix: 'Shorten the path to the words that tell the page from others, and leave out categories and parameters that are not needed.',
  example: {
    before: 'https://example.com/tides/all-about-the-tides-of-our-harbour-and-of-all-the-others',
    after: 'https://example.com/tides/harbours',
  },
  sources: [
    {
      title: 'Google: URL structure best practices',
      url: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    },
  ],
  thresholds,
  check: (site, { maxCharacters }) =>
    pageListFinding({
      items: () => pagesWhere(site, url => isAbove(url.length, maxCharacters)),
      message: 'Long URLs',
      columns: ['Page', 'Characters'],
      row: ({ url }) => [url, url.length],
    }),
}
