import { testCheck } from '../test-check.ts'
import { urlVisitorId } from './url-visitor-id.ts'

const table = (...rows: string[][]) => ({ kind: 'table', label: 'URL', columns: ['URL', 'Parameter'], rows })
const at = (path: string) => ({ url: `https://example.com${path}` })

testCheck(urlVisitorId, {
  passes: {
    'a short number, which may name a shop': at('/shop?sid=12345'),
    'a slug': at('/story?sid=summer-collection-2026'),
    'a word of letters': at('/story?sid=internationalization'),
    'a name that only contains it': at('/a?jsessionids=1&outsid=1A2B3C4D5E6F7A8B'),
    'a parameter without value': at('/a?PHPSESSID='),
  },
  fails: {
    'a path parameter': {
      facts: at('/prices;jsessionid=1A2B3C4D'),
      finds: {
        severity: 'warning',
        message: 'Session ID in URL (jsessionid)',
        evidence: [table(['https://example.com/prices;jsessionid=1A2B3C4D', 'jsessionid'])],
      },
    },
    'a query parameter of PHP': {
      facts: at('/a?x=1&PHPSESSID=abc'),
      finds: {
        message: 'Session ID in URL (PHPSESSID)',
        evidence: [table(['https://example.com/a?x=1&PHPSESSID=abc', 'PHPSESSID'])],
      },
    },
    'a long sid': {
      facts: at('/a?sid=9f86d081884c7d659a2feaa0c55ad015'),
      finds: {
        message: 'Session ID in URL (sid)',
        evidence: [table(['https://example.com/a?sid=9f86d081884c7d659a2feaa0c55ad015', 'sid'])],
      },
    },
    ColdFusion: {
      facts: at('/a?CFID=1234567&CFTOKEN=89012345'),
      finds: {
        message: 'Session ID in URL (CFID)',
        evidence: [table(['https://example.com/a?CFID=1234567&CFTOKEN=89012345', 'CFID'])],
      },
    },
  },
})
