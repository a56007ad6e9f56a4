import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noLinksText } from './no-links-text.ts'

const sentences: [direction: 'in' | 'out', isCrawlActive: boolean, text: string][] = [
  ['in', false, 'No other page links here.'],
  ['in', true, 'Links to a page are counted at the end of the crawl.'],
  ['out', false, 'This page has no links.'],
  ['out', true, 'This page has no links.'],
]
for (const [direction, isCrawlActive, text] of sentences)
  test(`noLinksText() of links ${direction} ${isCrawlActive ? 'while the crawl runs' : 'after the crawl'}`, () =>
    assert.equal(noLinksText(direction, { isCrawlActive }), text))
