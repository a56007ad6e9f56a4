import { testCheck } from '../test-check.ts'
import { linkWith } from '../test-facts.ts'
import { contentThin } from './content-thin.ts'

testCheck(contentThin, {
  passes: {
    'exactly 100 words': { content: { wordCount: 100 } },
    '95 words, within the tolerance': { content: { wordCount: 95 } },
    'a short page that is a listing, gallery, form or player': { content: { wordCount: 20, isListingOrTool: true } },
    'a Japanese page of 200 characters, whatever its words': { content: { mainText: '潮'.repeat(200), wordCount: 90 } },
    '100 words, of which half of the characters are Thai': {
      content: { mainText: `${'น'.repeat(50)} ${'a'.repeat(50)}`, wordCount: 100 },
    },
  },
  fails: {
    '94 words': {
      facts: { content: { mainText: 'tide '.repeat(94).trim(), wordCount: 94 } },
      finds: {
        severity: 'info',
        message: 'Thin content (94 of at least 100 words in the main content)',
        evidence: [{ kind: 'text', label: 'Main content', text: 'tide '.repeat(94).trim() }],
      },
    },
    'a Thai page of 189 characters': {
      facts: { content: { mainText: 'น'.repeat(189), wordCount: 120 } },
      finds: {
        message: 'Thin content (189 of at least 200 characters in the main content)',
        evidence: [
          {
            kind: 'text',
            label: 'Main content',
            text: 'น'.repeat(189),
          },
        ],
      },
    },
    'a page of which one character more than half is Thai': {
      facts: { content: { mainText: `${'น'.repeat(51)} ${'a'.repeat(50)}`, wordCount: 100 } },
      finds: {
        message: 'Thin content (101 of at least 200 characters in the main content)',
        evidence: [{ kind: 'text', label: 'Main content', text: `${'น'.repeat(51)} ${'a'.repeat(50)}` }],
      },
    },
    'a page without any text': {
      facts: { content: { mainText: '', wordCount: 0 } },
      finds: {
        message: 'Thin content (0 of at least 100 words in the main content)',
        evidence: [{ kind: 'text', label: 'Main content', text: '(none)' }],
      },
    },
  },
  skips: {
    'a page of frames': {
      facts: {
        content: { mainText: '', wordCount: 0 },
        links: [linkWith({ kind: 'frame', path: 'frameset > frame:nth-of-type(1)' })],
      },
      reason: 'The page only shows other pages in frames, which are checked instead',
    },
    'an empty app shell': {
      facts: { isAppShell: true, content: { wordCount: 0 } },
      reason: 'The page needs JavaScript and was not rendered',
    },
    'a page that is not to be indexed': {
      facts: { isNoindex: true, content: { wordCount: 5 } },
      reason: 'The page has noindex',
    },
  },
})
