import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { findBrowser } from '../src/browser/find-browser.ts'
import { findPostgresPrograms, INSTALL_SENTENCE } from '../test/support/postgres-server.ts'
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
/** On PostgreSQL, with several workers: where its programs are. */
const SCALE_TESTS = ['test/scale/**/*.test.ts']
const hasPostgres = findPostgresPrograms() !== null
if (!hasPostgres) console.log(`${INSTALL_SENTENCE} The tests that need it are left out.`)
// One browser test a core: more of them starve each other. They wait much, so the others run one at a time beside them.
const BROWSER_TESTS = ['test/e2e/**/*.test.ts', 'test/pagespeed/**/*.test.ts']
const cores = Math.max(2, availableParallelism())
const named = process.argv.slice(2)
const toldLater: string[] = []
const codes = await Promise.all(
  named.length > 0
    ? [run([concurrency(cores), ...named], 'told as it comes')]
    : [run([concurrency(cores), ...files(BROWSER_TESTS)], 'told as it comes'), runWithoutBrowser()],
)
for (const told of toldLater) process.stdout.write(told)
process.exitCode = Math.max(...codes)

/**
 * Exit code of the tests of the whole program, then of those beside the code. These run in one process: starting one
 * for each of hundreds of files would take longer than their tests do.
 */
async function runWithoutBrowser(): Promise<number> {
  const whole = await run(
    [
      concurrency(cores - 1),
      ...files(['test/**/*.test.ts'], hasPostgres ? BROWSER_TESTS : [...BROWSER_TESTS, ...SCALE_TESTS]),
    ],
    'told later',
  )
  const unit = await run(['--test-isolation=none', ...files(['src/**/*.test.ts'])], 'told later')
  return Math.max(whole, unit)
}

function concurrency(files: number): string {
  return `--test-concurrency=${files}`
}

function files(patterns: readonly string[], exclude: readonly string[] = []): string[] {
  return globSync(patterns, { exclude }).sort()
}

/** Exit code of the test runner. */
async function run(args: readonly string[], told: 'told as it comes' | 'told later'): Promise<number> {
  const runner = spawn(process.execPath, ['--test', TIMEOUT, ...args], {
    stdio: ['ignore', told === 'told later' ? 'pipe' : 'inherit', 'inherit'],
  })
  const [[code], output] = await Promise.all([once(runner, 'exit'), runner.stdout ? text(runner.stdout) : ''])
  toldLater.push(output)
  return Number(code ?? 1)
}
