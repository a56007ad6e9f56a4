import type { Contender, Role } from './contenders.ts'
import type { Measured } from './crawl/measured-process.ts'
import { type Spread, spread } from './spread.ts'

/** What was measured on a site of one size. */
export interface BenchResult {
  pages: number
  server: string
  /** Our pages per second in those of the loop. */
  ratio: number
  rows: Row[]
  /** The same size with everything on; null where that was not requested. */
  everything: EverythingResult | null
}

export interface EverythingResult {
  /** Requests that the server got, from each of the two. */
  requests: number
  /** Those of them that request no body (HEAD). */
  headRequests: number
  /** Our requests per second in those of the loop. */
  ratio: number
  rows: Row[]
}

export interface Row {
  name: string
  role: Role
  wallSeconds: Spread
  cpuSeconds: Spread
  peakMegabytes: Spread
}

export function rowOf({ name, role }: Contender, figures: readonly Measured[]): Row {
  return {
    name,
    role,
    wallSeconds: spread(figures.map(each => each.wallSeconds)),
    cpuSeconds: spread(figures.map(each => each.cpuSeconds)),
    peakMegabytes: spread(figures.map(each => each.peakMegabytes)),
  }
}

/** Time of the loop in that of the audit, medians of both. */
export function ratioOf(rows: readonly Row[]): number {
  const of = (role: Role) => rows.find(row => row.role === role)?.wallSeconds.median ?? Number.NaN
  return of('loop') / of('audit')
}
