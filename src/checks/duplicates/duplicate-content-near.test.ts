import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { duplicateContentNear } from './duplicate-content-near.ts'

const [a, b, c] = ['https://site.test/a', 'https://site.test/b', 'https://site.test/c'] as const

/** A text of 300 words of which each is its own, with some of them replaced. */
function textWith(replacements: Record<number, string> = {}, prefix = 'word'): string {
  return Array.from({ length: 300 }, (_, index) => replacements[index] ?? `${prefix}${index}`).join(' ')
}
const original = textWith()
/** One word changes five of 296 sequences: 291 of 301 are common, 96 %. */
const nearly = textWith({ 100: 'other' })
/** Six words far apart change 30: 266 of 326 are common, 81 %. */
const half = textWith({ 10: 'a', 60: 'b', 110: 'c', 160: 'd', 210: 'e', 260: 'f' })

const pages = (...texts: (string | TestPage)[]) => ({
  pages: texts.map((text, index) => ({
    url: [a, b, c][index] ?? '',
    ...(typeof text === 'string' ? { mainText: text } : text),
  })),
})
const page = (mainText: string, more: Partial<TestPage>): TestPage => ({ url: b, mainText, ...more })

testSiteCheck(duplicateContentNear, {
  passes: {
    'texts that have nothing in common': pages(original, textWith({}, 'other')),
    'texts that are alike by less than 90 %': pages(original, half),
    'equal texts, which are reported as such': pages(original, original),
    'texts below 100 words': pages('few words '.repeat(40), 'few words '.repeat(41)),
    'texts in two languages': pages(original, page(nearly, { lang: 'de' })),
    'language versions of each other': pages(original, page(nearly, { alternates: [a] })),
    'pages of one list by rel=next': pages(original, page(nearly, { url: `${a}/2`, paginationUrls: [a] })),
    'pages of one list by their addresses': pages(original, page(nearly, { url: `${a}?page=2` })),
    'a page that names another as canonical': pages(original, page(nearly, { isEligible: false, canonicalUrl: a })),
    'a text that was not kept': pages({ url: a, textHash: 'aa' }, { url: b, textHash: 'bb' }),
  },
  fails: {
    'texts that differ in one word of 300': {
      site: pages(original, nearly),
      finds: [
        {
          url: a,
          severity: 'warning',
          message: `Duplicate content: 2 pages have nearly the same main text (96 % alike), such as ${a}`,
          details: { duplicateUrls: [a, b] },
          evidence: [
            { kind: 'table', rows: [[a, b, '96 %']] },
            {
              kind: 'table',
              label: 'First difference',
              rows: [
                [a, `… ${original.split(' ').slice(95, 125).join(' ')} …`],
                [b, `… ${nearly.split(' ').slice(95, 125).join(' ')} …`],
              ],
            },
          ],
        },
      ],
    },
    'three pages that are alike, in one finding': {
      site: pages(original, nearly, textWith({ 200: 'third' })),
      finds: [{ url: a, affectedCount: 3, affectedUrls: [a, b, c] }],
    },
    'two groups, each': {
      site: {
        pages: ['word', 'other'].flatMap(prefix => [
          { url: `https://site.test/${prefix}`, mainText: textWith({}, prefix) },
          { url: `https://site.test/${prefix}-copy`, mainText: textWith({ 7: 'changed' }, prefix) },
        ]),
      },
      finds: [{ url: 'https://site.test/word' }, { url: 'https://site.test/other' }],
    },
    'a group of equal pages by its first member': {
      site: pages(original, original, nearly),
      finds: [{ url: a, affectedUrls: [a, c] }],
    },
    'texts without spaces between words': {
      site: pages(
        { url: a, mainText: wideText(), wordCount: 300 },
        { url: b, mainText: wideText('椅'), wordCount: 300 },
      ),
      finds: [{ url: a }],
    },
  },
})

function wideText(replacement?: string): string {
  const characters = Array.from({ length: 400 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7))
  if (replacement !== undefined) characters[200] = replacement
  return characters.join('')
}
