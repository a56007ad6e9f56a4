import { testCheck } from '../test-check.ts'
import { textUnwanted } from './text-unwanted.ts'

testCheck(textUnwanted, {
  passes: {
    'no custom search': {},
    'a required text': { searches: [{ rule: 'gtag(', isRequired: true, count: 1, places: [] }] },
    'an unwanted text that is not there': { searches: [{ rule: 'UA-', isRequired: false, count: 0, places: [] }] },
  },
  fails: {
    'a text that is there twice': {
      facts: {
        searches: [
          { rule: 'UA-', isRequired: false, count: 2, places: [{ line: 7, excerpt: "ga('create', 'UA-1')" }] },
        ],
      },
      finds: {
        severity: 'warning',
        message: 'Page contains an unwanted text: “UA-”',
        evidence: [
          { kind: 'table', label: 'Texts', columns: ['Text', 'Count'], rows: [['UA-', '2']] },
          {
            kind: 'table',
            label: 'First places',
            columns: ['Text', 'Excerpt', 'Line'],
            rows: [['UA-', "ga('create', 'UA-1')", '7']],
          },
        ],
      },
    },
    'three texts, each once': {
      facts: {
        searches: ['UA-', 'old', 'test.'].map((rule, index) => ({
          rule,
          isRequired: false,
          count: 1,
          places: [{ line: index + 1, excerpt: `<${rule}>` }],
        })),
      },
      finds: {
        message: 'Page contains an unwanted text: “UA-” and 2 other texts',
        evidence: [
          {
            kind: 'table',
            label: 'Texts',
            columns: ['Text', 'Count'],
            rows: [
              ['UA-', '1'],
              ['old', '1'],
              ['test.', '1'],
            ],
          },
          {
            kind: 'table',
            label: 'First places',
            columns: ['Text', 'Excerpt', 'Line'],
            rows: [
              ['UA-', '<UA->', '1'],
              ['old', '<old>', '2'],
              ['test.', '<test.>', '3'],
            ],
          },
        ],
      },
    },
  },
})
