import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addVisits, type BotVisits, noVisits, sumBotVisits, type UrlVisits, visitWeight } from './visits.ts'

const bot = (requests: number, lastMs: number): BotVisits => ({ requests, verified: 1, outside: 2, lastMs })
const visits = (rest: Partial<UrlVisits> = {}): UrlVisits => ({ ...noVisits('https://site.test/'), ...rest })

test('noVisits() begins with nothing', () => {
  const none = { clicks: 0, impressions: 0, weightedPosition: 0, sessions: 0, people: 0, bots: {}, statuses: [] }
  assert.deepEqual(noVisits('https://site.test/'), { url: 'https://site.test/', ...none })
})

test('sumBotVisits() keeps the later of two visits', () => {
  const known = bot(1, 1_000)
  sumBotVisits(known, bot(2, 5_000))
  assert.deepEqual(known, { requests: 3, verified: 2, outside: 4, lastMs: 5_000 })
})

test('addVisits() adds each number, those of the same bot and of the same status code', () => {
  const known = visits({
    clicks: 1,
    impressions: 2,
    weightedPosition: 3,
    sessions: 4,
    people: 5,
    bots: { google: bot(10, 2_000) },
    statuses: [[200, 7]],
  })
  const more = visits({
    clicks: 10,
    impressions: 20,
    weightedPosition: 30,
    sessions: 40,
    people: 50,
    bots: { google: bot(5, 1_000), bing: bot(3, 3_000) },
    statuses: [
      [404, 2],
      [200, 1],
    ],
  })
  addVisits(known, more)
  assert.deepEqual(known, {
    url: 'https://site.test/',
    clicks: 11,
    impressions: 22,
    weightedPosition: 33,
    sessions: 44,
    people: 55,
    bots: { google: { requests: 15, verified: 2, outside: 4, lastMs: 2_000 }, bing: bot(3, 3_000) },
    statuses: [
      [200, 8],
      [404, 2],
    ],
  })
  // What is added later is no part of what was read.
  addVisits(known, more)
  assert.deepEqual(more.bots.bing, bot(3, 3_000))
})

test('visitWeight() counts clicks, sessions, people and the requests of all bots', () => {
  assert.equal(visitWeight(visits({ impressions: 1_000, clicks: 1, sessions: 20, people: 300 })), 321)
  assert.equal(visitWeight(visits({ clicks: 1, bots: { google: bot(10, 1), bing: bot(5, 2) } })), 16)
})
