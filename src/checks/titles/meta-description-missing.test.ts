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
        details: { title: 'Sounding the harbour', description: '' },
        evidence: [
          { kind: 'code', label: 'Head', code: '<meta charset="utf-8"><title>Sounding the harbour</title>' },
          { kind: 'text', label: 'Suggestion (first words of the page)', text: 'm'.repeat(160) },
        ],
      },
    },
    'a blank description': {
      facts: { metaDescriptions: [{ text: ' ', line: 5 }] },
      finds: {
        message: 'Missing meta description (the tag is empty)',
        details: { title: 'Sounding the harbour', description: '' },
        evidence: [
          { kind: 'code', label: 'Head', code: '<meta charset="utf-8"><title>Sounding the harbour</title>' },
          {
            kind: 'text',
            label: 'Suggestion (first words of the page)',
            text: 'The lead is lowered until it touches the ground, and the line is read at the waterline.',
          },
        ],
      },
    },
  },
  skips: {
    'a page that is not to be indexed': {
      facts: { metaDescriptions: [], isNoindex: true },
      reason: 'The page has noindex',
    },
  },
})
