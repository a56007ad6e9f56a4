import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { findBrowser } from '../src/browser/find-browser.ts'
import { buildWebIfNeeded } from '../src/runtime/web-build.ts'
import { findPostgresPrograms, INSTALL_SENTENCE } from '../test/support/postgres-server.ts'
import { type SharedStorage, startSharedStorage } from '../test/support/shared-storage.ts'
import { buildProgram } from './build-program.ts'
import { makeMemoryFolder } from './memory-folder.ts'
import { longParts, measuringParts, onPostgres, type Part, quickParts, singly } from './test-parts.ts'
import { verify } from './verify.ts'

/**
 * `npm test`: build, then verify and every test that is not long, side by side. `npm run test:all`: the long ones (`*.long.test.ts`), every
 * test that stores something once more on PostgreSQL, and then those that measure pages by Lighthouse; with `--full` (`npm run test:full`)
 * all cases of which they otherwise try a sample. `--postgres` runs those on PostgreSQL alone. `--times` lists the files that took longest.
 * Files to run may be named. Ends with the test runner's own summary.
 */

/** Of a test, and of its file: one that hangs ends then, and is named. The longest take ten minutes on a busy machine. */
const TIMEOUT_MS = 20 * 60_000
/** Browsers and crawls wait for a part of their time; more of them only get in each other's way. */
const PROCESSES_PER_CORE = 2
const MEASURING_PROCESSES_PER_CORE = 1
const ROOT = path.join(import.meta.dirname, '..')
const CACHE = path.join(ROOT, '.cache')
/** Test files that import those of a part, which so share a process. */
const PARTS_FOLDER = path.join(CACHE, `test-parts-${process.pid}`)
const BUNDLED_THREADS = ['--import', path.join(import.meta.dirname, 'bundled-threads.ts')]
const UNTRACKED_PROMISES = ['--import', path.join(import.meta.dirname, 'untracked-promises.ts')]
/** Files that `--times` lists. */
const LISTED = 40

const given = process.argv.slice(2)
const named = given.filter(each => !each.startsWith('--'))
const isLong = given.includes('--long')
const isPostgres = given.includes('--postgres')
const isFull = given.includes('--full')
/** Of each test file, what its tests took together. */
const durationsMs = new Map<string, number>()

// Hundreds of processes and threads each read the whole program: with what was compiled kept, a start takes half the work.
process.env.NODE_COMPILE_CACHE ??= path.join(CACHE, 'compiled')
await Promise.all([buildWebIfNeeded(), buildProgram()])
// Unpacked once here, so that test files that run side by side do not both do it.
const browser = await findBrowser()
console.log(`browser: ${browser.from}`)
const hasPostgres = findPostgresPrograms() !== null
if (!hasPostgres) console.log(`${INSTALL_SENTENCE} The tests that need it are skipped.`)
// The long tests write more than memory holds.
const memoryFolder = isLong || isPostgres ? null : makeMemoryFolder()
if (memoryFolder !== null) process.env.TMPDIR = memoryFolder
await using shared = hasPostgres && (isLong || isPostgres) ? await startSharedStorage() : null
const verified = isLong || isPostgres ? Promise.resolve([]) : verify()
const isPassed = await runTwice(stagesToRun(shared))
if (given.includes('--times')) printLongest()
const failedSteps = await verified
// What they said stands above, among the tests.
if (failedSteps.length > 0) console.log(`\nFailed checks of npm run verify: ${failedSteps.join(', ')}`)
process.exitCode = isPassed && failedSteps.length === 0 ? 0 : 1
rmSync(PARTS_FOLDER, { recursive: true, force: true })

/** Parts that run side by side. */
interface Stage {
  parts: readonly Part[]
  processesPerCore: number
}

/** One after the other. */
function stagesToRun(storage: SharedStorage | null): Stage[] {
  const measuring = isLong && named.length === 0 ? measuringParts(isFull) : []
  return [
    { parts: partsToRun(storage), processesPerCore: PROCESSES_PER_CORE },
    { parts: measuring, processesPerCore: MEASURING_PROCESSES_PER_CORE },
  ]
}

function partsToRun(storage: SharedStorage | null): Part[] {
  const stored = storage ? onPostgres(named, storage.env) : []
  if (isPostgres) return stored
  if (named.length > 0) return singly(named)
  return isLong ? [...longParts(hasPostgres, isFull), ...stored] : quickParts(hasPostgres)
}

/**
 * A file with a failed test is run once more, alone: a browser on a busy machine may take longer than its test waits. What fails twice
 * has failed, and what passes then is still named. True when all passed in the end.
 */
async function runTwice(stages: readonly Stage[]): Promise<boolean> {
  const cores = Math.max(2, availableParallelism())
  const execArgv = [...BUNDLED_THREADS, ...UNTRACKED_PROMISES]
  const failed: Part[] = []
  for (const { parts, processesPerCore } of stages)
    failed.push(...(await runParts(parts, { concurrency: cores * processesPerCore, execArgv })))
  if (failed.length === 0) return true
  const names = failed.flatMap(({ files }) => files)
  console.log(`\nOnce more, alone, and tests to be fixed even if they pass then: ${names.join(', ')}`)
  const failedAgain = await runParts(failed, { concurrency: 1, execArgv: BUNDLED_THREADS })
  return failedAgain.length === 0
}

/** Of the parts, the files with failed tests; a whole part where no test of it failed, but its process. */
async function runParts(
  parts: readonly Part[],
  { concurrency, execArgv }: { concurrency: number; execArgv: string[] },
): Promise<Part[]> {
  // Without files the runner would look for some.
  if (parts.length === 0) return []
  mkdirSync(PARTS_FOLDER, { recursive: true })
  const files = parts.map(entryFile)
  const failed = new Map<string, Part>()
  const tests = run({ files, concurrency, isolation: 'process', timeout: TIMEOUT_MS, execArgv })
  tests.on('test:fail', ({ file, todo }) => {
    if (file === undefined || todo !== undefined) return
    const name = nameOf(file)
    const env = parts.find(part => part.files.includes(name))?.env
    failed.set(name, parts[files.indexOf(file)] ?? { files: [name], env })
  })
  tests.on('test:complete', ({ file, name, nesting, details }) => {
    // A file that runs alone is a test itself, whose name is that of the file.
    if (file === undefined || nesting > 0 || path.resolve(name) === file) return
    durationsMs.set(nameOf(file), (durationsMs.get(nameOf(file)) ?? 0) + details.duration_ms)
  })
  const shown = tests.compose(new spec())
  shown.pipe(process.stdout, { end: false })
  await once(shown, 'end')
  return [...failed.values()]
}

/** From the root of the repository. */
function nameOf(file: string): string {
  return path.relative(ROOT, file).replaceAll('\\', '/')
}

function printLongest(): void {
  console.log('\nThe test files that took longest, in seconds:')
  const longest = [...durationsMs].sort(([, first], [, second]) => second - first).slice(0, LISTED)
  for (const [file, ms] of longest) console.log(`${(ms / 1000).toFixed(1).padStart(7)}  ${file}`)
}

/** A single file is run as it is. */
function entryFile({ files, env }: Part, index: number): string {
  const [first = ''] = files
  if (files.length === 1 && env === undefined) return path.resolve(ROOT, first)
  const entry = path.join(PARTS_FOLDER, `${index}.test.ts`)
  const imports = files.map(file => `await import(${JSON.stringify(path.resolve(ROOT, file))})\n`)
  writeFileSync(entry, `Object.assign(process.env, ${JSON.stringify(env ?? {})})\n${imports.join('')}`)
  return entry
}
