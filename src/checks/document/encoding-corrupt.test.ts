import { testCheck } from '../test-check.ts'
import { headingWith } from '../test-facts.ts'
import { encodingCorrupt } from './encoding-corrupt.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Garbled characters',
  columns: ['Characters', 'Likely cause', 'Location', 'Context'],
  rows,
})

/** UTF-8 read as windows-1252. */
const garbled = (words: string) => new TextDecoder('windows-1252').decode(new TextEncoder().encode(words))
const text = (mainText: string, codeRanges: [number, number][] = []) => ({ content: { mainText, codeRanges } })

testCheck(encodingCorrupt, {
  passes: {
    'capitals and letters that belong there': text('SÃO PAULO, MAÇû, Âncora, São, amanhã… Âge'),
    'French and German': text('« Où est-il ? » L’été à Köln: 20 °C – 5 €'),
    Vietnamese: text('ĐÃ ĐẾN ÂU CƠ'),
    'a garbled word in code': text('It shows CafÃ© then', [[9, 14]]),
    'a page about encodings': { ...text('Ã© and \ufffd'), titles: [{ text: 'Unicode for beginners', line: 3 }] },
    'a page that explains the replacement character': text('Shown as \ufffd (U+FFFD) instead'),
    'an entity that a page on HTML shows': text('Write &nbsp; or &lt; for it; R&amp;D'),
    'a character cut at the end of the text': text('The end\ufffd'),
    'a NUL, which a parser replaces': {
      ...text('Das Caf\ufffd am Hafen'),
      controlCharacters: [{ code: 0, line: 9, excerpt: '<p>Das Caf␀ am Hafen' }],
    },
    Icelandic: text('Það er gott, Ð og ð'),
  },
  fails: {
    'UTF-8 read as Latin-1': {
      facts: text(garbled('Das Café am Hafen')),
      finds: {
        severity: 'warning',
        message: 'Characters are garbled ("Ã©")',
        evidence: [
          table(['Ã©', 'UTF-8 read as Latin-1', 'Main text', 'Das CafÃ© am Hafen']),
          { kind: 'text', label: 'Encoding used', text: 'utf-8 (header)' },
        ],
      },
    },
    'a NUL beside words that were read wrongly': {
      facts: {
        ...text(`\ufffd ${garbled('Café')} am Hafen`),
        controlCharacters: [{ code: 0, line: 9, excerpt: '␀' }],
      },
      finds: {
        message: 'Characters are garbled ("Ã©")',
        evidence: [
          table(['Ã©', 'UTF-8 read as Latin-1', 'Main text', '\ufffd CafÃ© am Hafen']),
          { kind: 'text', label: 'Encoding used', text: 'utf-8 (header)' },
        ],
      },
    },
    'an entity that begins the text, after words with ampersands': {
      facts: { ...text('&amp;nbsp; is R & D'), titles: [{ text: 'R & D && more', line: 3 }] },
      finds: {
        message: 'Characters are escaped twice ("&amp;nbsp;")',
        evidence: [
          table(['&amp;nbsp;', 'entities encoded twice', 'Main text', '&amp;nbsp; is R & D']),
          { kind: 'text', label: 'Encoding used', text: 'utf-8 (header)' },
        ],
      },
    },
    'an entity behind another ampersand': {
      facts: text('R && amp; D &&amp;amp;'),
      finds: {
        message: 'Characters are escaped twice ("&amp;amp;")',
        evidence: [
          table(['&amp;amp;', 'entities encoded twice', 'Main text', 'R && amp; D &&amp;amp;']),
          { kind: 'text', label: 'Encoding used', text: 'utf-8 (header)' },
        ],
      },
    },
    'a typographic apostrophe': {
      facts: text(garbled('it’s')),
      finds: {
        message: 'Characters are garbled ("â€™")',
        evidence: [
          table(['â€™', 'UTF-8 read as Latin-1', 'Main text', 'itâ€™s']),
          { kind: 'text', label: 'Encoding used', text: 'utf-8 (header)' },
        ],
      },
    },
    Russian: {
      facts: text(garbled('привет')),
      finds: {
        message: 'Characters are garbled ("Ð¸Ð²Ðµ")',
        evidence: [
          table(['Ð¸Ð²Ðµ', 'UTF-8 read as Latin-1', 'Main text', 'Ð¿Ñ€Ð¸Ð²ÐµÑ‚']),
          { kind: 'text', label: 'Encoding used', text: 'utf-8 (header)' },
        ],
      },
    },
    Japanese: {
      facts: text(garbled('こんにちは')),
      finds: {
        message: 'Characters are garbled ("ã“ã‚“")',
        evidence: [
          table(['ã“ã‚“', 'UTF-8 read as Latin-1', 'Main text', 'ã“ã‚“ã«ã¡ã¯']),
          { kind: 'text', label: 'Encoding used', text: 'utf-8 (header)' },
        ],
      },
    },
    'a heading': {
      facts: { headings: [headingWith(1, garbled('München'))] },
      finds: {
        message: 'Characters are garbled ("Ã¼")',
        evidence: [
          table(['Ã¼', 'UTF-8 read as Latin-1', 'Heading, body > main > h1', 'MÃ¼nchen']),
          { kind: 'text', label: 'Encoding used', text: 'utf-8 (header)' },
        ],
      },
    },
    'an emoji': {
      facts: text(garbled('Hello 😀')),
      finds: {
        message: 'Characters are garbled ("ðŸ˜")',
        evidence: [
          table(['ðŸ˜', 'UTF-8 read as Latin-1', 'Main text', 'Hello ðŸ˜€']),
          { kind: 'text', label: 'Encoding used', text: 'utf-8 (header)' },
        ],
      },
    },
    'a replacement character, as an error': {
      facts: text('Das Caf\ufffd am Hafen'),
      finds: {
        severity: 'error',
        message: 'Characters are lost ("\ufffd")',
        evidence: [
          table(['�', 'bytes that are invalid in the declared encoding', 'Main text', 'Das Caf� am Hafen']),
          { kind: 'text', label: 'Encoding used', text: 'utf-8 (header)' },
        ],
      },
    },
    'an invalid byte beside a NUL': {
      facts: {
        ...text('Das Caf\ufffd am Hafen'),
        charset: { hasInvalidBytes: true },
        controlCharacters: [{ code: 0, line: 2, excerpt: '␀' }],
      },
      finds: {
        severity: 'error',
        message: 'Characters are lost ("\ufffd")',
        evidence: [
          table(['\ufffd', 'bytes that are invalid in the declared encoding', 'Main text', 'Das Caf\ufffd am Hafen']),
          { kind: 'text', label: 'Encoding used', text: 'utf-8 (header)' },
        ],
      },
    },
    'an ampersand escaped twice': {
      facts: { titles: [{ text: 'Boats &amp; Chains', line: 3 }] },
      finds: {
        severity: 'warning',
        message: 'Characters are escaped twice ("s &amp; C")',
        evidence: [
          table(['s &amp; C', 'entities encoded twice', 'Title', 'Boats &amp; Chains']),
          { kind: 'text', label: 'Encoding used', text: 'utf-8 (header)' },
        ],
      },
    },
    'an apostrophe escaped twice': {
      facts: text('We don&#39;t know'),
      finds: {
        message: 'Characters are escaped twice ("n&#39;")',
        evidence: [
          table(['n&#39;', 'entities encoded twice', 'Main text', 'We don&#39;t know']),
          { kind: 'text', label: 'Encoding used', text: 'utf-8 (header)' },
        ],
      },
    },
    'the lost character before the garbled one': {
      facts: text('Ã© and \ufffd here'),
      finds: {
        severity: 'error',
        message: 'Characters are lost ("�")',
        evidence: [
          table(
            ['�', 'bytes that are invalid in the declared encoding', 'Main text', 'Ã© and � here'],
            ['Ã©', 'UTF-8 read as Latin-1', 'Main text', 'Ã© and � here'],
          ),
          { kind: 'text', label: 'Encoding used', text: 'utf-8 (header)' },
        ],
      },
    },
  },
})
