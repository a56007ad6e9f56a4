import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { readImportGraph } from './import-graph.ts'
import { compiles, type Mutant, mutantsOf } from './mutants.ts'

/**
 * `npm run test:mutants -- --seed 7 --sample 150`: changes the product in one small place at a time, and reports how many of the changes a
 * test notices. The same seed draws the same sample from the same code. For each change run the tests that load the file, nearest
 * first, until one fails; `--integration` adds the nearest of those below `test` that need no browser. What no such test loads, such as
 * hooks of the front end, is counted apart, and components (`.tsx`) are not drawn: browser tests cover them. A change that makes no
 * difference counts as survived: the reader of the list decides. No file is written; do not change the code during a run.
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
/** Of tests below `test`, each of which has a process: the nearest by imports. */
const MAX_INTEGRATION_FILES = 12
/** A change that makes a test wait for ever is noticed, too: a run may take as long as all of its kind without a change, and this. */
const SPARE_MS = 30_000
/** A line of TAP, of a test at any depth. */
const FAILURE = /^\s*not ok (?!.*# (?:SKIP|TODO))/m

type TestResult = 'caught' | 'survived' | 'not compiling' | 'not loaded by these tests'

/** Tests below `test` have a process each, as they have in `npm test`; those beside the code share one. */
type Kind = 'unit' | 'integration'

const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach(stop))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const graph = readImportGraph({ withIntegration: values.integration })
const sample = drawSample(graph.product.filter(isShort).flatMap(mutantsOf), Number(values.sample), Number(values.seed))
const tests = new Set(sample.flatMap(({ file }) => testsToRun(file)))
console.log(`${sample.length} mutants; first their ${tests.size} test files without a change.`)
const limitsMs = { unit: await unchangedMs('unit'), integration: await unchangedMs('integration') }
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
  const own = testsToRun(mutant.file)
  if (own.length === 0) return 'not loaded by these tests'
  for (const { kind, files } of runsOf(own, mutant.file))
    if (!(await pass(kind, files, mutant, limitsMs[kind]))) return 'caught'
  return 'survived'
}

function testsToRun(file: string): string[] {
  const all = graph.testsOf(file)
  const integration = all.filter(test => kindOf(test) === 'integration')
  return [...all.filter(test => kindOf(test) === 'unit'), ...integration.slice(0, MAX_INTEGRATION_FILES)]
}

/** Tests of the folder first, then others beside the code, then those below `test`. */
function runsOf(own: readonly string[], file: string): { kind: Kind; files: string[] }[] {
  const unit = own.filter(test => kindOf(test) === 'unit')
  const isBeside = (test: string) => path.dirname(test) === path.dirname(file)
  const others = unit.filter(test => !isBeside(test))
  const chunks = [unit.filter(isBeside)]
  for (let from = 0; from < others.length; from += FILES_AT_ONCE) chunks.push(others.slice(from, from + FILES_AT_ONCE))
  const integration = own.filter(test => kindOf(test) === 'integration')
  return [
    ...chunks.filter(files => files.length > 0).map(files => ({ kind: 'unit' as const, files })),
    ...(integration.length > 0 ? [{ kind: 'integration' as const, files: integration }] : []),
  ]
}

function kindOf(test: string): Kind {
  return test.startsWith('src/') ? 'unit' : 'integration'
}

/** How long a run of tests of a kind may take. Ends the program when they fail without a change. */
async function unchangedMs(kind: Kind): Promise<number> {
  const startedMs = performance.now()
  const files = [...tests].filter(test => kindOf(test) === kind)
  if (!(await pass(kind, files, null, Number.POSITIVE_INFINITY))) {
    console.error(`Tests fail without any change (${kind}): fix them first.`)
    process.exit(1)
  }
  return performance.now() - startedMs + SPARE_MS
}

/** Whether all tests of the files pass, in time. The first that fails ends the run. */
async function pass(kind: Kind, files: readonly string[], mutant: Mutant | null, timeoutMs: number): Promise<boolean> {
  if (files.length === 0) return true
  const change = mutant && { ...mutant, url: pathToFileURL(path.join(root, mutant.file)).href }
  const isolation = kind === 'unit' ? ['--test-isolation=none'] : ['--test-concurrency=1']
  // A group of its own, so that servers which a test has started end with it.
  const runner = spawn(process.execPath, ['--test', ...isolation, '--test-reporter=tap', ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
    // Programs that a test starts have the change in them, too.
    env: { ...process.env, ...(change && { MUTANT: JSON.stringify(change), NODE_OPTIONS: `--import=${HOOK}` }) },
  })
  running.add(runner)
  const timer = Number.isFinite(timeoutMs) ? setTimeout(stop, timeoutMs, runner) : undefined
  let printed = ''
  runner.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed = printed.slice(printed.lastIndexOf('\n') + 1) + text
    if (FAILURE.test(printed)) stop(runner)
  })
  const [code] = await once(runner, 'exit')
  clearTimeout(timer)
  running.delete(runner)
  if (code !== 0 && mutant === null) console.error(printed)
  return code === 0
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
