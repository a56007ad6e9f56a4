import { testCheck } from '../test-check.ts'
import { textRequiredMissing } from './text-required-missing.ts'

const required = { isRequired: true, places: [] }

testCheck(textRequiredMissing, {
  passes: {
    'no custom search': {},
    'a required text that is there': { searches: [{ ...required, rule: 'gtag(', count: 1 }] },
    'an unwanted text that is not there': { searches: [{ ...required, rule: 'UA-', count: 0, isRequired: false }] },
  },
  fails: {
    'a text that is missing': {
      facts: { searches: [{ ...required, rule: 'gtag(', count: 0 }] },
      finds: {
        message: 'Required text is missing: “gtag(”',
        evidence: [{ kind: 'table', label: 'Missing texts', columns: ['Text'], rows: [['gtag(']] }],
      },
    },
    'two texts that are missing': {
      facts: {
        searches: [
          { ...required, rule: 'gtag(', count: 0 },
          { ...required, rule: 'text: imprint', count: 0 },
        ],
      },
      finds: {
        severity: 'warning',
        message: 'Required text is missing: “gtag(” and 1 other text',
        evidence: [{ kind: 'table', label: 'Missing texts', columns: ['Text'], rows: [['gtag('], ['text: imprint']] }],
      },
    },
  },
})
