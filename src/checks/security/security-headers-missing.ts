import { MAX_TEXT } from '#shared/limits.ts'
import type { PageResponse, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { excerpt, tableEvidence } from '../evidence.ts'
import { headerValuesOf, ownResponses } from '../responses/own-responses.ts'

export const securityHeadersMissing: SiteCheck = {
  id: 'security-headers-missing',
  scope: 'site',
  type: 'security_issue',
  severity: 'info',
  isOfServer: true,
  title: 'Missing security headers',
  passedTitle: 'Security headers are set',
  why: 'A few response headers restrict what browsers allow: scripts from other sites, framing by other sites, files interpreted as scripts. Without them, one mistake in the code is enough for an attack.',
  fix: 'Set the headers once for the whole host, in the web server or the proxy in front of it. Try out a content security policy with Content-Security-Policy-Report-Only first.',
  example: {
    before: '(none of these headers)',
    after:
      "Content-Security-Policy: script-src 'self'; frame-ancestors 'self'\nX-Content-Type-Options: nosniff\nReferrer-Policy: strict-origin-when-cross-origin",
  },
  sources: [
    { title: 'W3C: Content Security Policy Level 3', url: 'https://www.w3.org/TR/CSP3/' },
    {
      title: 'WHATWG Fetch: X-Content-Type-Options',
      url: 'https://fetch.spec.whatwg.org/#x-content-type-options-header',
    },
    { title: 'W3C: Referrer Policy', url: 'https://www.w3.org/TR/referrer-policy/' },
  ],
  check(site) {
    if (site.crawl.isPrivateHost)
      return { skipped: 'The site was crawled on a private host, and its public server may send other headers.' }
    return findings(site)
  },
}

interface Lack {
  header: string
  words: string
}

interface Host {
  pages: number
  urls: string[]
  /** By header and what is wrong with it. */
  lacks: Map<string, Lack & { pages: number; example: string }>
  lacking: number
}

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const hosts = new Map<string, Host>()
  for await (const facts of ownResponses(site)) {
    const { host } = new URL(facts.url)
    const known: Host = hosts.get(host) ?? { pages: 0, urls: [], lacks: new Map(), lacking: 0 }
    hosts.set(host, known)
    known.pages++
    const lacks = lacksOf(facts)
    if (lacks.length === 0) continue
    known.lacking++
    if (known.urls.length < SHOWN_PAGES) known.urls.push(facts.url)
    for (const lack of lacks) {
      const key = `${lack.header} ${lack.words}`
      const entry = known.lacks.get(key) ?? { ...lack, pages: 0, example: facts.url }
      entry.pages++
      if (known.lacks.has(key) || known.lacks.size < MAX_LACKS) known.lacks.set(key, entry)
    }
  }
  for (const [host, found] of hosts) if (found.lacking > 0) yield findingOf(host, found)
}

const SHOWN_PAGES = 10
/** Values of a referrer policy are the server's own words. */
const MAX_LACKS = 50

function lacksOf(facts: PageResponse): Lack[] {
  const policies = headerValuesOf(facts, 'content-security-policy')
  return [
    ...policyLack([...policies, ...(facts.metaPolicies ?? [])]),
    ...sniffingLack(headerValuesOf(facts, 'x-content-type-options')),
    ...framingLack(policies, headerValuesOf(facts, 'x-frame-options')),
    ...referrerLack(headerValuesOf(facts, 'referrer-policy')),
  ]
}

/** All policies of a page hold at once, so one that is strict is enough. */
function policyLack(policies: readonly string[]): Lack[] {
  const header = 'Content-Security-Policy'
  if (policies.length === 0) return [{ header, words: 'absent' }]
  const rules = policies.map(scriptRuleOf)
  if (rules.includes('strict') || rules.includes('unknown')) return []
  return [{ header, words: rules.includes('inline') ? "allows 'unsafe-inline' scripts" : 'does not restrict scripts' }]
}

/** The first value counts (Fetch standard, "determine nosniff"). */
function sniffingLack(values: readonly string[]): Lack[] {
  const [first = ''] = values.join(',').split(',')
  if (first.trim().toLowerCase() === 'nosniff') return []
  return [{ header: 'X-Content-Type-Options', words: values.length === 0 ? 'absent' : 'is not nosniff' }]
}

function framingLack(policies: readonly string[], values: readonly string[]): Lack[] {
  if (policies.some(policy => hasDirective(policy, 'frame-ancestors') || scriptRuleOf(policy) === 'unknown')) return []
  const isKept = values.some(value => /^(?:deny|sameorigin)$/i.test((value.split(',')[0] ?? '').trim()))
  if (isKept) return []
  const words = values.length === 0 ? 'absent, and no frame-ancestors in the policy' : 'is neither DENY nor SAMEORIGIN'
  return [{ header: 'X-Frame-Options', words }]
}

const tellingPolicies: ReadonlySet<string> = new Set(['unsafe-url', 'no-referrer-when-downgrade'])

/** Absent is fine: browsers have a safe rule of their own. Of several the last that is understood counts. */
function referrerLack(values: readonly string[]): Lack[] {
  const last = values.join(',').split(',').at(-1)?.trim().toLowerCase() ?? ''
  return tellingPolicies.has(last)
    ? [{ header: 'Referrer-Policy', words: `${excerpt(last, 60)} sends full URLs to other sites` }]
    : []
}

function findingOf(host: string, { pages, urls, lacks, lacking }: Host): SiteFinding {
  const [first = ''] = urls
  const found = [...lacks.values()]
  const names = [...new Set(found.map(lack => lack.header))]
  return {
    url: first,
    message: `Missing or weak security headers on ${host}: ${names.join(', ')}`,
    affectedUrls: urls,
    affectedCount: lacking,
    isHostWide: true,
    evidence: [
      tableEvidence({
        label: `Headers of ${counted(pages, 'page')}`,
        columns: ['Header', 'Problem', 'Pages', 'Example'],
        items: found,
        row: ({ header, words, pages: count, example }) => [header, words, count, example],
      }),
    ],
  }
}

/** What a content security policy says about scripts. */
type ScriptRule = 'strict' | 'inline' | 'none' | 'unknown'

/**
 * `inline`: any script in the page runs, so that an injected one does, too. `none`: scripts are not spoken of. `unknown`: the
 * policy was cut before its end (CSP level 3, sections 6.7.3 and 8.2).
 */
function scriptRuleOf(policy: string): ScriptRule {
  const sources =
    sourcesOf(policy, 'script-src-elem') ?? sourcesOf(policy, 'script-src') ?? sourcesOf(policy, 'default-src')
  if (sources === null) return policy.length >= MAX_TEXT ? 'unknown' : 'none'
  if (!sources.includes("'unsafe-inline'")) return 'strict'
  // Browsers that know nonces and hashes ignore 'unsafe-inline' beside them; it stands there for old ones.
  return sources.some(source => source === "'strict-dynamic'" || /^'(?:nonce-|sha(?:256|384|512)-)/.test(source))
    ? 'strict'
    : 'inline'
}

function hasDirective(policy: string, name: string): boolean {
  return sourcesOf(policy, name) !== null
}

/** The first directive of a name counts. */
function sourcesOf(policy: string, name: string): string[] | null {
  for (const part of policy.split(/[;,]/)) {
    const [directive = '', ...sources] = part.trim().toLowerCase().split(/\s+/)
    if (directive === name) return sources
  }
  return null
}
