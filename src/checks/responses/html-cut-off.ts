import type { ResponseFacts } from '#shared/facts.ts'
import type { PageCheck } from '../check.ts'
import { tableEvidence } from '../evidence.ts'

/** Once may be an accident of the network. */
const LEAST_ATTEMPTS = 2

export const htmlCutOff: PageCheck = {
  id: 'html-cut-off',
  type: 'indexability_issue',
  severity: 'error',
  applies: 'any',
  title: 'HTML breaks off before its end',
  passedTitle: 'The HTML arrives as a whole',
  why: 'The server closes the connection in the middle of the page. Visitors see a part of it or an error message; search engines take it for a failure of the server and in time drop the address. The texts of such a page are not judged, because what is missing may have been on its way.',
  fix: 'Look for a script that ends too early in the error log of the server (memory, time limit), and for a Content-Length or a compression that does not belong to the body, such as one that a proxy or a plugin sets a second time.',
  sources: [
    {
      title: 'RFC 9112, section 8: Handling incomplete messages',
      url: 'https://www.rfc-editor.org/rfc/rfc9112#section-8',
    },
    {
      title: 'Google: How HTTP status codes, and network and DNS errors affect crawlers',
      url: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
    },
  ],
  check: ({ response }) => {
    if (!response.isCutOff) return []
    if (response.attempts.filter(({ failure }) => failure !== null).length < LEAST_ATTEMPTS) {
      return { skipped: 'The page broke off once and was not asked for again' }
    }
    return [
      {
        evidence: [
          { kind: 'attempts', label: 'Attempts', attempts: response.attempts },
          tableEvidence({
            label: 'Size of the last attempt',
            columns: ['Announced bytes', 'Arrived bytes', 'Read as HTML'],
            items: [response],
            row: each => [announcedBytes(each), each.transferBytes, each.bodyBytes],
          }),
        ],
      },
    ]
  },
}

function announcedBytes({ headers }: ResponseFacts): string {
  return headers.find(([name]) => name === 'content-length')?.[1] ?? 'not announced'
}
