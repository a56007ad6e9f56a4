import { certaintyOfServerError } from '#shared/certainty.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { statusLabels } from '../response-labels.ts'
import { linkingKinds, targetFindings } from '../targets/target-findings.ts'
import { failsItself, linkProblem } from './link-result.ts'

export const internalLinkServerError: SiteCheck = {
  id: 'internal-link-server-error',
  scope: 'site',
  type: 'broken_link',
  severity: 'error',
  title: 'Broken internal link (server error 5xx)',
  passedTitle: 'No internal link returns a server error',
  why: 'The server failed on every request for this URL, so visitors see an error instead of the page. Search engines slow down their crawling of such a site and eventually drop the pages.',
  fix: "Find the URL and the time of an attempt in the server's error log and fix the cause: a crashed script, a timeout behind a proxy, a full disk. During planned maintenance return 503 with a Retry-After header.",
  example: { before: 'HTTP/1.1 500 Internal Server Error', after: 'HTTP/1.1 200 OK' },
  sources: [
    { title: 'RFC 9110, 15.6: Server Error 5xx', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.6' },
    {
      title: 'Google: How HTTP status codes affect crawlers',
      url: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
    },
  ],
  check: site =>
    targetFindings(site, {
      targets: each(site.targets({ scope: 'internal', kinds: linkingKinds, statusFrom: 500, statusTo: 599 })),
      kinds: linkingKinds,
      namedHow: 'linked from',
      findProblem: target => {
        if (target.status === null || target.status < 500 || !failsItself(target)) return null
        const reason = statusLabels(target.status)
        return linkProblem(target, { reason, certainty: certaintyOfServerError(target), statusCode: target.status })
      },
    }),
}
