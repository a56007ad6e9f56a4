import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { imageWith, pageFactsWith } from '#checks/test-facts.ts'
import { lastModified, sitemapEntries, sitemapLoc } from './sitemap-entries.ts'

const BATCHES = 3

test('sitemapEntries() lets the event loop turn between batches of a database that never leaves it', async () => {
  let turns = 0
  const turnsAtBatch: number[] = []
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const reading = {
    factsOfPages: async (_crawlId: number, { limit }: { limit: number }) => {
      turnsAtBatch.push(turns)
      const batch = turnsAtBatch.length
      if (batch > BATCHES) return []
      return Array.from({ length: limit }, (_, index) => {
        const url = `https://example.com/${batch}/${index}`
        return { url, indexability: 'indexable' as const, facts: pageFactsWith({ url }) }
      })
    },
  }
  const entries = await Array.fromAsync(sitemapEntries(reading, { crawlId: 1, afterUrl: null }))
  isOver = true
  assert.equal(new Set(entries.map(({ url }) => url)).size, BATCHES * 10)
  assert.equal(new Set(turnsAtBatch).size, BATCHES + 1, 'a turn between any two batches')
})

test('sitemapEntries() lists a thousand images of a page, each once, and none that is tiny', async () => {
  const url = 'https://example.com/'
  const image = (name: number | string, isTiny = false) => imageWith({ src: `https://example.com/${name}.png`, isTiny })
  const images = [image('pixel', true), image(0), ...Array.from({ length: 1_001 }, (_, index) => image(index))]
  const reading = {
    factsOfPages: async (_crawlId: number, { afterUrl }: { afterUrl?: string }) =>
      afterUrl === undefined
        ? [{ url, indexability: 'indexable' as const, facts: pageFactsWith({ url, images }) }]
        : [],
  }
  const [entry] = await Array.fromAsync(sitemapEntries(reading, { crawlId: 1, afterUrl: null }))
  const locs = Array.from(entry?.xml.matchAll(/<image:loc>([^<]*)</g) ?? [], ([, loc]) => loc)
  assert.deepEqual(
    locs,
    Array.from({ length: 1_000 }, (_, index) => `https://example.com/${index}.png`),
  )
})

const date: [string, string] = ['date', 'Tue, 02 Jan 2024 12:00:00 GMT']
const modified = (value: string): [string, string] => ['last-modified', value]

const modificationCases: [string, [string, string][], string | null][] = [
  ['is a W3C datetime', [modified('Sun, 06 Nov 1994 08:49:37 GMT')], '1994-11-06T08:49:37Z'],
  ['may be a second before the response', [date, modified('Tue, 02 Jan 2024 11:59:59 GMT')], '2024-01-02T11:59:59Z'],
  [
    'may be said twice',
    [modified('Sun, 06 Nov 1994 08:49:37 GMT'), modified('Sun, 06 Nov 1994 08:49:37 GMT')],
    '1994-11-06T08:49:37Z',
  ],
  ['is not known without the header', [date], null],
  ['is not the time of the response itself', [date, modified(date[1])], null],
  ['is not after the response', [date, modified('Wed, 03 Jan 2024 12:00:00 GMT')], null],
  [
    'is not two different times',
    [modified('Sun, 06 Nov 1994 08:49:37 GMT'), modified('Mon, 07 Nov 1994 08:49:37 GMT')],
    null,
  ],
  ['is not the epoch', [modified('Thu, 01 Jan 1970 00:00:00 GMT')], null],
  ['is not a day that the calendar does not have', [modified('Fri, 30 Feb 2024 08:49:37 GMT')], null],
  ['is not on the wrong day of the week', [modified('Mon, 06 Nov 1994 08:49:37 GMT')], null],
  ['is not in a time zone that HTTP does not have', [modified('Sun, 06 Nov 1994 08:49:37 CET')], null],
  ['is not any other text', [modified('yesterday')], null],
  ['is not a number', [modified('784111777')], null],
  ['is not markup', [modified('<lastmod>')], null],
  ['is not empty', [modified('')], null],
]

describe('the time of the last modification', () => {
  for (const [name, headers, expected] of modificationCases)
    it(name, () => assert.equal(lastModified({ headers }), expected))
})

const origin = 'https://example.com/'
const urlCases: [string, string, string | null][] = [
  ['is escaped', `${origin}a?b=1&c='d'`, `${origin}a?b=1&amp;c=%27d%27`],
  ['is escaped in its path', `${origin}it's`, `${origin}it&apos;s`],
  [
    'is an international one in ASCII',
    'https://bäcker.example/brötchen?ä=1',
    'https://xn--bcker-gra.example/br%C3%B6tchen?%C3%A4=1',
  ],
  ['has signs that are none of a URI encoded', `${origin}a|b[1]?{c}^\`\\`, `${origin}a%7Cb%5B1%5D?%7Bc%7D%5E%60%5C`],
  ['may have an IPv6 host', 'http://[::1]:8080/a', 'http://[::1]:8080/a'],
  ['has no fragment', `${origin}a#b`, `${origin}a`],
  ['may have 2,048 characters', origin.padEnd(2_048, 'a'), origin.padEnd(2_048, 'a')],
  ['has no more', origin.padEnd(2_049, 'a'), null],
  ['has no more once it is encoded', origin.padEnd(2_047, 'a').concat('|'), null],
  ['is not shorter than the schema allows', 'http://a.b/', null],
  ['has no stray percent sign', `${origin}100%`, null],
  ['is not a script', 'javascript:alert(1)', null],
  ['is not data', 'data:text/html,x', null],
  ['is not any text', 'nothing', null],
]

describe('a URL of a sitemap', () => {
  for (const [name, url, expected] of urlCases) it(name, () => assert.equal(sitemapLoc(url), expected))
})
