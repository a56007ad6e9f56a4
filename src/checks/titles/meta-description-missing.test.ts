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
    'no description, and suggests nothing where the page has no sentence': {
      facts: { metaDescriptions: [], content: { mainText: 'Skip to main content' } },
      finds: {
        severity: 'warning',
        message: 'Missing meta description',
        details: { title: 'Sounding the harbour', description: '' },
        evidence: [{ kind: 'code', label: 'Head', code: '<meta charset="utf-8"><title>Sounding the harbour</title>' }],
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
            label: 'Suggestion (from the text of the page)',
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
