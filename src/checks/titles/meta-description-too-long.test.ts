import { testCheck } from '../test-check.ts'
import { metaDescriptionTooLong } from './meta-description-too-long.ts'

const description = (text: string) => ({ metaDescriptions: [{ text, line: 5 }] })

testCheck(metaDescriptionTooLong, {
  passes: { 'a description of exactly 160 characters': description('d'.repeat(160)) },
  fails: {
    'a description of 161 characters and the part that is cut': {
      facts: description(`${'d'.repeat(160)}e`),
      finds: {
        severity: 'info',
        message: 'Long meta description (more than 160 characters)',
        details: {
          description:
            'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddde',
        },
        evidence: [
          {
            kind: 'table',
            label: 'Description',
            columns: ['Shown', 'Probably truncated', 'Characters'],
            rows: [['d'.repeat(160), 'e', '161']],
          },
        ],
      },
    },
  },
})
