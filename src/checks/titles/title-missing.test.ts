import { testCheck } from '../test-check.ts'
import { titleMissing } from './title-missing.ts'

testCheck(titleMissing, {
  passes: {
    'a title of one letter': { titles: [{ text: 'A', line: 3 }] },
    'an empty title followed by one with text': {
      titles: [
        { text: '', line: 3 },
        { text: 'Tides', line: 4 },
      ],
    },
  },
  fails: {
    'a head without title, and suggests the main heading': {
      facts: { titles: [], headExcerpt: '<meta charset="utf-8">' },
      finds: {
        severity: 'error',
        message: 'Missing title',
        details: { h1: 'Sounding the harbour' },
        evidence: [
          { kind: 'code', code: '<meta charset="utf-8">' },
          { kind: 'text', text: 'Sounding the harbour' },
        ],
      },
    },
    'a title of blanks': {
      facts: { titles: [{ text: '  ', line: 3 }] },
      finds: { message: 'Missing title (the title element is empty)' },
    },
    'a title that is only in the body': { facts: { titles: [], title: 'Lost' }, finds: {} },
  },
  skips: {
    'a page that is not to be indexed': {
      facts: { titles: [], isNoindex: true },
      reason: 'The page asks not to be indexed (noindex)',
    },
    'a page with another canonical': { facts: { titles: [], canonicalUrl: 'https://example.com/other' } },
    'an error page': { facts: { titles: [], response: { status: 404 } } },
    'an answer of a bot protection': { facts: { titles: [], isBotChallenge: true } },
    'an empty app shell': {
      facts: { titles: [], isAppShell: true },
      reason: 'The page is drawn by JavaScript and was not rendered',
    },
  },
})
