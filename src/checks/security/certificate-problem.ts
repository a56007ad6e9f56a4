import { dayWords } from '#shared/certificate.ts'
import type { HostCertificate, SiteFactsCrawl } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'

const DAY_MS = 86_400_000

const thresholds = declareThresholds({
  /** Automatic renewal happens about a month ahead; after that it has probably failed. */
  warningDays: {
    label: 'Warning before the end',
    unit: 'days',
    default: 14,
    min: 0,
    max: 365,
    explanation: 'A certificate that expires in so many days, or fewer, is a warning.',
  },
})

export const certificateProblem: SiteCheck<typeof thresholds> = {
  id: 'certificate-problem',
  scope: 'site',
  type: 'security_issue',
  severity: 'error',
  isOfServer: true,
  points: 12,
  title: 'Untrusted or expiring TLS certificate',
  passedTitle: 'TLS certificates are valid and trusted',
  why: 'Browsers show a full-page warning instead of the pages of this host, and most visitors leave. Search engines and other clients cannot connect at all.',
  fix: 'Renew the certificate for exactly the host names of the site, install it together with its intermediate certificates, and automate the renewal (ACME, for example with Let’s Encrypt).',
  example: {
    before: 'ssl_certificate /etc/ssl/example.com.crt',
    after: 'ssl_certificate /etc/letsencrypt/live/example.com/fullchain.pem',
  },
  sources: [
    {
      title: 'RFC 9110, 4.3.4: https certificate verification',
      url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-4.3.4',
    },
    { title: 'RFC 5280, 6.1: Basic path validation', url: 'https://www.rfc-editor.org/rfc/rfc5280.html#section-6.1' },
  ],
  thresholds,
  check({ crawl }, values) {
    if (crawl.certificates.length === 0) return { skipped: 'No host of the site has a certificate.' }
    return findings(crawl, values)
  },
}

async function* findings(
  { certificates }: SiteFactsCrawl,
  { warningDays }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  for (const certificate of certificates) {
    const problem = certificate.problem === null ? soonExpired(certificate, warningDays) : refused(certificate)
    if (problem === null) continue
    const url = `${certificate.origin}/`
    const evidence = [...evidenceOf(certificate)]
    yield { url, affectedUrls: [url], isHostWide: true, ...problem, evidence }
  }
}

function refused({ origin, detail }: HostCertificate): Pick<SiteFinding, 'message'> {
  return { message: `${detail.replace(/\.$/, '')} (${new URL(origin).host})` }
}

function soonExpired(
  certificate: HostCertificate,
  warningDays: number,
): Pick<SiteFinding, 'message' | 'severity'> | null {
  const endMs = certificate.facts?.validToMs
  if (endMs == null) return null
  const days = Math.floor((endMs - certificate.checkedAtMs) / DAY_MS)
  if (days > warningDays) return null
  const when = days < 1 ? 'within a day' : `in ${counted(days, 'day')}`
  const { host } = new URL(certificate.origin)
  return { message: `Certificate expires ${when}, on ${dayWords(endMs)} (${host})`, severity: 'warning' }
}

function* evidenceOf({ facts }: HostCertificate) {
  if (!facts) return
  const { subject, issuer, validFromMs, validToMs, names, totalNames } = facts
  const more = totalNames > names.length ? ` and ${totalNames - names.length} more` : ''
  const rows: [string, string][] = [
    ['Subject', subject],
    ['Issuer', issuer],
    ['Valid from', validFromMs === null ? '' : dayWords(validFromMs)],
    ['Valid until', validToMs === null ? '' : dayWords(validToMs)],
    ['Names', names.join(', ') + more],
  ]
  yield tableEvidence({ label: 'Certificate', columns: ['Field', 'Value'], items: rows, row: cells => cells })
}
