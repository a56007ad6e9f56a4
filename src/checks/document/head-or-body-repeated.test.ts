import { testCheck } from '../test-check.ts'
import { headOrBodyRepeated } from './head-or-body-repeated.ts'

testCheck(headOrBodyRepeated, {
  passes: {},
  fails: {
    'a second head and a second body': {
      facts: {
        repeatedTags: [
          { name: 'head', tag: '<head>', line: 12 },
          { name: 'body', tag: '<body class="inner">', line: 15 },
        ],
      },
      finds: {
        message: 'More than one head and body element',
        evidence: [
          {
            kind: 'table',
            label: 'Second tags',
            columns: ['Tag', 'Line'],
            rows: [
              ['<head>', '12'],
              ['<body class="inner">', '15'],
            ],
          },
        ],
      },
    },
  },
})
