import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { executedPlaces } from './executed-places.ts'
import { readImportGraph } from './import-graph.ts'
import { compiles, type Mutant, mutantsOf } from './mutants.ts'

/**
 * `npm run test:mutants -- --seed 7 --sample 150`: changes the product in one small place at a time, and reports how many of the changes a
 * test notices. The same seed draws the same sample from the same code. For each change run the tests beside the code that load the file,
 * nearest first, until one fails. With `--integration` come those below `test` that need no browser and execute the changed place, the
 * quickest first: each of them runs once without a change, and V8 writes what its processes and threads execute. What no such test
 * loads, such as hooks of the front end, is counted apart, and components (`.tsx`) are not drawn: browser tests cover them. A change
 * that makes no difference counts as survived: the reader of the list decides. No file is written; do not change the code during a run.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    sample: { type: 'string', default: '150' },
    integration: { type: 'boolean', default: false },
  },
})

const root = path.join(import.meta.dirname, '..')
const HOOK = pathToFileURL(path.join(import.meta.dirname, 'mutant-hook.ts')).href
/** Longer files are data. */
const MAX_LINES = 500
/** Unit tests of one process; a failure in them spares the rest. */
const FILES_AT_ONCE = 40
/** A change that makes a test wait for ever is noticed, too: a run may take three times as long as without a change, and this. */
const SPARE_MS = 30_000
const TIMES_AS_LONG = 3
/** Loads the sources, not the bundle, as with a change. */
const NO_CHANGE = { url: '', start: 0, end: 0, after: '' }
/** A line of TAP, of a test at any depth. */
const FAILURE = /^\s*not ok (?!.*# (?:SKIP|TODO))/m

type TestResult = 'caught' | 'survived' | 'not compiling' | 'not loaded by these tests'

/** A test file below `test`, as it runs without a change. */
interface Integration {
  file: string
  tookMs: number
  /** Mutants of places that it executes. */
  executes: ReadonlySet<Mutant>
}

const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach(stop))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const graph = readImportGraph()
const sample = drawSample(graph.product.filter(isShort).flatMap(mutantsOf), Number(values.sample), Number(values.seed))
const places = sample.map(mutant => ({ mutant, url: urlOf(mutant), start: mutant.start }))
const unitTests = [...new Set(sample.flatMap(({ file }) => graph.testsOf(file)))]
console.log(`${sample.length} mutants; first their ${unitTests.length} test files without a change.`)
const unitLimitMs = limitMs(await unchangedMs(unitTests))
const integration = values.integration ? await runUnchanged(graph.integration) : []
const survivors: Mutant[] = []
const counts: Record<TestResult, number> = {
  caught: 0,
  survived: 0,
  'not compiling': 0,
  'not loaded by these tests': 0,
}
const waiting = sample.entries()
await Promise.all(Array.from({ length: availableParallelism() }, testWaiting))
const tested = counts.caught + counts.survived
console.log(
  `\nCaught ${counts.caught} of ${tested} (${Math.round((100 * counts.caught) / Math.max(1, tested))} %), ` +
    `${counts['not compiling']} not compiling, ${counts['not loaded by these tests']} not loaded by these tests; --seed ${values.seed} --sample ${values.sample}`,
)
for (const mutant of survivors) console.log(`survived: ${described(mutant)}`)

async function testWaiting(): Promise<void> {
  for (const [index, mutant] of waiting) {
    const result = await resultOf(mutant)
    counts[result]++
    if (result === 'survived') survivors.push(mutant)
    console.log(`${index + 1}/${sample.length} ${result}: ${described(mutant)}`)
  }
}

async function resultOf(mutant: Mutant): Promise<TestResult> {
  if (!compiles(mutant)) return 'not compiling'
  const unit = graph.testsOf(mutant.file)
  const executing = integration.filter(({ executes }) => executes.has(mutant))
  if (unit.length + executing.length === 0) return 'not loaded by these tests'
  for (const files of unitRuns(unit, mutant.file))
    if (!(await pass(files, { mutant, timeoutMs: unitLimitMs }))) return 'caught'
  for (const { file, tookMs } of executing)
    if (!(await pass([file], { mutant, timeoutMs: limitMs(tookMs) }))) return 'caught'
  return 'survived'
}

/** Tests of the folder first. */
function unitRuns(unit: readonly string[], file: string): string[][] {
  const isBeside = (test: string) => path.dirname(test) === path.dirname(file)
  const others = unit.filter(test => !isBeside(test))
  const runs = [unit.filter(isBeside)]
  for (let from = 0; from < others.length; from += FILES_AT_ONCE) runs.push(others.slice(from, from + FILES_AT_ONCE))
  return runs.filter(files => files.length > 0)
}

function limitMs(tookMs: number): number {
  return TIMES_AS_LONG * tookMs + SPARE_MS
}

/** How long the tests take. Ends the program when they fail without a change. */
async function unchangedMs(files: readonly string[], coverageFolder?: string): Promise<number> {
  const startedMs = performance.now()
  if (files.length > 0 && !(await pass(files, { coverageFolder }))) {
    console.error('Tests fail without any change: fix them first.')
    process.exit(1)
  }
  return performance.now() - startedMs
}

/** Each alone, for what it executes; the quickest first. */
async function runUnchanged(files: readonly string[]): Promise<Integration[]> {
  const observed: Integration[] = []
  for (const file of files) {
    const coverageFolder = mkdtempSync(path.join(tmpdir(), 'sitesounder-coverage-'))
    const tookMs = await unchangedMs([file], coverageFolder)
    const executes = new Set(executedPlaces(coverageFolder, places).map(({ mutant }) => mutant))
    rmSync(coverageFolder, { recursive: true, force: true })
    console.log(`${file} executes ${executes.size} of the places, in ${(tookMs / 1_000).toFixed(1)} s`)
    if (executes.size > 0) observed.push({ file, tookMs, executes })
  }
  return observed.sort((first, second) => first.tookMs - second.tookMs)
}

interface Run {
  mutant?: Mutant
  timeoutMs?: number
  coverageFolder?: string | undefined
}

/** Whether all tests of the files pass, in time. The first that fails ends the run. */
async function pass(files: readonly string[], { mutant, timeoutMs, coverageFolder }: Run): Promise<boolean> {
  const change = mutant ? { ...mutant, url: urlOf(mutant) } : NO_CHANGE
  // A group of its own, so that servers which a test has started end with it.
  const runner = spawn(process.execPath, ['--test', '--test-isolation=none', '--test-reporter=tap', ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
    // Programs that a test starts have the change in them, too.
    env: {
      ...process.env,
      MUTANT: JSON.stringify(change),
      NODE_OPTIONS: `--import=${HOOK}`,
      ...(coverageFolder !== undefined && { NODE_V8_COVERAGE: coverageFolder }),
    },
  })
  running.add(runner)
  const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs, runner)
  let printed = ''
  runner.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed = printed.slice(printed.lastIndexOf('\n') + 1) + text
    if (FAILURE.test(printed)) stop(runner)
  })
  const [code] = await once(runner, 'exit')
  clearTimeout(timer)
  running.delete(runner)
  if (code !== 0 && mutant === undefined) console.error(printed)
  return code === 0
}

function urlOf({ file }: Mutant): string {
  return pathToFileURL(path.join(root, file)).href
}

function stop({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

function isShort(file: string): boolean {
  return readFileSync(path.join(root, file), 'utf8').split('\n').length <= MAX_LINES
}

/** Without repetition; the same for the same seed (mulberry32). */
function drawSample(mutants: Mutant[], size: number, seed: number): Mutant[] {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const rest = [...mutants]
  const count = Math.min(size, rest.length)
  return Array.from({ length: count }, () => rest.splice(Math.floor(random() * rest.length), 1)).flat()
}

function described({ file, line, before, after }: Mutant): string {
  return `${file}:${line} ${shown(before)} → ${shown(after)}`
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
