import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crawlDelayOf, crawlDelaySentence } from './crawl-delay.ts'

const rules = { maxSeconds: 30, longSeconds: 5, crawlMinutes: 60 }

test('what a Crawl-delay means is said in a sentence', () => {
  const sentences = [null, 0, 2, 5, 5.5, 30, 3_600].map(seconds => {
    const delay = crawlDelayOf(seconds, rules)
    return delay && crawlDelaySentence(delay)
  })
  assert.deepEqual(sentences, [
    null,
    null,
    'robots.txt of this site sets 2 s between pages: 1800 pages an hour.',
    'robots.txt of this site sets 5 s between pages: 720 pages an hour.',
    'robots.txt of this site sets 5.5 s between pages: 654 pages an hour. The crawl ends after 60 minutes.',
    'robots.txt of this site sets 30 s between pages: 120 pages an hour. The crawl ends after 60 minutes.',
    'robots.txt of this site sets 3600 s between pages. The crawl waits 30 s: 120 pages an hour. The crawl ends after 60 minutes.',
  ])
})

test('an operator who obeys no Crawl-delay has none', () => {
  assert.equal(crawlDelayOf(30, { ...rules, maxSeconds: 0 }), null)
})
