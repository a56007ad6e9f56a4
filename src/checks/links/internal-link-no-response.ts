import { certaintyOf, severityOfFailure } from '#shared/certainty.ts'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import type { Severity } from '#shared/model.ts'
import type { Target } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { textEvidence } from '../evidence.ts'
import { failureLabels } from '../response-labels.ts'
import { linkingKinds, type TargetProblem, targetFindings } from '../targets/target-findings.ts'
import { failsItself, linkProblem } from './link-result.ts'

/** The same bytes come at every try: one attempt proves it. */
const SURE_AT_ONCE: FetchFailure = 'not-http'

/** Limits of this crawler: the link may work for a visitor. */
const severityOfLimits: ReadonlyMap<FetchFailure, Severity> = new Map<FetchFailure, Severity>([
  ['headers-too-large', 'warning'],
  ['unreadable', 'info'],
])

export const internalLinkNoResponse: SiteCheck = {
  id: 'internal-link-no-response',
  scope: 'site',
  type: 'broken_link',
  severity: 'error',
  title: 'Broken internal link (no response)',
  passedTitle: 'Every internal link gets a response',
  why: 'The server does not respond at this URL, so visitors see an error message of the browser. Search engines treat it like a server error and eventually drop the URL.',
  fix: 'Correct the host name, scheme or port in the link, or fix the server: its DNS record, certificate, listening port or compression. The kind of failure shows where to look.',
  example: {
    before: '<a href="https://ww.example.com/">Home</a>',
    after: '<a href="https://www.example.com/">Home</a>',
  },
  sources: [
    {
      title: 'Google: How HTTP status codes, and network and DNS errors affect crawlers',
      url: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
    },
  ],
  check: site => {
    const refused = new Set(
      site.crawl.certificates.filter(({ problem }) => problem !== null).map(({ origin }) => origin),
    )
    return targetFindings(site, {
      targets: each(site.targets({ scope: 'internal', kinds: linkingKinds, response: 'failed' })),
      kinds: linkingKinds,
      namedHow: 'linked from',
      findProblem: target => (isOfRefusedHost(target, refused) ? null : findProblem(target)),
    })
  },
}

/** One certificate is one cause, which `certificate-problem` reports for its host. */
function isOfRefusedHost({ failure, url }: Target, origins: ReadonlySet<string>): boolean {
  return failure === 'certificate' && origins.has(new URL(url).origin)
}

function findProblem(target: Target): TargetProblem | null {
  const { failure } = target
  if (failure === null || !failsItself(target)) return null
  const limit = severityOfLimits.get(failure)
  if (limit !== undefined) return withDetail(target, overLimit(target, { failure, severity: limit }))
  const severity = severityOfFailure.get(failure)
  if (severity === undefined) return null
  const attempts = failure === SURE_AT_ONCE ? 1 : 2
  const certainty = certaintyOf(target, { attempts, isAgreeing: attempt => attempt.failure !== null })
  return withDetail(target, linkProblem(target, { reason: failureLabels(failure), certainty, severity }))
}

function overLimit({ url }: Target, reached: { failure: FetchFailure; severity: Severity }): TargetProblem {
  const { failure, severity } = reached
  return { message: `Link could not be verified: ${failureLabels(failure)}: ${url}`, severity }
}

function withDetail({ failureDetail }: Target, problem: TargetProblem | null): TargetProblem | null {
  if (problem === null || failureDetail === '') return problem
  return { ...problem, evidence: [textEvidence('Connection error', failureDetail)] }
}
