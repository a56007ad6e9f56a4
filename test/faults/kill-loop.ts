import { randomInt } from 'node:crypto'
import { createRandom } from '../properties/random.ts'
import { openKillTrials } from '../support/kill-trials.ts'

/**
 * `npm run test:kill`: crawls killed with SIGKILL at random moments, over and over, and taken up again; each ends in the report of
 * an undisturbed crawl. `KILL_ROUNDS` (50) and `KILL_SEED` (printed) prolong and repeat it.
 */
const rounds = Number(process.env.KILL_ROUNDS ?? 50)
const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31))
console.log(`seed ${seed}, ${rounds} rounds`)
const startedMs = performance.now()
const random = createRandom(seed)
await using trials = await openKillTrials({ maxKills: 3 })
const phases = new Map<string, number>()
let kills = 0
let failures = 0
for (let round = 1; round <= rounds; round++) {
  try {
    const trial = await trials.run(random)
    kills += trial.kills.length
    for (const kill of trial.kills) {
      const phase = kill.slice(kill.lastIndexOf(' ') + 1)
      phases.set(phase, (phases.get(phase) ?? 0) + 1)
    }
    console.log(`${round}: same report after ${trial.kills.join(' · ') || 'no kill'}`)
  } catch (error) {
    failures++
    console.error(`${round}: ${error instanceof Error ? error.message : error}`)
  }
}
const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0)
const byPhase = [...phases].map(([phase, count]) => `${count} in ${phase}`).join(', ')
console.log(`${rounds} crawls, ${kills} kills (${byPhase}), ${failures} other reports, ${seconds} s`)
process.exitCode = failures === 0 ? 0 : 1
