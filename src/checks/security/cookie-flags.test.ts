import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { cookieFlags } from './cookie-flags.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Cookies',
  columns: ['Set-Cookie (without the value)', 'Problem', 'Pages', 'Example'],
  rows,
})
const home = 'https://site.test/'
const page = (url: string, ...cookies: string[]): TestPage => ({
  url,
  facts: { response: { headers: cookies.map(cookie => ['set-cookie', cookie]) } },
})
const site = (...cookies: string[]) => ({ pages: [page(home, ...cookies)] })
const finds = (severity: 'warning' | 'info', [cookie, shown]: [string, string], words: string) => [
  {
    url: home,
    severity,
    message: `Cookies without Secure or HttpOnly on site.test: ${cookie} (${words})`,
    isHostWide: true,
    evidence: [table([shown, words, '1', home])],
  },
]

/** Names of two letters that no hexadecimal number has, so that each is a cookie of its own. */
const cookieNames = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const [first, second] = [Math.floor(index / 20), index % 20]
    return String.fromCharCode(103 + first, 103 + second)
  })

testSiteCheck(cookieFlags, {
  passes: {
    'a page without cookies': site(),
    'a session with both flags': site('sessionid=8f3c; Path=/; secure; HTTPONLY; SameSite=Lax'),
    'another cookie that scripts read': site('theme=dark; Secure'),
    'a token against forged requests, which scripts read': site('XSRF-TOKEN=abc; Secure', 'csrf_token=abc; Secure'),
    'a cookie that is being deleted': site('sessionid=deleted; Path=/', 'sid=; Path=/', 'auth=x; Max-Age=0'),
    'http, where the connection is the fault': { pages: [page('http://site.test/', 'sessionid=8f3c')] },
    'a header too long to be seen whole': site(`sessionid=${'x'.repeat(2_000)}`),
  },
  fails: {
    'a session without flags': {
      site: site('PHPSESSID=8f3c; path=/'),
      finds: finds('warning', ['PHPSESSID', 'PHPSESSID=…; path=/'], 'without Secure and HttpOnly'),
    },
    'a login that scripts can read': {
      site: site('connect.sid=8f3c; Secure'),
      finds: finds('warning', ['connect.sid', 'connect.sid=…; Secure'], 'without HttpOnly'),
    },
    'a long name, of which 60 characters are named': {
      site: site(`${'a'.repeat(61)}=1`),
      finds: finds('info', ['a'.repeat(60), `${'a'.repeat(61)}=…`], 'without Secure'),
    },
    'ten of eleven pages': {
      site: { pages: Array.from({ length: 11 }, (_, index) => page(`${home}${index}`, 'theme=dark')) },
      finds: [
        {
          url: `${home}0`,
          severity: 'info',
          message: 'Cookies without Secure or HttpOnly on site.test: theme (without Secure)',
          affectedUrls: Array.from({ length: 10 }, (_, index) => `${home}${index}`),
          affectedCount: 11,
          isHostWide: true,
          evidence: [table(['theme=…', 'without Secure', '11', `${home}0`])],
        },
      ],
    },
    'the first hundred of 101 cookies': {
      site: site(...cookieNames(101).map(name => `${name}=1`)),
      finds: [
        {
          url: home,
          severity: 'info',
          message: 'Cookies without Secure or HttpOnly on site.test: 100 cookies, such as gg (without Secure)',
          isHostWide: true,
          evidence: [table(...cookieNames(100).map(name => [`${name}=…`, 'without Secure', '1', home]))],
        },
      ],
    },
    'a word within a name': {
      site: site('userAuthToken=8f3c; HttpOnly'),
      finds: finds('warning', ['userAuthToken', 'userAuthToken=…; HttpOnly'], 'without Secure'),
    },
    'a cookie that browsers drop': {
      site: { pages: [page('http://site.test/', 'widget=1; SameSite=None')] },
      finds: [
        {
          url: 'http://site.test/',
          severity: 'warning',
          message:
            'Cookies without Secure or HttpOnly on site.test: widget (SameSite=None without Secure: browsers reject it)',
          isHostWide: true,
          evidence: [
            table([
              'widget=…; SameSite=None',
              'SameSite=None without Secure: browsers reject it',
              '1',
              'http://site.test/',
            ]),
          ],
        },
      ],
    },
    'another cookie without Secure': {
      site: site('author=jane; HttpOnly'),
      finds: finds('info', ['author', 'author=…; HttpOnly'], 'without Secure'),
    },
    'the same cookies on many pages, once for the host': {
      site: { pages: [page(home, 'lang=en', 'sid=1'), page(`${home}a`, 'lang=de')] },
      finds: [
        {
          url: home,
          severity: 'warning',
          message:
            'Cookies without Secure or HttpOnly on site.test: 2 cookies, such as sid (without Secure and HttpOnly)',
          affectedUrls: [home, 'https://site.test/a'],
          affectedCount: 2,
          isHostWide: true,
          evidence: [
            table(['sid=…', 'without Secure and HttpOnly', '1', home], ['lang=…', 'without Secure', '2', home]),
          ],
        },
      ],
    },
  },
})
