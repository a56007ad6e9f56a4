import { testCheck } from '../test-check.ts'
import { renderedWith } from '../test-facts.ts'
import { contentNeedsJavascript } from './content-needs-javascript.ts'

const page = (wordCount: number, rendering: Parameters<typeof renderedWith>[0]) => ({
  content: { wordCount },
  rendering: renderedWith(rendering),
})

testCheck(contentNeedsJavascript, {
  base: { rendering: renderedWith() },
  passes: {
    'a page of 199 words that all come by script': page(199, { addedWordCount: 199 }),
    'a page to which scripts add 99 words': page(240, { addedWordCount: 99 }),
    'a page whose source has more than 60 % of the words': page(1_000, { addedWordCount: 399 }),
    'a page from which scripts take words away': page(300, { addedWordCount: 0, raw: { wordCount: 900 } }),
  },
  fails: {
    'a page that its scripts draw': {
      facts: page(200, { addedWordCount: 200, addedTexts: ['The lead is lowered slowly.'], raw: { wordCount: 0 } }),
      finds: {
        severity: 'warning',
        message: 'Content depends on JavaScript (200 of 200 words)',
        evidence: [
          {
            kind: 'table',
            label: 'Words in the main content',
            columns: ['In the source', 'After rendering', 'Only after rendering'],
            rows: [['0', '200', '200']],
          },
          { kind: 'text', label: 'Only after rendering', text: 'The lead is lowered slowly.' },
        ],
      },
    },
    'a page to which scripts add 100 words': {
      facts: page(240, { addedWordCount: 100, raw: { wordCount: 140 } }),
      finds: {
        message: 'Content depends on JavaScript (100 of 240 words)',
        evidence: [
          {
            kind: 'table',
            label: 'Words in the main content',
            columns: ['In the source', 'After rendering', 'Only after rendering'],
            rows: [['140', '240', '100']],
          },
        ],
      },
    },
    'a page whose source has exactly 60 % of the words': {
      facts: page(1_000, { addedWordCount: 400, raw: { wordCount: 600 } }),
      finds: {
        message: 'Content depends on JavaScript (400 of 1000 words)',
        evidence: [
          {
            kind: 'table',
            label: 'Words in the main content',
            columns: ['In the source', 'After rendering', 'Only after rendering'],
            rows: [['600', '1000', '400']],
          },
        ],
      },
    },
  },
  skips: {
    'a page of a crawl that ran no scripts': {
      facts: { rendering: undefined },
      reason: 'The crawl did not render JavaScript',
    },
    'a page that could not be rendered': {
      facts: { rendering: { isRendered: false, why: 'it made its browser tab crash' } },
      reason: 'The page could not be rendered',
    },
    'a page that is not to be indexed': {
      facts: { isNoindex: true, ...page(500, { addedWordCount: 500 }) },
      reason: 'The page has noindex',
    },
  },
})
