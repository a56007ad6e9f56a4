import { testCheck } from '../test-check.ts'
import { htmlCutOff } from './html-cut-off.ts'

const brokenOff = { atMs: 1, method: 'GET', status: null, failure: 'reset' } as const
const lengths = { headers: [['content-length', '5000']] as [string, string][], transferBytes: 900, bodyBytes: 900 }

testCheck(htmlCutOff, {
  passes: { 'a page that came whole at the second attempt': { response: { attempts: [brokenOff] } } },
  fails: {
    'a page that broke off twice': {
      facts: { response: { ...lengths, isCutOff: true, attempts: [brokenOff, brokenOff] } },
      finds: {
        message: 'Incomplete HTML response',
        evidence: [
          { kind: 'attempts', label: 'Attempts', attempts: [brokenOff, brokenOff] },
          {
            kind: 'table',
            label: 'Size of the last attempt',
            columns: ['Content-Length', 'Received bytes', 'Parsed as HTML'],
            rows: [['5000', '900', '900']],
          },
        ],
      },
    },
  },
  skips: {
    'a page that broke off once': {
      facts: { response: { isCutOff: true, attempts: [brokenOff] } },
      reason: 'The response was incomplete once and was not fetched again',
    },
  },
})
