import { isGoodStatus, isServerError } from '#shared/http-status.ts'
import type { Attempt } from '#shared/model.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  /** A single failure may be caused by the network; a second one, of any URL, by the server. */
  minFailures: {
    label: 'Minimum failures',
    unit: 'times',
    default: 2,
    min: 1,
    max: 1_000,
    explanation: 'A host is reported if at least this many requests failed and succeeded later.',
  },
})

export const responseUnstable: SiteCheck<typeof thresholds> = {
  id: 'response-unstable',
  scope: 'site',
  type: 'performance_issue',
  severity: 'warning',
  isOfServer: true,
  title: 'Intermittent server errors',
  passedTitle: 'No intermittent server errors',
  why: 'The server returned an error or did not respond, and succeeded a moment later. Visitors get such errors as well, and search engines slow down their crawling of such a site.',
  fix: 'Look in the log of the server at the times below: usually it has too few workers or too little memory, or a service behind it fails intermittently. If the server limits its request rate, let it return 429 with Retry-After, which crawlers understand.',
  sources: [
    {
      title: 'Google: How HTTP status codes affect Google Search',
      url: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
    },
    { title: 'RFC 9110, section 15.6: Server errors', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.6' },
  ],
  thresholds,
  check: findings,
}

const MAX_SHOWN = 1_000

interface Host {
  targets: Target[]
  total: number
  failures: number
}

async function* findings(
  site: SiteFacts,
  { minFailures }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const hosts = new Map<string, Host>()
  const choice = { scope: 'internal', statusFrom: 200, statusTo: 399 } as const
  for await (const target of each(site.targets(choice))) {
    const failures = target.isBotChallenge ? 0 : failuresBeforeSuccess(target.attempts)
    if (failures === 0) continue
    const { host } = new URL(target.url)
    const known = hosts.get(host) ?? { targets: [], total: 0, failures: 0 }
    hosts.set(host, known)
    known.total++
    known.failures += failures
    if (known.targets.length < MAX_SHOWN) known.targets.push(target)
  }
  for (const [host, found] of hosts) if (found.failures >= minFailures) yield findingOf(host, found)
}

/** Server errors and timeouts on GET; servers handle HEAD carelessly. */
function failuresBeforeSuccess(attempts: readonly Attempt[]): number {
  const gets = attempts.filter(attempt => attempt.method === 'GET')
  const success = gets.findIndex(attempt => isGoodStatus(attempt.status))
  return success < 0 ? 0 : gets.slice(0, success).filter(isFailure).length
}

const timeouts: ReadonlySet<string> = new Set([
  'timeout-connect',
  'timeout-first-byte',
  'timeout-total',
  'reset',
  'refused',
])

function isFailure({ status, failure }: Attempt): boolean {
  if (status !== null) return isServerError(status)
  return failure !== null && timeouts.has(failure)
}

function findingOf(host: string, { targets, total }: Host): SiteFinding {
  const urls = targets.map(target => target.url)
  const [first = ''] = urls
  return {
    url: first,
    message: `Intermittent server errors: ${roughCount(total, 'URL')} of ${host}, such as ${first}`,
    affectedUrls: urls,
    affectedCount: total,
    isHostWide: true,
    evidence: [
      tableEvidence({
        label: 'Attempts',
        columns: ['URL', 'Results in order'],
        items: targets,
        row: ({ url, attempts }) => [url, attempts.map(({ status, failure }) => status ?? failure ?? '').join(', ')],
      }),
    ],
  }
}
