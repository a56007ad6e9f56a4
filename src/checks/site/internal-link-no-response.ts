import type { FetchFailure } from '#shared/facts.ts'
import type { Target } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { textEvidence } from '../evidence.ts'
import { failureWords } from './answer-words.ts'
import { certaintyOf } from './certainty.ts'
import { each } from './each.ts'
import { isJudgedAlone, linkVerdict } from './link-verdict.ts'
import { severityOfSilence } from './silence.ts'
import { type TargetVerdict, targetFindings } from './target-findings.ts'
import { linkingKinds } from './targets.ts'

/** The same bytes come at every try: one attempt proves it. */
const SURE_AT_ONCE: FetchFailure = 'not-http'

export const internalLinkNoResponse: SiteCheck = {
  id: 'internal-link-no-response',
  scope: 'site',
  type: 'broken_link',
  severity: 'error',
  title: 'Broken link: no answer',
  passedTitle: 'Every internal link was answered',
  why: 'Nothing answered at this address, so a visitor sees only a message of the browser. Search engines treat it like a server error and in time drop the address.',
  fix: 'Correct the host name, scheme or port in the link, or bring the server behind it back: its DNS record, its certificate, its listening port. The kind of failure says which of them to look at.',
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
  check: site =>
    targetFindings(site, {
      targets: each(site.targets({ scope: 'internal', kinds: linkingKinds, outcome: 'failed' })),
      kinds: linkingKinds,
      namedHow: 'linked from',
      judge,
    }),
}

function judge(target: Target): TargetVerdict | null {
  const { failure } = target
  if (failure === null || !isJudgedAlone(target)) return null
  const severity = severityOfSilence.get(failure)
  if (severity === undefined) return null
  const attempts = failure === SURE_AT_ONCE ? 1 : 2
  const certainty = certaintyOf(target, { attempts, isAgreeing: attempt => attempt.failure !== null })
  const verdict = linkVerdict(target, { reason: failureWords(failure), certainty, severity })
  if (verdict === null || target.failureDetail === '') return verdict
  return { ...verdict, evidence: [textEvidence('What the connection said', target.failureDetail)] }
}
