import { IS_FRAMESET } from '../eligible.ts'
import { testCheck } from '../test-check.ts'
import { headingWith, linkWith } from '../test-facts.ts'
import { subheadingMissing } from './subheading-missing.ts'

const headings = [headingWith(1, 'Sounding the harbour')]

testCheck(subheadingMissing, {
  base: { headings, content: { wordCount: 120 } },
  passes: {
    'a short text': { content: { wordCount: 315 } },
    'a text with an H3': { headings: [...headings, headingWith(3, 'The lead')], content: { wordCount: 900 } },
    'a text with an H2': { headings: [...headings, headingWith(2, 'The lead')], content: { wordCount: 900 } },
    'a list or a tool': { content: { wordCount: 900, isListingOrTool: true } },
    'a long listing of code': {
      content: { mainText: `See: ${'lock heading to 90. '.repeat(100)}`, codeRanges: [[5, 2_005]], wordCount: 401 },
    },
    'a healthy page': { headings: [...headings, headingWith(2, 'The lead')] },
  },
  fails: {
    'a long text': { facts: { content: { wordCount: 900 } }, finds: { message: 'Long text without H2: 900 words' } },
    'a long text with some code': {
      facts: { content: { mainText: 'lock heading to 90 – .'.repeat(10), codeRanges: [[0, 22]], wordCount: 900 } },
      finds: { message: 'Long text without H2: 896 words' },
    },
  },
  skips: {
    'a frameset': {
      facts: { links: [linkWith({ kind: 'frame', path: 'frameset > frame:nth-of-type(1)' })] },
      reason: IS_FRAMESET,
    },
  },
})
