import type { HostCertificate } from '#shared/site-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { certificateProblem } from './certificate-problem.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Certificate',
  columns: ['Field', 'Value'],
  rows,
})
const DAY_MS = 86_400_000
const checkedAtMs = Date.UTC(2026, 10, 21, 12)
const origin = 'https://site.test'

function certificate(
  validDays: number,
  more: Partial<HostCertificate> = {},
): { crawl: { certificates: HostCertificate[] } } {
  const facts = {
    subject: 'site.test',
    issuer: 'R11',
    names: ['site.test', 'www.site.test'],
    totalNames: 2,
    validFromMs: checkedAtMs - DAY_MS,
    validToMs: checkedAtMs + validDays * DAY_MS,
  }
  return { crawl: { certificates: [{ origin, problem: null, facts, detail: '', checkedAtMs, ...more }] } }
}

const refused = (problem: HostCertificate['problem'], words: string) => ({
  problem,
  detail: `Certificate not trusted: ${words}.`,
})

testSiteCheck(certificateProblem, {
  passes: {
    'a certificate of 90 days': certificate(90),
    'a certificate that ends in 15 days': certificate(15),
    'a trusted certificate that cannot be read': certificate(1, { facts: null }),
  },
  fails: {
    'one that ends in 14 days and some hours, as a warning': {
      site: certificate(14.9),
      finds: [
        {
          url: `${origin}/`,
          severity: 'warning',
          message: 'Certificate expires in 14 days, on 6 December 2026 (site.test)',
          isHostWide: true,
          evidence: [
            table(
              ['Subject', 'site.test'],
              ['Issuer', 'R11'],
              ['Valid from', '20 November 2026'],
              ['Valid until', '6 December 2026'],
              ['Names', 'site.test, www.site.test'],
            ),
          ],
        },
      ],
    },
    'one with more names than are known': {
      site: certificate(3, {
        facts: {
          subject: 'site.test',
          issuer: 'R11',
          names: ['site.test', 'www.site.test'],
          totalNames: 5,
          validFromMs: null,
          validToMs: checkedAtMs + 3 * DAY_MS,
        },
      }),
      finds: [
        {
          url: `${origin}/`,
          severity: 'warning',
          message: 'Certificate expires in 3 days, on 24 November 2026 (site.test)',
          isHostWide: true,
          evidence: [
            table(
              ['Subject', 'site.test'],
              ['Issuer', 'R11'],
              ['Valid from', ''],
              ['Valid until', '24 November 2026'],
              ['Names', 'site.test, www.site.test and 3 more'],
            ),
          ],
        },
      ],
    },
    'one that ends in a day': {
      site: certificate(1),
      finds: [
        {
          url: `${origin}/`,
          severity: 'warning',
          message: 'Certificate expires in 1 day, on 22 November 2026 (site.test)',
          isHostWide: true,
          evidence: [
            table(
              ['Subject', 'site.test'],
              ['Issuer', 'R11'],
              ['Valid from', '20 November 2026'],
              ['Valid until', '22 November 2026'],
              ['Names', 'site.test, www.site.test'],
            ),
          ],
        },
      ],
    },
    'one that ends today, as a warning': {
      site: certificate(0.2),
      finds: [
        {
          url: `${origin}/`,
          severity: 'warning',
          message: 'Certificate expires within a day, on 21 November 2026 (site.test)',
          isHostWide: true,
          evidence: [
            table(
              ['Subject', 'site.test'],
              ['Issuer', 'R11'],
              ['Valid from', '20 November 2026'],
              ['Valid until', '21 November 2026'],
              ['Names', 'site.test, www.site.test'],
            ),
          ],
        },
      ],
    },
    'one that has expired': {
      site: certificate(-3, refused('expired', 'it expired on 18 November 2026')),
      finds: [
        {
          url: `${origin}/`,
          severity: 'error',
          message: 'Certificate not trusted: it expired on 18 November 2026 (site.test)',
          isHostWide: true,
          evidence: [
            table(
              ['Subject', 'site.test'],
              ['Issuer', 'R11'],
              ['Valid from', '20 November 2026'],
              ['Valid until', '18 November 2026'],
              ['Names', 'site.test, www.site.test'],
            ),
          ],
        },
      ],
    },
    'one of another name, whatever its dates': {
      site: certificate(3, refused('other-name', 'it is valid for a.test, not for site.test')),
      finds: [
        {
          url: `${origin}/`,
          severity: 'error',
          message: 'Certificate not trusted: it is valid for a.test, not for site.test (site.test)',
          isHostWide: true,
          evidence: [
            table(
              ['Subject', 'site.test'],
              ['Issuer', 'R11'],
              ['Valid from', '20 November 2026'],
              ['Valid until', '24 November 2026'],
              ['Names', 'site.test, www.site.test'],
            ),
          ],
        },
      ],
    },
    'an untrusted one that cannot be read': {
      site: certificate(3, { ...refused('untrusted', 'it is self-signed'), facts: null }),
      finds: [
        { url: `${origin}/`, message: 'Certificate not trusted: it is self-signed (site.test)', isHostWide: true },
      ],
    },
  },
  skips: { 'a site without https': { site: {}, reason: 'No host of the site has a certificate.' } },
})
