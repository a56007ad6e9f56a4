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
        details: { title: '', h1: 'Sounding the harbour' },
        evidence: [
          { kind: 'code', label: 'Head', code: '<meta charset="utf-8">' },
          { kind: 'text', label: 'Suggestion (H1)', text: 'Sounding the harbour' },
        ],
      },
    },
    'a title of blanks': {
      facts: { titles: [{ text: '  ', line: 3 }] },
      finds: {
        message: 'Missing title (the title element is empty)',
        details: { title: '', h1: 'Sounding the harbour' },
        evidence: [
          { kind: 'code', label: 'Head', code: '<meta charset="utf-8"><title>Sounding the harbour</title>' },
          { kind: 'text', label: 'Suggestion (H1)', text: 'Sounding the harbour' },
        ],
      },
    },
    'a title that is only in the body': {
      facts: { titles: [], title: 'Lost' },
      finds: {
        details: { title: '', h1: 'Sounding the harbour' },
        evidence: [
          { kind: 'code', label: 'Head', code: '<meta charset="utf-8"><title>Sounding the harbour</title>' },
          { kind: 'text', label: 'Suggestion (H1)', text: 'Sounding the harbour' },
        ],
      },
    },
  },
  skips: {
    'a page that is not to be indexed': {
      facts: { titles: [], isNoindex: true },
      reason: 'The page has noindex',
    },
    'a page with another canonical': {
      facts: { titles: [], canonicalUrl: 'https://example.com/other' },
      reason: 'The page is canonicalised to another URL',
    },
    'an error page': { facts: { titles: [], response: { status: 404 } }, reason: null },
    'a response of a bot protection': {
      facts: { titles: [], isBotChallenge: true },
      reason: 'A bot protection page was returned instead of the page',
    },
    'an empty app shell': {
      facts: { titles: [], isAppShell: true },
      reason: 'The page needs JavaScript and was not rendered',
    },
  },
})
