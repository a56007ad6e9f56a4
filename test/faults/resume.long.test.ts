import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { createRandom } from '../properties/random.ts'
import { closeAndResume } from '../support/closing-trials.ts'
import { openKillTrials } from '../support/kill-trials.ts'
import { onSqliteAlone } from '../support/sqlite-tests.ts'

/**
 * Crawls whose process ended at any of many moments, each to end in the report of an undisturbed crawl. `npm run test:kill` runs
 * this alone; `KILL_ROUNDS` (20) and `KILL_SEED` (printed) prolong and repeat it.
 */

const DEFAULT_ROUNDS = 20
/** A round takes seconds, and a minute on a machine that is busy with other tests. */
const TIMEOUT_MS = 30 * 60_000

/** Of the process that is closed in good order. */
const CLOSED_AT_REQUESTS = [60, 120, 135, 175, 182, 186]

test('a crawl closed in good order, at many requests, ends in the same report', context =>
  closeAndResume(context, CLOSED_AT_REQUESTS))

test('a crawl killed at random moments, over and over, ends in the same report', {
  ...onSqliteAlone('a crawl killed at random moments, over and over, ends in the same report'),
  timeout: TIMEOUT_MS,
}, async context => {
  const rounds = Number(process.env.KILL_ROUNDS ?? DEFAULT_ROUNDS)
  const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31))
  context.diagnostic(`KILL_SEED=${seed} repeats it`)
  const random = createRandom(seed)
  await using trials = await openKillTrials({ maxKills: 3 })
  let kills = 0
  for (let round = 1; round <= rounds; round++) {
    await context.test(`crawl ${round}`, async trial => {
      const killed = await trials.run(random)
      for (const kill of killed.kills) trial.diagnostic(`killed at ${kill}`)
      kills += killed.kills.length
    })
  }
  // Among the many that the limit leaves.
  for (const moment of ['rows:2', 'rows:150'])
    await context.test(`a crawl whose limit is reached, killed at ${moment}`, async () => {
      assert.equal((await trials.runToLimit(moment)).kills.length, 1)
    })
  assert.ok(kills >= rounds / 2, `only ${kills} processes were really killed`)
})
