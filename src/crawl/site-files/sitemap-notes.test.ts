import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SitemapNotes } from './sitemap-notes.ts'

const URL = 'https://site.test/a.xml'
const unread = `The sitemap ${URL} could not be read: it responds with 404.`
const long = `https://site.test/${'a'.repeat(200)}`

const rows: [what: string, add: (notes: SitemapNotes) => void, sentences: string[]][] = [
  ['nothing', () => {}, []],
  ['a file that could not be read', notes => notes.addUnread(URL, 'it responds with 404.'), [unread]],
  ['a detail without a full stop', notes => notes.addUnread(URL, 'it responds with 404'), [unread]],
  [
    'a fault',
    notes => notes.addFault(URL, 'malformed'),
    [`The sitemap ${URL} is not in order: its XML is broken, so only what stands before that was read.`],
  ],
  [
    'a long URL',
    notes => notes.addFault(long, 'not-a-sitemap'),
    [`The sitemap ${long.slice(0, 200)}… is not in order: it is no sitemap.`],
  ],
  [
    'a URL of 200 characters',
    notes => notes.addFault(long.slice(0, 200), 'not-a-sitemap'),
    [`The sitemap ${long.slice(0, 200)} is not in order: it is no sitemap.`],
  ],
  ['five files', notes => repeat(notes, 5), Array(5).fill(unread)],
  [
    'six files',
    notes => repeat(notes, 6),
    [...Array(5).fill(unread), '1 more sitemap was not in order or could not be read.'],
  ],
  [
    'seven files and an end',
    notes => {
      notes.addUnrequested(2)
      repeat(notes, 7)
    },
    [
      ...Array(5).fill(unread),
      '2 more sitemaps were not in order or could not be read.',
      '2 more sitemaps were not requested, because there are too many or too many did not respond.',
    ],
  ],
  [
    'a full crawl',
    notes => notes.addFull(7),
    ['The sitemaps list more URLs than this crawl has room for: 7 that no link leads to were taken in.'],
  ],
]
for (const [what, add, sentences] of rows)
  test(`notes about ${what}`, () => {
    const notes = new SitemapNotes()
    add(notes)
    assert.deepEqual(notes.sentences(), sentences)
  })

function repeat(notes: SitemapNotes, files: number): void {
  for (let file = 0; file < files; file++) notes.addUnread(URL, 'it responds with 404.')
}
