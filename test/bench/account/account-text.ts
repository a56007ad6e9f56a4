import type { Stage } from '../million/crawl-figures.ts'

/** What one thread took, in milliseconds. */
export interface ThreadTime {
  /** As Node.js numbers them: 0 is the main thread. */
  thread: number
  cpuMs: number
  /** By the clock: what other processes took meanwhile counts, too. */
  garbageMs: number
  sqliteMs: number
  compressMs: number
}

export interface StoredTable {
  name: string
  bytes: number
  rows: number
}

export interface Account {
  pages: number
  wallSeconds: number
  stages: readonly Stage[]
  threads: readonly ThreadTime[]
  tables: readonly StoredTable[]
}

const MICROSECONDS_PER_MILLISECOND = 1_000
const MICROSECONDS_PER_SECOND = 1_000_000
/** Smaller tables say nothing of a page. */
const LEAST_BYTES = 20

/** The account as lines for a person: microseconds of processor, bytes and rows, each for one page. */
export function accountText({ pages, wallSeconds, stages, threads, tables }: Account): string {
  const micros = (ms: number) => Math.round((ms * MICROSECONDS_PER_MILLISECOND) / pages)
  const allMicros = Math.round(
    (stages.reduce((sum, each) => sum + each.cpuSeconds, 0) * MICROSECONDS_PER_SECOND) / pages,
  )
  const noted = threads.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  const kept = tables.filter(({ bytes }) => bytes >= LEAST_BYTES * pages)
  return [
    `${pages} pages in ${wallSeconds.toFixed(1)} s, ${allMicros} µs of processor for a page`,
    '',
    ...stages.map(
      ({ name, cpuSeconds }) => `${right(Math.round((cpuSeconds * MICROSECONDS_PER_SECOND) / pages))} µs  ${name}`,
    ),
    '',
    ...threads.map(
      ({ thread, cpuMs, garbageMs, sqliteMs, compressMs }) =>
        `${right(micros(cpuMs))} µs  thread ${thread}: garbage ${micros(garbageMs)}, SQLite ${micros(sqliteMs)}, compressing ${micros(compressMs)}`,
    ),
    `${right(Math.max(0, allMicros - micros(noted)))} µs  threads of V8 and of the system: compiling, collecting garbage, files`,
    '',
    ...kept.map(
      ({ name, bytes, rows }) => `${right(Math.round(bytes / pages))} B   ${name}, ${(rows / pages).toFixed(1)} rows`,
    ),
    `${right(Math.round(tables.reduce((sum, { bytes }) => sum + bytes, 0) / pages))} B   stored in all`,
  ].join('\n')
}

const WIDTH = 8

function right(figure: number): string {
  return String(figure).padStart(WIDTH)
}
