import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import path from 'node:path'
import { after, beforeEach } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

/**
 * Which places of the sources a test executes, by the coverage that V8 keeps. Loaded before a test run (`--import`), with the file
 * of `EXECUTED_PLACES`, it writes down for each test file of that process which places its tests execute, and how long they take.
 */

/** Types are stripped to white space, so offsets are those of the source. */
export interface Place {
  url: string
  start: number
}

/** What the variable of the environment names: places to look for, and the file for what was found. */
export interface Observation {
  places: Place[]
  output: string
}

/** By test file, from the root of the file system. */
export type Executed = Record<string, Execution>

interface Execution {
  /** Of the places that its tests execute. */
  indices: number[]
  tookMs: number
}

type Coverage = { url: string; functions: { ranges: Range[] }[] }[]

interface Range {
  startOffset: number
  endOffset: number
  count: number
}

/** The indices of the places that any of the processes executed which wrote their coverage (NODE_V8_COVERAGE) into a folder. */
export function executedPlaces(folder: string, places: readonly Place[]): Set<number> {
  const files = readdirSync(folder).map(name => readFileSync(path.join(folder, name), 'utf8'))
  return new Set(files.flatMap(file => placesIn((JSON.parse(file) as { result: Coverage }).result, places)))
}

function placesIn(coverage: Coverage, places: readonly Place[]): number[] {
  const functionsOf = new Map(coverage.map(({ url, functions }) => [url, functions]))
  return [...places.entries()].flatMap(([index, { url, start }]) =>
    isExecuted(functionsOf.get(url) ?? [], start) ? [index] : [],
  )
}

/** The innermost range that holds the offset counts it. */
function isExecuted(functions: Coverage[number]['functions'], offset: number): boolean {
  const around = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
  const lengthOf = ({ startOffset, endOffset }: Range) => endOffset - startOffset
  const [innermost] = around.toSorted((first, second) => lengthOf(first) - lengthOf(second))
  return innermost !== undefined && innermost.count > 0
}

/** V8 counts from here on, and anew after each look: what a test file executes lies between its first test and the next file's. */
function observe({ places, output }: Observation): void {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const executed = new Map<string, { indices: Set<number>; tookMs: number }>()
  let current: string | undefined
  let sinceMs = performance.now()
  function look(): void {
    session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      const nowMs = performance.now()
      if (current !== undefined) {
        const known = executed.get(current) ?? { indices: new Set(), tookMs: 0 }
        executed.set(current, known)
        for (const index of placesIn(result, places)) known.indices.add(index)
        known.tookMs += nowMs - sinceMs
      }
      sinceMs = performance.now()
    })
  }
  beforeEach(test => {
    const file = 'filePath' in test ? test.filePath : undefined
    if (file === current) return
    look()
    current = file
  })
  after(() => {
    look()
    const found: Executed = Object.fromEntries(
      [...executed].map(([file, { indices, tookMs }]) => [file, { indices: [...indices], tookMs }]),
    )
    writeFileSync(output, JSON.stringify(found))
  })
}

const { EXECUTED_PLACES } = process.env
if (EXECUTED_PLACES !== undefined && isMainThread && process.argv[1] !== fileURLToPath(import.meta.url)) {
  delete process.env.EXECUTED_PLACES
  observe(JSON.parse(readFileSync(EXECUTED_PLACES, 'utf8')))
}
