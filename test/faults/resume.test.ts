import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { createRandom } from '../properties/random.ts'
import { closeAndResume } from '../support/closing-trials.ts'
import { openKillTrials } from '../support/kill-trials.ts'
import { atFullMeasure } from '../support/measure.ts'
import { onSqliteAlone } from '../support/sqlite-tests.ts'

/** A crawl whose process ended goes on at the next start and ends in the same report. resume.long.test.ts tries many more moments. */

test('a crawl whose process was closed in good order goes on where it was and ends in the same report', context =>
  closeAndResume(context, [135]))

test(
  'a crawl killed at any moment is taken up again and ends in the same report',
  onSqliteAlone('a crawl killed at any moment is taken up again and ends in the same report'),
  async context => {
    const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31))
    context.diagnostic(`KILL_SEED=${seed} repeats it`)
    await using trials = await openKillTrials({ maxKills: 1 })
    await context.test('at a random moment', async trial => {
      const { kills } = await trials.run(createRandom(seed))
      for (const kill of kills) trial.diagnostic(`killed at ${kill}`)
    })
    // Among the many that the limit leaves: in the second part of them.
    await context.test('a crawl whose limit is reached, killed at rows:150', atFullMeasure, async () => {
      assert.equal((await trials.runToLimit('rows:150')).kills.length, 1)
    })
  },
)
