import type { PageCheck } from '../check.ts'
import { tableEvidence } from '../evidence.ts'
import { isPlainUrl } from '../url-parts.ts'

export const urlVisitorId: PageCheck = {
  id: 'url-visitor-id',
  type: 'url_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Session ID in URL',
  passedTitle: 'No session ID in the URL',
  why: 'Every visitor, including crawlers, gets different URLs for the same pages. Search engines see endless duplicates, and anyone with such a link may take over the session.',
  fix: 'Keep the session in a cookie. In PHP set session.use_only_cookies = 1, in Java the tracking mode COOKIE.',
  example: { before: '/prices;jsessionid=1A2B3C4D5E6F', after: '/prices' },
  sources: [
    {
      title: 'Google: URL structure',
      url: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    },
  ],
  check: ({ url }) => {
    if (isPlainUrl(url)) return []
    const parameter = visitorParameter(url)
    if (parameter === null) return []
    const table = tableEvidence({
      label: 'URL',
      columns: ['URL', 'Parameter'],
      items: [url],
      row: item => [item, parameter],
    })
    return [{ message: `Session ID in URL (${parameter})`, evidence: [table] }]
  },
}

/** The query, and the `;name=value` parameters of path segments (RFC 3986, section 3.3). */
function visitorParameter(url: string): string | null {
  const parsed = URL.parse(url)
  if (!parsed) return null
  const inPath = parsed.pathname.split('/').flatMap(segment => segment.split(';').slice(1))
  const inQuery = parsed.search.slice(1).split(/[&;]/)
  for (const pair of [...inPath, ...inQuery]) {
    const [name = '', value = ''] = pair.split('=', 2)
    if (valuePatterns.get(name.toLowerCase())?.test(value)) return name
  }
  return null
}

/** `sid` also names shops, stations and stories: only a long value of letters and digits is taken for an id. */
const LONG_ID = /^(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{16,}$/i
const NUMBER_OR_ID = /^(?:\d{5,}|[0-9a-f-]{16,})$/i
const valuePatterns: ReadonlyMap<string, RegExp> = new Map([
  ['jsessionid', /./],
  ['phpsessid', /./],
  ['sid', LONG_ID],
  ['cfid', NUMBER_OR_ID],
  ['cftoken', NUMBER_OR_ID],
])
