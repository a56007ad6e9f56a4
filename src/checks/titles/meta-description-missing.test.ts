import { testCheck } from '../test-check.ts'
import { metaDescriptionMissing } from './meta-description-missing.ts'

testCheck(metaDescriptionMissing, {
  passes: {
    'a description after an empty one': {
      metaDescriptions: [
        { text: '', line: 5 },
        { text: 'Tides.', line: 6 },
      ],
    },
  },
  fails: {
    'no description, and suggests the first 160 characters': {
      facts: { metaDescriptions: [], content: { mainText: 'm'.repeat(200) } },
      finds: {
        severity: 'warning',
        message: 'Missing meta description',
        evidence: [{ kind: 'code' }, { kind: 'text', text: 'm'.repeat(160) }],
      },
    },
    'a blank description': {
      facts: { metaDescriptions: [{ text: ' ', line: 5 }] },
      finds: { message: 'Missing meta description (the tag is empty)' },
    },
  },
  skips: {
    'a page that is not to be indexed': { facts: { metaDescriptions: [], isNoindex: true } },
  },
})
