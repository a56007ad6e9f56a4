import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headingWith, pageFactsWith } from '../test-facts.ts'
import { suggestedDescription } from './suggested-description.ts'

const tides = 'The harbour office measures the depth of the water every week of the year.'
const boats = 'A survey boat with two people takes the soundings.'

const rows: [what: string, mainText: string, suggestion: string][] = [
  ['the first sentences', `${tides} ${boats}`, `${tides} ${boats}`],
  ['no more than a result shows', `${tides} ${boats} ${tides}`, `${tides} ${boats} The harbour office measures the`],
  ['a sentence with the initials of a name', `At K.M. Miller ${tides} ${boats}`, `At K.M. Miller ${tides} ${boats}`],
  ['no part of a sentence', `Write\n that is the name of the deepest place of all. ${tides}`, tides],
  ['no postal address', `12 Harbour Road, Harwich, near the old lighthouse of the town. ${tides}`, tides],
  ['no items of a list that runs on', `Soundings\nTide tables\nCharts\n${tides}`, tides],
  ['what follows a heading', `Soundings\n${tides}`, tides],
  ['a sentence with the words of a heading', `All Soundings ${tides}\nSoundings`, `All Soundings ${tides}`],
  ['a sentence that begins with the words of a heading', `Soundings ${tides}`, `Soundings ${tides}`],
  ['what follows the note of a form', `Your email address will not be published.\n${tides}`, tides],
  ['what follows a breadcrumb', `Home » Tides » How is the depth measured? ${tides}`, tides],
  ['what follows a contact box', `Phone: 01255 123456 Mon–Fri, open from nine to five o’clock. ${tides}`, tides],
  ['what follows an e-mail address', `Write to the office at office@example.com for a copy. ${tides}`, tides],
  ['what follows a link for screen readers', `Skip to main content and leave out the menu. ${tides}`, tides],
  ['what follows a notice about cookies', `We use cookies to make this website better for you. ${tides}`, tides],
  ['what stands before a copyright line', `${tides} © 2026 Harbour office. All rights reserved.`, tides],
  ['a sentence instead of a line without an end', `Home Berths Tides Contact\n${tides}`, tides],
  [
    'Japanese sentences',
    `${'港の水深は毎週測られています'.repeat(2)}。お問い合わせ`,
    `${'港の水深は毎週測られています'.repeat(2)}。`,
  ],
  ['nothing of a page that has only boilerplate', 'Phone: 01255 123456. Skip to main content.', ''],
  ['nothing of a page without sentences', 'Home Berths Tides', ''],
]
for (const [what, mainText, suggestion] of rows)
  test(`suggestedDescription() takes ${what}`, () => {
    const page = pageFactsWith({ headings: [headingWith(1, 'Soundings')], content: { mainText } })
    assert.equal(suggestedDescription(page), suggestion)
  })

test('suggestedDescription() keeps code within a sentence, and leaves out listings', () => {
  const listing = 'Let depth be the depth of the water.\n'
  const sentence = 'The function sound() takes the depth of the water once.'
  const mainText = `${listing}${sentence}`
  const at = mainText.indexOf('sound()')
  const page = pageFactsWith({
    headings: [],
    content: {
      mainText,
      codeRanges: [
        [0, listing.length],
        [at, at + 7],
      ],
    },
  })
  assert.equal(suggestedDescription(page), sentence)
})

test('suggestedDescription() leaves out a listing that follows a piece of code', () => {
  const mainText = `Sound with sound().\nLet depth be the depth of the whole harbour.\nnow()\n${tides}`
  const [from, to] = [mainText.indexOf('sound()'), mainText.indexOf('The harbour')]
  const page = pageFactsWith({ headings: [], content: { mainText, codeRanges: [[from, to]] } })
  assert.equal(suggestedDescription(page), tides)
})

test('suggestedDescription() leaves out a listing in the middle of the text', () => {
  const listing = 'Let depth be the depth of the whole harbour.\n'
  const before = `${boats}\n`
  const page = pageFactsWith({
    headings: [],
    content: {
      mainText: `${before}${listing}${tides}`,
      codeRanges: [[before.length, before.length + listing.length]],
    },
  })
  assert.equal(suggestedDescription(page), `${boats} ${tides}`)
})

const item = 'The old lighthouse seems to be tricky to enter, but should work.'
const lists: [what: string, pieces: [text: string, isInList: boolean][], suggestion: string][] = [
  [
    'a paragraph behind a list',
    [
      [`${item}\n`, true],
      [tides, false],
    ],
    tides,
  ],
  [
    'a paragraph up to a list',
    [
      [`${tides}\n`, false],
      [item, true],
    ],
    tides,
  ],
  [
    'an item where no paragraph has a sentence',
    [
      ['Soundings\n', false],
      [item, true],
    ],
    item,
  ],
]
for (const [what, pieces, suggestion] of lists)
  test(`suggestedDescription() takes ${what}`, () => {
    let mainText = ''
    const listRanges: [number, number][] = []
    for (const [text, isInList] of pieces) {
      if (isInList) listRanges.push([mainText.length, mainText.length + text.length])
      mainText += text
    }
    assert.equal(suggestedDescription(pageFactsWith({ headings: [], content: { mainText, listRanges } })), suggestion)
  })
