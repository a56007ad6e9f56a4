import ipaddr from 'ipaddr.js'
import type { LinkFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import type { Severity } from '#shared/model.ts'
import { once, rememberedOfTexts } from '#shared/remembered.ts'
import { counted } from '../counted.ts'
import { elementCheck, linkIdentity } from '../element-check.ts'
import { linkSource, tableEvidence } from '../evidence.ts'
import { hostOf, originPrefix, registrableDomain } from '../url-parts.ts'

export const linkToPrivateHost = elementCheck<RatedLink>({
  id: 'link-to-private-host',
  type: 'link_issue',
  severity: 'error',
  applies: 'html',
  title: 'Links to localhost, private or test hosts',
  passedTitle: 'No links to private or test hosts',
  why: 'These URLs only work on the machine or in the network of the person who built the page. For visitors they lead nowhere, or to something else on their own machine.',
  fix: 'Replace the URL with the public one. Relative URLs without a host, such as /prices, keep working when a site moves from test to production. In instructions, write the URL as code without a link.',
  example: {
    before: '<a href="http://localhost:3000/prices">Prices</a>',
    after: '<a href="/prices">Prices</a>',
  },
  sources: [
    { title: 'RFC 1918: Private addresses', url: 'https://www.rfc-editor.org/rfc/rfc1918' },
    { title: 'RFC 6761: Special-use domain names', url: 'https://www.rfc-editor.org/rfc/rfc6761' },
  ],
  elements: page => {
    const found = page.isPrivateHost ? [] : privateLinks(page)
    if (found.length === 0) return []
    const isShown = shownHostsOf(page)
    return found.map(link => ({ ...link, severity: severityOf(link, isShown) }))
  },
  // The text of the page decides how severe it is.
  identify: ({ link, severity }) => ({ ...linkIdentity(link), tag: `${severity} ${linkIdentity(link).tag}` }),
  finding: (links, { page }) => {
    const { severity, words, host } = worstOf(links)
    const table = tableEvidence({
      label: 'Links to private or test hosts',
      columns: ['Target', 'Host', 'Text', 'Line', 'Element'],
      items: links,
      row: each => [each.link.url, each.words, each.link.text, each.link.line, each.link.path],
    })
    const what = words === TEST_HOST ? 'a test host of the website' : 'a private host'
    return {
      severity,
      message: `${counted(links.length, 'link')} to ${what} (${host})`,
      details: linkSource(page),
      evidence: [table],
    }
  },
})

interface PrivateLink {
  link: LinkFact
  host: string
  /** The host without its port. */
  name: string
  words: string
}

function privateLinks(page: PageFacts): PrivateLink[] {
  const found: PrivateLink[] = []
  const ownStart = originPrefix(page.url)
  const isOwnPrivate = hostWords(nameOf(hostOf(page.url)), page) !== null
  let start = ''
  let host = ''
  let name = ''
  let words: string | null = null
  for (const link of page.links) {
    // Most links, and nothing is to be said of them.
    if (ownStart !== '' && !isOwnPrivate && link.url.slice(0, ownStart.length) === ownStart) continue
    // Links to one host mostly follow one another.
    if (start === '' || link.url.slice(0, start.length) !== start) {
      start = originPrefix(link.url)
      host = hostOf(link.url)
      name = nameOf(host)
      words = hostWords(name, page)
    }
    if (words !== null && link.kind !== 'redirect') found.push({ link, host, name, words })
  }
  return found
}

const TEST_HOST = 'test host of the website'

const nameOf = (host: string): string => host.replace(/:\d+$/, '')

/** What is private about a host, in words; null when nothing is. */
function hostWords(hostname: string, page: PageFacts): string | null {
  const { words, hasTestLabel } = kindOf(hostname)
  return words ?? (hasTestLabel && isTestHost(hostname, page) ? TEST_HOST : null)
}

/** Remembered by name: the same few hosts are linked on many pages. */
const kindOf = rememberedOfTexts((hostname: string) => ({
  words: privateHostWords(hostname),
  hasTestLabel: hasTestLabel(hostname),
}))

type RatedLink = PrivateLink & { severity: Severity }

/** The first link of the highest severity. */
function worstOf(links: readonly [RatedLink, ...RatedLink[]]): RatedLink {
  const of = (severity: Severity) => links.find(link => link.severity === severity)
  return of('error') ?? of('warning') ?? links[0]
}

function severityOf(link: PrivateLink, isShown: (name: string) => boolean): Severity {
  if (link.words === TEST_HOST) return 'warning'
  return isInstruction(link, isShown) ? 'info' : 'error'
}

/** Of a tutorial: the text of the link or of the page shows the host ("open http://localhost:3000"), or the link is part of code. */
function isInstruction({ link, name }: PrivateLink, isShown: (name: string) => boolean): boolean {
  if (link.kind !== 'anchor') return false
  return CODE_ELEMENT.test(link.path) || link.text.toLowerCase().includes(name) || isShown(name)
}

/** Whether the main text of the page shows a host. Each is searched for once: a page may have ten thousand such links, and a long text. */
function shownHostsOf({ content }: PageFacts): (name: string) => boolean {
  const mainText = once(() => content.mainText.toLowerCase())
  const known = new Map<string, boolean>()
  return name => {
    const found = known.get(name) ?? mainText().includes(name)
    known.set(name, found)
    return found
  }
}

const CODE_ELEMENT = /(?:^|> )(?:code|pre|kbd|samp)\b/

const PRIVATE_SUFFIXES: readonly string[] = ['.localhost', '.local', '.test', '.internal']
const PRIVATE_RANGES: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'unspecified']

function privateHostWords(hostname: string): string | null {
  if (hostname === 'localhost') return 'this machine'
  if (PRIVATE_SUFFIXES.some(suffix => hostname.endsWith(suffix))) return 'local network name'
  // An IP address ends in a digit or a bracket (WHATWG URL, host parsing), a name does not.
  if (!/[\d\]]$/.test(hostname)) return null
  const address = hostname.replace(/^\[|\]$/g, '')
  if (!ipaddr.isValid(address)) return null
  // process() reads an IPv4 address out of its IPv6 form (::ffff:10.0.0.1).
  return PRIVATE_RANGES.includes(ipaddr.process(address).range()) ? 'private network address' : null
}

const TEST_LABELS: readonly string[] = ['staging', 'dev', 'test', 'preview']

function hasTestLabel(hostname: string): boolean {
  const [label = ''] = hostname.split('.', 1)
  return TEST_LABELS.includes(label)
}

function isTestHost(hostname: string, page: PageFacts): boolean {
  const url = `https://${hostname}/`
  if (hostname === URL.parse(page.url)?.hostname) return false
  const domain = registrableDomain(url)
  return domain !== null && domain !== hostname && domain === registrableDomain(page.url)
}
