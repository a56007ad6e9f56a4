import { testCheck } from '../test-check.ts'
import { metaDescriptionTooLong } from './meta-description-too-long.ts'

const description = (text: string) => ({ metaDescriptions: [{ text, line: 5 }] })

testCheck(metaDescriptionTooLong, {
  passes: {
    'a description of exactly 160 characters': description('d'.repeat(160)),
    'a description of 168 characters, within the tolerance': description('d'.repeat(168)),
  },
  fails: {
    'a description of 169 characters and the part that is cut': {
      facts: description(`${'d'.repeat(160)}${'e'.repeat(9)}`),
      finds: {
        severity: 'info',
        message: 'Long meta description (more than 160 characters)',
        details: {
          description: `${'d'.repeat(160)}${'e'.repeat(9)}`,
        },
        evidence: [
          {
            kind: 'table',
            label: 'Description',
            columns: ['Shown', 'Probably truncated', 'Characters'],
            rows: [['d'.repeat(160), 'e'.repeat(9), '169']],
          },
        ],
      },
    },
  },
})
