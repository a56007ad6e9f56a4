import { testCheck } from '../test-check.ts'
import { headingWith, imageWith, linkWith } from '../test-facts.ts'
import { h1Missing } from './h1-missing.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'First headings',
  columns: ['Level', 'Text', 'Line'],
  rows,
})

const inMain = { isInMain: true }

testCheck(h1Missing, {
  passes: {
    'a main heading after other headings': { headings: [headingWith(2, 'News'), headingWith(1, 'Tides')] },
    'a main heading whose text is the alt of an image': {
      headings: [headingWith(1, 'Example Harbour')],
      images: [imageWith({ alt: 'Example Harbour' })],
    },
    'an empty main heading beside one with text': { headings: [headingWith(1, ''), headingWith(1, 'Tides')] },
  },
  fails: {
    'no main heading, and shows the headings there are': {
      facts: { headings: [headingWith(2, 'News', { line: 12 })] },
      finds: {
        severity: 'warning',
        message: 'Missing H1',
        details: { title: 'Sounding the harbour', h1: '' },
        evidence: [
          table(['H2', 'News', '12']),
          { kind: 'text', label: 'Suggestion (first heading of the main part)', text: 'News' },
        ],
      },
    },
    'no main heading in a main part with headings': {
      facts: {
        titles: [{ text: 'Untitled :: Example Harbour', line: 3 }],
        headings: [
          headingWith(2, 'Menu', { isInMain: false }),
          headingWith(2, 'Moved', { isInMain: true, isHidden: true }),
          headingWith(2, ' ', { isInMain: true }),
          headingWith(3, 'Tides', { isInMain: true }),
        ],
      },
      finds: {
        message: 'Missing H1',
        details: { title: 'Untitled :: Example Harbour', h1: '' },
        evidence: [
          table(['H2', 'Menu', '10'], ['H2', 'Moved (hidden)', '10'], ['H2', ' ', '10'], ['H3', 'Tides', '10']),
          { kind: 'text', label: 'Suggestion (first heading of the main part)', text: 'Tides' },
        ],
      },
    },
    'a list of entries, of which the first is no heading of the page': {
      facts: { headings: [headingWith(2, 'Opening hours', inMain), headingWith(2, 'Prices', inMain)] },
      finds: {
        message: 'Missing H1',
        details: { title: 'Sounding the harbour', h1: '' },
        evidence: [
          table(['H2', 'Opening hours', '10'], ['H2', 'Prices', '10']),
          { kind: 'text', label: 'Suggestion (title)', text: 'Sounding the harbour' },
        ],
      },
    },
    'a first heading that is the only one of its level, and the first ten of eleven headings': {
      facts: {
        headings: [
          headingWith(2, 'Opening hours', inMain),
          ...Array.from({ length: 10 }, (_, index) => headingWith(3, `Pier ${index}`, inMain)),
        ],
      },
      finds: {
        message: 'Missing H1',
        details: { title: 'Sounding the harbour', h1: '' },
        evidence: [
          table(
            ['H2', 'Opening hours', '10'],
            ...Array.from({ length: 9 }, (_, index) => ['H3', `Pier ${index}`, '10']),
          ),
          { kind: 'text', label: 'Suggestion (first heading of the main part)', text: 'Opening hours' },
        ],
      },
    },
    'a first heading of several with a word of the title': {
      facts: { headings: [headingWith(2, 'How we are Sounding', inMain), headingWith(2, 'Comments', inMain)] },
      finds: {
        message: 'Missing H1',
        details: { title: 'Sounding the harbour', h1: '' },
        evidence: [
          table(['H2', 'How we are Sounding', '10'], ['H2', 'Comments', '10']),
          { kind: 'text', label: 'Suggestion (first heading of the main part)', text: 'How we are Sounding' },
        ],
      },
    },
    'headings beside the main part only': {
      facts: { headings: [headingWith(2, 'Menu', { isInMain: false })] },
      finds: {
        message: 'Missing H1',
        details: { title: 'Sounding the harbour', h1: '' },
        evidence: [
          table(['H2', 'Menu', '10']),
          { kind: 'text', label: 'Suggestion (title)', text: 'Sounding the harbour' },
        ],
      },
    },
    'a title that a tool set, which is not suggested': {
      facts: { titles: [{ text: 'Untitled :: Example Harbour', line: 3 }], headings: [] },
      finds: { message: 'Missing H1', details: { title: 'Untitled :: Example Harbour', h1: '' }, evidence: [] },
    },
    'a title that may be the name of the site, which is not suggested': {
      facts: { url: 'https://site.test/products/', titles: [{ text: 'Harbour', line: 3 }], headings: [] },
      finds: { message: 'Missing H1', details: { title: 'Harbour', h1: '' }, evidence: [] },
    },
    'a title of one word that is the name of the page': {
      facts: { url: 'https://site.test/products/', titles: [{ text: 'Products', line: 3 }], headings: [] },
      finds: {
        message: 'Missing H1',
        details: { title: 'Products', h1: '' },
        evidence: [{ kind: 'text', label: 'Suggestion (title)', text: 'Products' }],
      },
    },
    'a page without any heading': {
      facts: { headings: [] },
      finds: {
        message: 'Missing H1',
        details: { title: 'Sounding the harbour', h1: '' },
        evidence: [{ kind: 'text', label: 'Suggestion (title)', text: 'Sounding the harbour' }],
      },
    },
    'a main heading without text': {
      facts: { headings: [headingWith(1, ' ')] },
      finds: {
        message: 'Missing H1 (it has no text)',
        details: { title: 'Sounding the harbour', h1: ' ' },
        evidence: [
          table(['H1', ' ', '10']),
          { kind: 'text', label: 'Suggestion (title)', text: 'Sounding the harbour' },
        ],
      },
    },
    'a main heading that is hidden': {
      facts: { headings: [headingWith(1, 'Tides', { isHidden: true })] },
      finds: {
        message: 'Missing H1 (the only one is hidden)',
        details: { title: 'Sounding the harbour', h1: 'Tides' },
        evidence: [
          table(['H1', 'Tides (hidden)', '10']),
          { kind: 'text', label: 'Suggestion (title)', text: 'Sounding the harbour' },
        ],
      },
    },
  },
  skips: {
    'an empty app shell': {
      facts: { headings: [], isAppShell: true },
      reason: 'The page needs JavaScript and was not rendered',
    },
    'a page of frames': {
      facts: { headings: [], links: [linkWith({ kind: 'frame', path: 'frameset > frame:nth-of-type(1)' })] },
      reason: 'The page only shows other pages in frames, which are checked instead',
    },
  },
})
