import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestName, nearestWord } from './nearest-name.ts'

const rows: [name: string, known: string[], nearest: string][] = [
  ['sitemagps', ['baseline', 'sitemaps', 'format'], 'sitemaps'],
  ['page-lymit', ['crawl-limit', 'page-limit', 'max-pages'], 'page-limit'],
  ['utput', ['port', 'output'], 'output'],
  ['limi', ['host', 'limit', 'crawl-limit'], 'limit'],
  ['max-cals', ['max-pages', 'max-crawls', 'crawl-limit'], 'max-crawls'],
  ['ofrt', ['host', 'port', 'format'], 'port'],
  ['hoqsqt', ['format', 'host', 'page-limit'], 'host'],
  ['aprmat', ['port', 'format', 'baseline'], 'format'],
  ['port', ['port'], 'port'],
  ['anything', [], ''],
]
for (const [name, known, nearest] of rows)
  test(`the nearest name to ${name} among ${known.join(', ') || 'none'} is ${nearest || 'none'}`, () =>
    assert.equal(nearestName(name, known), nearest))

const known = ['noindex', 'nofollow', 'none']
const wordRows: [word: string, nearest: string | null][] = [
  ['noindx', 'noindex'],
  ['nofolow', 'nofollow'],
  ['noarchive', null],
  ['non', 'none'],
  ['x'.repeat(10_000), null],
]
for (const [word, nearest] of wordRows) {
  test(`nearestWord() returns ${nearest} for "${word.slice(0, 20)}"`, () =>
    assert.equal(nearestWord(word, known), nearest))
}
