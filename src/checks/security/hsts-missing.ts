import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { tableEvidence } from '../evidence.ts'
import { headerValuesOf, ownResponses } from '../responses/own-responses.ts'
import { declareThresholds } from '../thresholds.ts'

const YEAR_SECONDS = 31_536_000

const thresholds = declareThresholds({
  /** One year, as required by the preload list and Lighthouse. */
  minSeconds: {
    label: 'Minimum max-age',
    unit: 's',
    default: YEAR_SECONDS,
    min: 0,
    max: 63_072_000,
    explanation: 'A header with a shorter max-age is reported.',
  },
})

export const hstsMissing: SiteCheck<typeof thresholds> = {
  id: 'hsts-missing',
  scope: 'site',
  type: 'security_issue',
  severity: 'warning',
  isOfServer: true,
  title: 'Missing HSTS header',
  passedTitle: 'The HSTS header is set',
  why: 'Without Strict-Transport-Security a browser still uses http for the first request when a visitor types the domain name. On an open network, attackers can intercept that request and redirect the visitor to a fake site.',
  fix: 'Send the header with every https response. Start with a short max-age, and raise it to a year once all parts of the site work over https.',
  example: {
    before: '(no Strict-Transport-Security header)',
    after: 'Strict-Transport-Security: max-age=31536000; includeSubDomains',
  },
  sources: [
    { title: 'RFC 6797: HTTP Strict Transport Security', url: 'https://www.rfc-editor.org/rfc/rfc6797' },
    {
      title: 'Lighthouse: Use a strong HSTS policy',
      url: 'https://developer.chrome.com/docs/lighthouse/best-practices/has-hsts',
    },
  ],
  thresholds,
  check(site, values) {
    if (site.crawl.isPrivateHost)
      return { skipped: 'The site was crawled on a private host, which visitors do not use.' }
    return findings(site, values)
  },
}

/** Browsers use https alone for every name below these, whatever the header says. */
const preloadedEndings: ReadonlySet<string> = new Set([
  ...[
    'app',
    'bank',
    'boo',
    'channel',
    'chrome',
    'dad',
    'day',
    'dev',
    'esq',
    'foo',
    'gle',
    'gmail',
    'google',
    'hotmail',
  ],
  ...['ing', 'insurance', 'meme', 'mov', 'new', 'nexus', 'page', 'phd', 'play', 'prof', 'rsvp', 'youtube', 'zip'],
])

interface Host {
  urls: string[]
  total: number
  /** Longest max-age of any page; null if no page sends a valid header. */
  maxAge: number | null
  /** As sent, for evidence. */
  sent: string
}

async function* findings(
  site: SiteFacts,
  { minSeconds }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const hosts = new Map<string, Host>()
  for await (const facts of ownResponses(site)) {
    const { protocol, host, hostname } = new URL(facts.url)
    if (protocol !== 'https:' || preloadedEndings.has(hostname.split('.').at(-1) ?? '')) continue
    const known = hosts.get(host) ?? { urls: [], total: 0, maxAge: null, sent: '' }
    hosts.set(host, known)
    known.total++
    if (known.urls.length < SHOWN_PAGES) known.urls.push(facts.url)
    // Of several headers only the first counts (RFC 6797, 8.1).
    const [sent = ''] = headerValuesOf(facts, 'strict-transport-security')
    const maxAge = maxAgeOf(sent)
    if (known.sent === '') known.sent = sent
    if (maxAge !== null && (known.maxAge === null || maxAge > known.maxAge)) Object.assign(known, { maxAge, sent })
  }
  for (const [host, sent] of hosts) {
    if (sent.maxAge === null || sent.maxAge < minSeconds) yield findingOf(host, { ...sent, minSeconds })
  }
}

const SHOWN_PAGES = 10

/** Seconds; null when the header is absent or cannot be read, which is as good as absent. */
function maxAgeOf(header: string): number | null {
  const found = /(?:^|;)\s*max-age\s*=\s*"?(\d{1,15})"?\s*(?:;|$)/i.exec(header)
  return found ? Number(found[1]) : null
}

function findingOf(
  host: string,
  { urls, total, maxAge, sent, minSeconds }: Host & { minSeconds: number },
): SiteFinding {
  const [first = ''] = urls
  return {
    url: first,
    severity: maxAge === null || maxAge === 0 ? 'warning' : 'info',
    message: `Missing HSTS header: ${wordsFor(host, { maxAge, sent, minSeconds })}`,
    affectedUrls: urls,
    affectedCount: total,
    isHostWide: true,
    evidence: [
      tableEvidence({
        label: 'Header',
        columns: ['Host', 'Strict-Transport-Security'],
        items: [host],
        row: name => [name, sent === '' ? 'absent' : sent],
      }),
      { kind: 'urls', label: 'Checked pages', urls, total },
    ],
  }
}

function wordsFor(
  host: string,
  { maxAge, sent, minSeconds }: Pick<Host, 'maxAge' | 'sent'> & { minSeconds: number },
): string {
  if (maxAge === null)
    return sent === ''
      ? `${host} sends no Strict-Transport-Security`
      : `the Strict-Transport-Security header of ${host} has no max-age`
  if (maxAge === 0) return `${host} disables HSTS with max-age=0`
  const wanted = minSeconds === YEAR_SECONDS ? 'a year' : `${minSeconds} seconds`
  return `max-age of ${host} is shorter than ${wanted} (max-age=${maxAge})`
}
