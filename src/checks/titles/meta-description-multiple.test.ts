import { testCheck } from '../test-check.ts'
import { metaDescriptionMultiple } from './meta-description-multiple.ts'

testCheck(metaDescriptionMultiple, {
  passes: {
    'one description beside an empty one': {
      metaDescriptions: [
        { text: '', line: 5 },
        { text: 'Tides of the day.', line: 6 },
      ],
    },
  },
  fails: {
    'two descriptions, equal ones too': {
      facts: {
        metaDescriptions: [
          { text: 'Tides of the day.', line: 5 },
          { text: 'Tides of the day.', line: 8 },
        ],
      },
      finds: {
        message: '2 meta descriptions on one page',
        details: { description: 'Tides of the day.' },
        evidence: [
          {
            kind: 'table',
            label: 'Descriptions in the head',
            columns: ['Line', 'Description'],
            rows: [
              ['5', 'Tides of the day.'],
              ['8', 'Tides of the day.'],
            ],
          },
        ],
      },
    },
  },
})
