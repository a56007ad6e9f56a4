import type { SecurityFileFacts } from '#shared/host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { securityTxtInvalid } from './security-txt-invalid.ts'

const url = 'https://site.test/.well-known/security.txt'
const date = '2099-01-01T00:00:00Z'
const siteOf = (changes: Partial<SecurityFileFacts> = {}): TestSite => ({
  crawl: {
    securityFile: {
      url,
      statuses: [200],
      isBotChallenge: false,
      isHtml: false,
      hasContact: true,
      expires: [date],
      isExpired: false,
      ...changes,
    },
  },
})
const nothing = { hasContact: false, expires: [] }
const table = (...row: string[]) => ({
  kind: 'table',
  label: 'security.txt',
  columns: ['URL', 'Status codes', 'Contact', 'Expires'],
  rows: [[url, ...row]],
})
const finding = (message: string, ...row: string[]) => [{ url, message, isHostWide: true, evidence: [table(...row)] }]

testSiteCheck(securityTxtInvalid, {
  passes: {
    'a file with all that is required': siteOf(),
    'a redirect, which is allowed': siteOf({ statuses: [301, 301], ...nothing }),
    'a server error': siteOf({ statuses: [404, 503], ...nothing }),
    'no response': siteOf({ statuses: [null, null], ...nothing }),
    'a file that is closed': siteOf({ statuses: [403, 403], ...nothing }),
  },
  fails: {
    'no file': {
      site: siteOf({ statuses: [404, 404], ...nothing }),
      finds: finding(`No security.txt: ${url} returns 404`, '404, 404', 'absent', 'absent'),
    },
    'a page in its place': {
      site: siteOf({ isHtml: true, ...nothing }),
      finds: finding(`No security.txt: ${url} is an HTML page`, '200', 'absent', 'absent'),
    },
    'a file without its fields': {
      site: siteOf(nothing),
      finds: finding('Invalid security.txt: no Contact field, no Expires field', '200', 'absent', 'absent'),
    },
    'a file that is out of date, with two dates': {
      site: siteOf({ expires: ['2020-01-01T00:00:00Z', date], isExpired: true }),
      finds: finding(
        'Invalid security.txt: more than one Expires field, expired on 2020-01-01T00:00:00Z',
        '200',
        'present',
        `2020-01-01T00:00:00Z, ${date}`,
      ),
    },
  },
  skips: {
    'a crawl that did not fetch it': { site: {}, reason: 'security.txt was not fetched.' },
    'a bot protection': {
      site: siteOf({ statuses: [403, 403], isBotChallenge: true }),
      reason: 'A bot protection page was returned instead of security.txt.',
    },
  },
})
