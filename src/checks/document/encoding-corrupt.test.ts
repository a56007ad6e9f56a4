import { testCheck } from '../test-check.ts'
import { headingWith } from '../test-facts.ts'
import { encodingCorrupt } from './encoding-corrupt.ts'

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
    Icelandic: text('Það er gott, Ð og ð'),
  },
  fails: {
    'UTF-8 read as Latin-1': {
      facts: text(garbled('Das Café am Hafen')),
      finds: {
        severity: 'warning',
        message: 'Characters are garbled ("Ã©")',
        evidence: [
          { kind: 'table', rows: [['Ã©', 'UTF-8 read as Latin-1', 'Main text', 'Das CafÃ© am Hafen']] },
          { kind: 'text', text: 'utf-8 (header)' },
        ],
      },
    },
    'a typographic apostrophe': { facts: text(garbled('it’s')), finds: {} },
    Russian: { facts: text(garbled('привет')), finds: {} },
    Japanese: { facts: text(garbled('こんにちは')), finds: {} },
    'a heading': { facts: { headings: [headingWith(1, garbled('München'))] }, finds: {} },
    'an emoji': { facts: text(garbled('Hello 😀')), finds: {} },
    'a replacement character, as an error': {
      facts: text('Das Caf\ufffd am Hafen'),
      finds: { severity: 'error', message: 'Characters are lost ("\ufffd")' },
    },
    'an ampersand escaped twice': {
      facts: { titles: [{ text: 'Boats &amp; Chains', line: 3 }] },
      finds: { severity: 'warning', message: 'Characters are escaped twice ("s &amp; C")' },
    },
    'an apostrophe escaped twice': { facts: text('We don&#39;t know'), finds: {} },
    'the lost character before the garbled one': {
      facts: text('Ã© and \ufffd here'),
      finds: { severity: 'error' },
    },
  },
})
