import ipaddr from 'ipaddr.js'
import type { LinkFact, PageFacts } from '#shared/facts.ts'
import type { Severity } from '#shared/model.ts'
import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { linkSource, tableEvidence } from '../evidence.ts'
import { isSameSite, registrableDomain } from '../same-site.ts'

export const linkToPrivateHost: PageCheck = {
  id: 'link-to-private-host',
  type: 'link_issue',
  severity: 'error',
  applies: 'html',
  title: 'Links to a private address',
  passedTitle: 'No link leads to a private or test host',
  why: 'These addresses exist only on the machine or in the network of whoever built the page. For visitors they lead nowhere, or to something else on their own machine.',
  fix: 'Replace the address by the public one. Addresses without host, such as /prices, cannot go wrong when a site moves from test to production.',
  example: {
    before: '<a href="http://localhost:3000/prices">Prices</a>',
    after: '<a href="/prices">Prices</a>',
  },
  sources: [
    { title: 'RFC 1918: Private addresses', url: 'https://www.rfc-editor.org/rfc/rfc1918' },
    { title: 'RFC 6761: Special-use domain names', url: 'https://www.rfc-editor.org/rfc/rfc6761' },
  ],
  check: page => {
    if (page.isPrivateHost) return []
    const found = page.links.flatMap(link => {
      const judged = judge(link, page)
      return judged === null ? [] : [{ link, ...judged }]
    })
    const worst = found.find(({ severity }) => severity === 'error') ?? found[0]
    if (!worst) return []
    const table = tableEvidence({
      label: 'Links to private or test hosts',
      columns: ['Target', 'Host', 'Text', 'Line', 'Element'],
      items: found,
      row: ({ link, words }) => [link.url, words, link.text, link.line, link.path],
    })
    const what = worst.words === TEST_HOST ? 'a test host of the website' : 'a private address'
    return [
      {
        severity: worst.severity,
        message: `${counted(found.length, 'reference')} to ${what} (${URL.parse(worst.link.url)?.host ?? ''})`,
        details: linkSource(page),
        evidence: [table],
      },
    ]
  },
}

const TEST_HOST = 'test host of the website'

function judge(link: LinkFact, page: PageFacts): { words: string; severity: Severity } | null {
  const url = URL.parse(link.url)
  if (!url || link.kind === 'redirect') return null
  const words = privateHostWords(url.hostname)
  if (words !== null) {
    // A text that shows the address ("open http://localhost:3000") is an instruction more often than a slip.
    const isShown = link.kind === 'anchor' && link.text.toLowerCase().includes(url.hostname)
    return { words, severity: isShown ? 'warning' : 'error' }
  }
  return isTestHost(url, page) ? { words: TEST_HOST, severity: 'warning' } : null
}

const PRIVATE_SUFFIXES: readonly string[] = ['.localhost', '.local', '.test', '.internal']
const PRIVATE_RANGES: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'unspecified']

function privateHostWords(hostname: string): string | null {
  if (hostname === 'localhost') return 'this machine'
  if (PRIVATE_SUFFIXES.some(suffix => hostname.endsWith(suffix))) return 'name of a local network'
  const address = hostname.replace(/^\[|\]$/g, '')
  if (!ipaddr.isValid(address)) return null
  // process() reads an IPv4 address out of its IPv6 form (::ffff:10.0.0.1).
  return PRIVATE_RANGES.includes(ipaddr.process(address).range()) ? 'private network address' : null
}

const TEST_LABELS: readonly string[] = ['staging', 'dev', 'test', 'preview']

function isTestHost(url: URL, page: PageFacts): boolean {
  const [label = ''] = url.hostname.split('.', 1)
  if (!TEST_LABELS.includes(label) || isSameSite(url.href, page.url)) return false
  const domain = registrableDomain(url.href)
  return domain !== null && domain !== url.hostname && domain === registrableDomain(page.url)
}
