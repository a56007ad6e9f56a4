import type { SiteCheck } from '../check.ts'
import { pageListFinding, pagesWhere } from '../page-list-finding.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  maxParameters: {
    label: 'Maximum parameters',
    unit: 'parameters',
    default: 3,
    min: 1,
    max: 50,
    explanation: 'A URL with more parameters is listed.',
  },
})

export const urlParametersMany: SiteCheck<typeof thresholds> = {
  id: 'url-parameters-many',
  scope: 'site',
  type: 'url_issue',
  severity: 'info',
  title: 'URLs with many parameters',
  passedTitle: 'No URLs with many parameters',
  why: 'Each parameter multiplies the URLs of a page, by its values and by its order. Crawlers spend their time on variants, and links are spread over them.',
  fix: 'Put what identifies the page into the path, and leave out parameters that change nothing. Name the plain URL as canonical.',
  example: {
    before: 'https://example.com/list?cat=3&sort=name&dir=asc&view=grid&page=1',
    after: 'https://example.com/harbours?page=1',
  },
  sources: [
    {
      title: 'Google: URL structure best practices',
      url: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    },
  ],
  thresholds,
  check: (site, { maxParameters }) =>
    pageListFinding({
      items: () => pagesWhere(site, url => parametersOf(url) > maxParameters),
      message: 'URLs with many parameters',
      columns: ['Page', 'Parameters'],
      row: ({ url }) => [url, parametersOf(url)],
    }),
}

function parametersOf(url: string): number {
  const query = url.indexOf('?')
  return query === -1
    ? 0
    : url
        .slice(query + 1)
        .split('&')
        .filter(Boolean).length
}
