import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'

export interface Measured {
  wallSeconds: number
  /** User and system, of all threads. */
  cpuSeconds: number
  peakMegabytes: number
}

const usageSchema = z.object({ cpuSeconds: z.number(), peakMegabytes: z.number() })
const PRELOAD = path.join(import.meta.dirname, 'report-usage.ts')

/** Runs a script of ours from its start to its end. Throws when it fails. `expectedCode` is what it exits with when all went well. */
export async function measureProcess(
  script: string,
  args: readonly string[],
  { expectedCodes = [0] }: { expectedCodes?: readonly number[] } = {},
): Promise<Measured> {
  const startedMs = performance.now()
  const child = spawn(process.execPath, ['--import', PRELOAD, script, ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  const usage = child.stdio[3]
  if (!usage || !('readable' in usage)) throw new Error('the usage has no pipe')
  const [said, [code]] = await Promise.all([text(usage), once(child, 'exit')])
  if (!expectedCodes.includes(Number(code))) throw new Error(`${path.basename(script)} ended with ${code}`)
  return { wallSeconds: (performance.now() - startedMs) / 1_000, ...usageSchema.parse(JSON.parse(said)) }
}
