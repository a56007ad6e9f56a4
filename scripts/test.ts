import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { findBrowser } from '../src/browser/find-browser.ts'
import { buildWebIfNeeded } from './build-web.ts'
import { verify } from './verify.ts'

/** Of a test file: what waits in vain for something ends then, and by its name. */
const TIMEOUT = `--test-timeout=${5 * 60_000}`

/** `npm test`: verify, build, all tests. The test runner's own summary comes last. Files to run may be named. */
if (!verify()) process.exit(1)
await buildWebIfNeeded()
// Unpacked once here, so that test files that run side by side do not both do it.
const browser = await findBrowser()
console.log(`browser: ${browser.from}`)
const named = process.argv.slice(2)
// One browser test a core: more of them starve each other.
const concurrency = `--test-concurrency=${Math.max(2, availableParallelism())}`
const groups =
  named.length > 0
    ? [[concurrency, ...named]]
    : [
        [concurrency, ...globSync('test/**/*.test.ts').sort()],
        // In one process: starting one for each of hundreds of files would take longer than their tests do.
        ['--test-isolation=none', ...globSync('src/**/*.test.ts').sort()],
      ]
const toldLater: string[] = []
const results = await Promise.all(groups.map((args, index) => run(args, index === 0)))
for (const told of toldLater) process.stdout.write(told)
process.exitCode = Math.max(...results)

/** Exit code of the test runner. What is not told as it comes is told at the end. */
async function run(args: readonly string[], isToldLive: boolean): Promise<number> {
  const runner = spawn(process.execPath, ['--test', TIMEOUT, ...args], {
    stdio: ['ignore', isToldLive ? 'inherit' : 'pipe', 'inherit'],
  })
  const [[code], told] = await Promise.all([once(runner, 'exit'), runner.stdout ? text(runner.stdout) : ''])
  toldLater.push(told)
  return Number(code ?? 1)
}
