import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CrawlProgressFacts } from './crawl-progress-text.ts'
import { type PhaseProgress, remainingText, withPoll } from './remaining-time.ts'

const visiting = (pagesCrawled: number, pagesFound = 500): CrawlProgressFacts => ({
  status: 'crawling',
  phase: 'visiting',
  pagesCrawled,
  pagesFound,
  crawlLimit: 500,
  crawlsBefore: 0,
  linkCheck: null,
  urlsToRetry: 0,
})
const probing = (checked: number): CrawlProgressFacts => ({
  ...visiting(500),
  phase: 'probing',
  linkCheck: { checked, total: 4_100 },
})

/** A poll every ten seconds. */
const textOf = (polls: readonly CrawlProgressFacts[]) =>
  remainingText(
    polls.reduce<PhaseProgress | null>((progress, crawl, index) => withPoll(progress, crawl, index * 10_000), null),
  )

const cases: Record<string, [CrawlProgressFacts[], string]> = {
  'pages at the rate so far': [[visiting(100), visiting(120)], 'about 3 minutes left for pages'],
  'links at the rate of their own phase': [
    [visiting(100), visiting(480), probing(0), probing(312)],
    'about 2 minutes left for links and resources',
  ],
  'the last of them': [[probing(0), probing(4_000)], 'less than a minute left for links and resources'],
  'nothing after one poll': [[visiting(100)], ''],
  'nothing after a few pages': [[visiting(100), visiting(105)], ''],
  'nothing while more pages may be found': [[visiting(10, 90), visiting(60, 200)], ''],
  'nothing of a paused crawl': [[visiting(100), { ...visiting(120), status: 'paused' }], ''],
  'nothing of site checks': [[probing(0), { ...visiting(500), phase: 'checking' }], ''],
  'nothing when all is done': [[probing(0), probing(4_100)], ''],
}
for (const [name, [polls, expected]] of Object.entries(cases))
  test(`the remaining time says ${name}`, () => assert.equal(textOf(polls), expected))
