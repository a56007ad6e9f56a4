import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Executed, executedPlaces, type Observation } from './executed-places.ts'
import { readImportGraph } from './import-graph.ts'
import { mutated } from './mutant-hook.ts'
import { compiles, type Mutant, mutantsOf } from './mutants.ts'
import { steps } from './verify.ts'

/**
 * `npm run test:mutants -- --seed 7 --sample 150`: changes the product in one small place at a time, and reports how many of the changes a
 * test notices. The same seed draws the same sample from the same code. For each change run the tests beside the file, then those below
 * `src` that execute the changed place, until one fails. What they do not notice is tried by the checks of `npm run verify` that depend on
 * what the code says: its types, and what is generated from it; that is counted apart. With `--integration`, the rest is then tried by the
 * tests below `test` that take seconds and execute it, the quickest first. What a test executes is observed once, without a change.
 * What no such test loads, such as hooks of the front end, is counted apart, and components (`.tsx`) are not drawn: browser tests cover
 * them. A change that makes no difference counts as survived: the reader of the list decides. No file of the checkout is written; do not
 * change the code during a run.
 * `--continue FILE` takes over what an earlier run of the same sample and code has printed: one that was ended goes on, and with
 * `--integration` only what was not noticed is tried again.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    sample: { type: 'string', default: '150' },
    integration: { type: 'boolean', default: false },
    continue: { type: 'string' },
  },
})

const root = path.join(import.meta.dirname, '..')
const HOOK = pathToFileURL(path.join(import.meta.dirname, 'mutant-hook.ts')).href
const OBSERVER = path.join(import.meta.dirname, 'executed-places.ts')
/** Longer files are data. */
const MAX_LINES = 500
/** Unit tests of one process; a failure in them spares the rest. */
const FILES_AT_ONCE = 40
/** A change that makes a test wait for ever is noticed, too: a run may take three times as long as without a change, and this. */
const SPARE_MS = 30_000
const TIMES_AS_LONG = 3
/** Tests below `test` that try a change. Of code that all crawls execute, the sixteenth notices what none before it did only rarely. */
const MOST_INTEGRATION = 15
/** Loads the sources, not the bundle, as with a change. */
const NO_CHANGE = { url: '', start: 0, end: 0, after: '' }
const LOGICAL_OPERATORS: ReadonlySet<string> = new Set(['&&', '||', '??'])
/** A line of TAP, of a test at any depth. */
const FAILURE = /^\s*not ok (?!.*# (?:SKIP|TODO))/m

/** What no check of `npm run verify` reads, or what a link leads to. */
const NOT_COPIED: ReadonlySet<string> = new Set(['.git', '.cache', '.tsc', 'data', 'dist', 'node_modules'])

const testResults = ['caught', 'caught by verify', 'survived', 'not compiling', 'not loaded by these tests'] as const
type TestResult = (typeof testResults)[number]

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
const results = values.continue === undefined ? new Map<Mutant, TestResult>() : readResults(values.continue)
const untried = sample.filter(mutant => !results.has(mutant))
const unitTests = [...new Set(untried.flatMap(({ file }) => graph.testsOf(file)))]
console.log(`${untried.length} mutants; first their ${unitTests.length} test files without a change.`)
const { executing: unitExecuting, limitMs: unitLimitMs } = await observeUnitTests(unitTests)
await forEachMutant(untried, byUnitTests)
await tryByVerify(sample.filter(mutant => isOpen(results.get(mutant))))
if (values.integration) {
  const open = sample.filter(mutant => isOpen(results.get(mutant)))
  const integration = await observeIntegration(graph.integration, open)
  await forEachMutant(open, mutant => byIntegration(mutant, integration))
}
const count = (result: TestResult) => [...results.values()].filter(each => each === result).length
const caught = count('caught') + count('caught by verify')
const tested = caught + count('survived')
console.log(
  `\nCaught ${caught} of ${tested} (${Math.round((100 * caught) / Math.max(1, tested))} %), ` +
    `of these ${count('caught by verify')} by npm run verify alone; ${count('not compiling')} not compiling, ${count('not loaded by these tests')} not loaded by these tests; --seed ${values.seed} --sample ${values.sample}`,
)
for (const [mutant, result] of results) if (result === 'survived') console.log(`survived: ${described(mutant)}`)

/** As many workers as there are processors, which share the items. */
async function sideBySide<Item>(
  items: readonly Item[],
  worker: (waiting: Iterable<Item>) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), items.length) }, () => worker(waiting)))
}

async function forEachMutant(mutants: readonly Mutant[], test: (mutant: Mutant) => Promise<TestResult>): Promise<void> {
  await sideBySide(mutants, async waiting => {
    for (const mutant of waiting) note(mutant, await test(mutant))
  })
}

function note(mutant: Mutant, result: TestResult): void {
  results.set(mutant, result)
  console.log(resultLine(mutant, result))
}

function resultLine(mutant: Mutant, result: TestResult): string {
  return `${sample.indexOf(mutant) + 1}/${sample.length} ${result}: ${described(mutant)}`
}

/** The last result of each mutant. */
function readResults(file: string): Map<Mutant, TestResult> {
  const lines = readFileSync(file, 'utf8').split('\n')
  return new Map(
    sample.flatMap(mutant => {
      const found = testResults.map(result => ({ result, at: lines.lastIndexOf(resultLine(mutant, result)) }))
      const [last] = found.filter(({ at }) => at >= 0).sort((first, second) => second.at - first.at)
      return last ? [[mutant, last.result]] : []
    }),
  )
}

function isOpen(result: TestResult | undefined): boolean {
  return result === 'survived' || result === 'not loaded by these tests'
}

async function byUnitTests(mutant: Mutant): Promise<TestResult> {
  if (!compiles(mutant)) return 'not compiling'
  const runs = unitTestsOf(mutant)
  for (const files of runs) if (!(await pass(files, { mutant, timeoutMs: unitLimitMs(files) }))) return 'caught'
  return runs.length === 0 ? 'not loaded by these tests' : 'survived'
}

async function byIntegration(mutant: Mutant, integration: readonly Integration[]): Promise<TestResult> {
  const executing = integration.filter(({ executes }) => executes.has(mutant)).slice(0, MOST_INTEGRATION)
  for (const { file, tookMs } of executing)
    if (!(await pass([file], { mutant, timeoutMs: limitMs(tookMs) }))) return 'caught'
  return executing.length === 0 ? (results.get(mutant) ?? 'survived') : 'survived'
}

async function tryByVerify(mutants: readonly Mutant[]): Promise<void> {
  await sideBySide(mutants, verifyEach)
}

/** One after the other: a copy of the sources has one change at a time. */
async function verifyEach(mutants: Iterable<Mutant>): Promise<void> {
  using copy = temporaryFolder()
  cpSync(root, copy.path, { recursive: true, filter: file => !NOT_COPIED.has(path.basename(file)) })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy.path, 'node_modules'), 'junction')
  if (!(await isVerified(copy.path))) {
    console.error('npm run verify fails without any change: fix that first.')
    process.exit(1)
  }
  for (const mutant of mutants) {
    const file = path.join(copy.path, mutant.file)
    const source = readFileSync(file, 'utf8')
    writeFileSync(file, mutated(source, mutant))
    if (!(await isVerified(copy.path))) note(mutant, 'caught by verify')
    writeFileSync(file, source)
  }
}

async function isVerified(folder: string): Promise<boolean> {
  for (const [, command, args, dependsOn] of steps) {
    if (dependsOn !== 'meaning') continue
    const [code] = await once(spawn(command, args, { cwd: folder, stdio: 'ignore' }), 'exit')
    if (code !== 0) return false
  }
  return true
}

/** Those of its folder first; then those that execute it, and those that load what is executed as it is loaded. */
function unitTestsOf(mutant: Mutant): string[][] {
  const loading = graph.testsOf(mutant.file)
  const isBeside = (test: string) => path.dirname(test) === path.dirname(mutant.file)
  const executing = unitExecuting(mutant)
  const others = loading.filter(test => !isBeside(test) && (executing.length === 0 || executing.includes(test)))
  const runs = [loading.filter(isBeside)]
  for (let from = 0; from < others.length; from += FILES_AT_ONCE) runs.push(others.slice(from, from + FILES_AT_ONCE))
  return runs.filter(files => files.length > 0)
}

function limitMs(tookMs: number): number {
  return TIMES_AS_LONG * tookMs + SPARE_MS
}

/** How long the tests take. Ends the program when they fail without a change. */
async function unchangedMs(files: readonly string[], observation: Omit<Run, 'mutant'>): Promise<number> {
  const startedMs = performance.now()
  if (files.length > 0 && !(await pass(files, observation))) {
    console.error('Tests fail without any change: fix them first.')
    process.exit(1)
  }
  return performance.now() - startedMs
}

/** Which tests beside the code execute a mutant, and how long a run of some of them may take: by one run of all. */
async function observeUnitTests(
  files: readonly string[],
): Promise<{ executing: (mutant: Mutant) => string[]; limitMs: (files: readonly string[]) => number }> {
  if (files.length === 0) return { executing: () => [], limitMs: () => 0 }
  using folder = temporaryFolder()
  const observation: Observation = { places: placesOf(sample), output: path.join(folder.path, 'executed.json') }
  const observationFile = path.join(folder.path, 'places.json')
  writeFileSync(observationFile, JSON.stringify(observation))
  const tookMs = await unchangedMs(files, { observationFile })
  const executed: Executed = JSON.parse(readFileSync(observation.output, 'utf8'))
  const ofTests = new Map(
    Object.entries(executed).map(([test, execution]) => [path.relative(root, test).replaceAll('\\', '/'), execution]),
  )
  const testsMs = (tests: readonly string[]) => tests.reduce((sum, test) => sum + (ofTests.get(test)?.tookMs ?? 0), 0)
  const loadingMs = (tookMs - testsMs(files)) / files.length
  return {
    executing: mutant => {
      const index = sample.indexOf(mutant)
      return [...ofTests].flatMap(([test, { indices }]) => (indices.includes(index) ? [test] : []))
    },
    limitMs: tests => limitMs(testsMs(tests) + loadingMs * tests.length),
  }
}

/** Each alone, for what it executes; the quickest first. */
async function observeIntegration(files: readonly string[], mutants: readonly Mutant[]): Promise<Integration[]> {
  const observed: Integration[] = []
  await sideBySide(files, async waiting => {
    for (const file of waiting) {
      using coverage = temporaryFolder()
      const tookMs = await unchangedMs([file], { coverageFolder: coverage.path })
      const indices = executedPlaces(coverage.path, placesOf(mutants))
      const executes = new Set(mutants.filter((_mutant, index) => indices.has(index)))
      console.log(`${file} executes ${executes.size} of the places, in ${(tookMs / 1_000).toFixed(1)} s`)
      if (executes.size > 0) observed.push({ file, tookMs, executes })
    }
  })
  return observed.sort((first, second) => first.tookMs - second.tookMs)
}

function temporaryFolder(): { path: string } & Disposable {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-mutants-'))
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

interface Run {
  mutant?: Mutant
  timeoutMs?: number
  coverageFolder?: string
  observationFile?: string
}

/** Whether all tests of the files pass, in time. The first that fails ends the run. */
async function pass(
  files: readonly string[],
  { mutant, timeoutMs, coverageFolder, observationFile }: Run,
): Promise<boolean> {
  const observer = observationFile === undefined ? [] : ['--import', OBSERVER]
  const runner = spawn(
    process.execPath,
    [...observer, '--test', '--test-isolation=none', '--test-reporter=tap', ...files],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      // A group of its own, so that servers which a test has started end with it.
      detached: true,
      env: {
        ...environmentOf(mutant),
        ...(coverageFolder !== undefined && { NODE_V8_COVERAGE: coverageFolder }),
        ...(observationFile !== undefined && { EXECUTED_PLACES: observationFile }),
      },
    },
  )
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

/** Of a program that loads the change, if any, and so do the programs that it starts. */
function environmentOf(mutant: Mutant | undefined): NodeJS.ProcessEnv {
  const change = mutant ? { ...mutant, url: urlOf(mutant) } : NO_CHANGE
  return { ...process.env, MUTANT: JSON.stringify(change), NODE_OPTIONS: `--import=${HOOK}` }
}

/** V8 counts `&& right` with its operator, so not at all where `left` decides: what executes a logical operator executes what stands before it. */
function placesOf(mutants: readonly Mutant[]): Observation['places'] {
  return mutants.map(mutant => ({
    url: urlOf(mutant),
    start: LOGICAL_OPERATORS.has(mutant.before) ? mutant.start - 1 : mutant.start,
  }))
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
