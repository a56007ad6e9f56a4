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
  title: 'Incomplete HTML response',
  passedTitle: 'The HTML response is complete',
  why: 'The server closes the connection in the middle of the page. Visitors see a part of it or an error message; search engines treat it as a server error and eventually drop the URL. The content of such a page is not checked, because missing elements may have been in the missing part.',
  fix: 'Look in the error log of the server for a script that ends too early (memory, time limit), and for a Content-Length or a compression that does not match the body, such as one that a proxy or a plugin adds a second time.',
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
      return { skipped: 'The response was incomplete once and was not fetched again' }
    }
    return [
      {
        evidence: [
          { kind: 'attempts', label: 'Attempts', attempts: response.attempts },
          tableEvidence({
            label: 'Size of the last attempt',
            columns: ['Content-Length', 'Received bytes', 'Parsed as HTML'],
            items: [response],
            row: each => [announcedBytes(each), each.transferBytes, each.bodyBytes],
          }),
        ],
      },
    ]
  },
}

function announcedBytes({ headers }: ResponseFacts): string {
  return headers.find(([name]) => name === 'content-length')?.[1] ?? 'not sent'
}
