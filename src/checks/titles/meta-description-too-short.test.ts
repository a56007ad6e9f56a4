import { testCheck } from '../test-check.ts'
import { metaDescriptionTooShort } from './meta-description-too-short.ts'

const description = (text: string) => ({ metaDescriptions: [{ text, line: 5 }] })

testCheck(metaDescriptionTooShort, {
  passes: {
    'a description of 50 characters': description('d'.repeat(50)),
    'a description of 48 characters, within the tolerance': description('d'.repeat(48)),
    'a Chinese description of 25 characters': description('潮'.repeat(25)),
    'no description, which another check reports': { metaDescriptions: [] },
  },
  fails: {
    'a description of 46 characters': {
      facts: description('d'.repeat(46)),
      finds: {
        severity: 'info',
        message: 'Short meta description (46 of at least 50 characters)',
        details: { description: 'd'.repeat(46) },
        evidence: [
          {
            kind: 'table',
            label: 'Description',
            columns: ['Description', 'Characters', 'At least'],
            rows: [['d'.repeat(46), '46', '50']],
          },
        ],
      },
    },
  },
})
