import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startApiServer } from './api-server.ts'

/** Milliseconds from the command to its first response, medians. */
export interface StartCost {
  runs: number
  /** Nothing is compiled yet and the data folder is not there: the accounts are made, too. */
  firstMs: number
  /** Nothing is compiled yet. */
  coldMs: number
  warmMs: number
}

export async function measureStart(runs: number): Promise<StartCost> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-bench-'))
  const first: number[] = []
  const cold: number[] = []
  const warm: number[] = []
  try {
    for (let run = 0; run < runs; run++) {
      const data = path.join(folder, `data-${run}`)
      first.push(await startOnce(data, path.join(folder, `first-${run}`)))
      cold.push(await startOnce(data, path.join(folder, `cold-${run}`)))
      warm.push(await startOnce(data, path.join(folder, `cold-${run}`)))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return { runs, firstMs: median(first), coldMs: median(cold), warmMs: median(warm) }
}

/** A start is over when a document has been sent. */
async function startOnce(folder: string, compiled: string): Promise<number> {
  const startedMs = performance.now()
  await using server = await startApiServer(folder, { env: { NODE_COMPILE_CACHE: compiled } })
  const response = await fetch(server.url)
  await response.text()
  return performance.now() - startedMs
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
