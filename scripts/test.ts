import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { findBrowser } from '../src/browser/find-browser.ts'
import { buildWebIfNeeded } from '../src/runtime/web-build.ts'
import { findPostgresPrograms, INSTALL_SENTENCE } from '../test/support/postgres-server.ts'
import { type SharedStorage, startSharedStorage } from '../test/support/shared-storage.ts'
import { verify } from './verify.ts'

/** Of a test file: what waits in vain ends then, and by its name. The longest take two minutes, on a slow machine three times that. */
const TIMEOUT = `--test-timeout=${10 * 60_000}`
const BROWSER_TESTS = ['test/e2e/**/*.test.ts', 'test/pagespeed/**/*.test.ts']
/** On PostgreSQL, with several workers. */
const SCALE_TESTS = ['test/scale/**/*.test.ts']
/** They take long, and `npm run test:scale` runs them. */
const SCALE_TESTS_ON_REQUEST = ['test/scale/{full-disk,politeness}.test.ts']
/** Once more on PostgreSQL, where the report has to be the same; `npm run test:scale -- --all` runs every test so. */
const STORING_TESTS = ['test/golden/golden.test.ts']
/** Parts that all but the browser tests are run in: whoever is free takes the next. */
const PARTS = 8
/** In characters. */
const LAST_WORDS = 2_000
/** Where the command itself keeps what was compiled. */
const COMPILED = path.join(import.meta.dirname, '..', '.cache', 'compiled')

/**
 * `npm test`: verify, build, all tests. The test runner's own summary comes last, and after it what failed in any part: of long
 * outputs often only the end is kept. Files to run may be named.
 */
if (!verify()) process.exit(1)
// Hundreds of processes and threads each read the whole program: with what was compiled kept, a start takes half the work.
process.env.NODE_COMPILE_CACHE ??= COMPILED
await buildWebIfNeeded()
// Unpacked once here, so that test files that run side by side do not both do it.
const browser = await findBrowser()
console.log(`browser: ${browser.from}`)
const hasPostgres = findPostgresPrograms() !== null
if (!hasPostgres) console.log(`${INSTALL_SENTENCE} The tests that need it are left out.`)
const cores = Math.max(2, availableParallelism())
const named = process.argv.slice(2)
const ended = named.length > 0 ? [await runLive(named)] : await runAll()
process.exitCode = Math.max(...ended.map(({ code }) => code))
for (const { code, output, first } of ended) {
  if (first) process.stdout.write(`\nFailed at first, passed when run alone; a test to be fixed:\n${failuresIn(first)}`)
  if (code !== 0) process.stdout.write(failuresIn(output))
}

/**
 * Browser tests, one a core, as more of them starve each other; they wait much, so one part of the others runs beside them, and two
 * more once they are done. What is told of the others comes after them, that of the tests beside the code last.
 */
async function runAll(): Promise<Ended[]> {
  const others = files(
    ['test/**/*.test.ts'],
    [...BROWSER_TESTS, ...(hasPostgres ? SCALE_TESTS_ON_REQUEST : SCALE_TESTS)],
  )
  const parts = Array.from({ length: PARTS }, (_, part) => [
    '--test-concurrency=1',
    ...others.filter((_file, at) => at % PARTS === part),
  ])
  // In one process: starting one for each of hundreds of files would take longer than their tests do.
  const unit = ['--test-isolation=none', ...files(['src/**/*.test.ts'])]
  await using shared = hasPostgres ? await startSharedStorage() : null
  const onPostgres = shared ? [['--test-concurrency=1', ...files(STORING_TESTS)]] : []
  const told: Ended[] = []
  const waiting: Part[] = [...parts, unit].map(args => ({ args, storage: null }))
  waiting.unshift(...onPostgres.map(args => ({ args, storage: shared })))
  const order = [...waiting]
  async function takeParts(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      told[order.indexOf(next)] = await run(next.args, 'kept', next.storage?.env)
    }
  }
  const browsing = runLive(files(BROWSER_TESTS))
  const takingTwo = browsing.then(() => Promise.all([takeParts(), takeParts()]))
  await Promise.all([takingTwo, takeParts()])
  for (const { output } of told) process.stdout.write(output)
  const settled: Ended[] = []
  for (const [index, each] of [await browsing, ...told].entries())
    settled.push(await againAlone(each, order[index - 1]?.storage?.env))
  return settled
}

/**
 * Files of which a test failed are run once more, now that nothing else runs: a browser on a machine that others keep busy may take
 * longer than its test waits. Whatever fails twice has failed; what passes is still told.
 */
async function againAlone(ended: Ended, env: Record<string, string> | undefined): Promise<Ended> {
  const files = ended.code === 0 ? [] : failedFiles(ended.output)
  if (files.length === 0) return ended
  console.log(`\nOnce more, alone: ${files.join(', ')}`)
  const second = await run(['--test-concurrency=1', ...files], 'shown', env)
  return second.code === 0 ? { ...second, first: ended.output } : second
}

/** None where a failure cannot be traced to its file: of a part that was cut off, or in a test that files share. */
function failedFiles(output: string): string[] {
  const places = Array.from(failuresIn(output).matchAll(/^test at (.+?):\d+:\d+$/gm), ([, file = '']) => file)
  return places.every(file => file.endsWith('.test.ts')) ? [...new Set(places)] : []
}

interface Part {
  /** Of the test runner. */
  args: readonly string[]
  /** Where its tests remember; each in a file of its own when null. */
  storage: SharedStorage | null
}

/** A test runner that has ended. */
interface Ended {
  code: number
  /** All that it has told. */
  output: string
  /** What it told when it failed, where it passed at the second try. */
  first?: string
}

function runLive(named: readonly string[]): Promise<Ended> {
  return run([`--test-concurrency=${cores}`, ...named], 'shown')
}

function files(patterns: readonly string[], exclude: readonly string[] = []): string[] {
  return globSync(patterns, { exclude }).sort()
}

/** Runs the test runner; what it tells is shown at once, or only kept. */
async function run(args: readonly string[], told: 'shown' | 'kept', env: Record<string, string> = {}): Promise<Ended> {
  const runner = spawn(process.execPath, ['--test', TIMEOUT, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  if (told === 'shown') runner.stdout.pipe(process.stdout, { end: false })
  const [[code], output] = await Promise.all([once(runner, 'exit'), text(runner.stdout)])
  return { code: Number(code ?? 1), output }
}

/** What the test runner tells of failed tests at the end of its output; of one that was cut off, its last words. */
function failuresIn(output: string): string {
  const from = output.lastIndexOf('\n✖ failing tests:')
  return from >= 0 ? output.slice(from) : `\nNot run to its end:\n${output.slice(-LAST_WORDS)}\n`
}
