import { MAX_TEXT } from '#shared/limits.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { headerValuesOf, ownResponses } from '../responses/own-responses.ts'
import { parseCookie, type SetCookie } from './cookie.ts'

export const cookieFlags: SiteCheck = {
  id: 'cookie-flags',
  scope: 'site',
  type: 'security_issue',
  severity: 'warning',
  isOfServer: true,
  title: 'Cookies without Secure or HttpOnly',
  passedTitle: 'Cookies have the needed security attributes',
  why: 'A cookie without Secure is also sent over unencrypted connections, where others can read it. Every script on the page can read one without HttpOnly. For a session cookie, either is enough to take over the account.',
  fix: 'Set Secure on all cookies, and HttpOnly on those that your own scripts do not read. SameSite=None requires Secure, or browsers reject the cookie.',
  example: {
    before: 'Set-Cookie: sessionid=8f3c…; Path=/',
    after: 'Set-Cookie: sessionid=8f3c…; Path=/; Secure; HttpOnly; SameSite=Lax',
  },
  sources: [
    {
      title: 'RFC 6265bis: Cookies',
      url: 'https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis',
    },
    {
      title: 'OWASP: Session management',
      url: 'https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html',
    },
  ],
  check: findings,
}

interface Flaw {
  cookie: SetCookie
  words: string
  isGrave: boolean
  pages: number
  url: string
}

interface Host {
  flaws: Map<string, Flaw>
  urls: Set<string>
  pages: number
}

const MAX_FLAWS = 100
const SHOWN_PAGES = 10

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const hosts = new Map<string, Host>()
  for await (const facts of ownResponses(site)) {
    const { protocol, host } = new URL(facts.url)
    const known = hosts.get(host) ?? { flaws: new Map(), urls: new Set(), pages: 0 }
    hosts.set(host, known)
    let isConcerned = false
    for (const header of headerValuesOf(facts, 'set-cookie')) {
      const cookie = header.length >= MAX_TEXT ? null : parseCookie(header)
      const flaw = cookie && flawOf(cookie, protocol === 'https:')
      if (!cookie || !flaw) continue
      isConcerned = true
      // Names with an id in them (`sess_8f3c`) are one cookie.
      const key = `${cookie.name.replace(/[0-9a-f]{6,}|\d+/gi, '#')} ${flaw.words}`
      const entry = known.flaws.get(key) ?? { cookie, ...flaw, pages: 0, url: facts.url }
      entry.pages++
      if (known.flaws.has(key) || known.flaws.size < MAX_FLAWS) known.flaws.set(key, entry)
    }
    if (!isConcerned) continue
    known.pages++
    if (known.urls.size < SHOWN_PAGES) known.urls.add(facts.url)
  }
  for (const [host, found] of hosts) if (found.pages > 0) yield findingOf(host, found)
}

function flawOf(cookie: SetCookie, isEncrypted: boolean): { words: string; isGrave: boolean } | null {
  if (cookie.isSentAcrossSites && !cookie.isSecure) {
    return { words: 'SameSite=None without Secure: browsers reject it', isGrave: true }
  }
  // Without encryption the connection itself is the fault, and has its own check.
  if (!isEncrypted) return null
  const missing = [
    ...(cookie.isSecure ? [] : ['Secure']),
    ...(cookie.isHttpOnly || !cookie.isLogin ? [] : ['HttpOnly']),
  ]
  return missing.length === 0 ? null : { words: `without ${missing.join(' and ')}`, isGrave: cookie.isLogin }
}

function findingOf(host: string, { flaws, urls, pages }: Host): SiteFinding {
  const found = [...flaws.values()].sort((a, b) => Number(b.isGrave) - Number(a.isGrave))
  const [worst] = found
  const [first = ''] = urls
  const named = `${worst?.cookie.name.slice(0, 60)} (${worst?.words})`
  return {
    url: first,
    severity: worst?.isGrave ? 'warning' : 'info',
    message: `Cookies without Secure or HttpOnly on ${host}: ${found.length === 1 ? named : `${counted(found.length, 'cookie')}, such as ${named}`}`,
    affectedUrls: [...urls],
    affectedCount: pages,
    isHostWide: true,
    evidence: [
      tableEvidence({
        label: 'Cookies',
        columns: ['Set-Cookie (without the value)', 'Problem', 'Pages', 'Example'],
        items: found,
        row: ({ cookie, words, pages: count, url }) => [cookie.masked, words, count, url],
      }),
    ],
  }
}
