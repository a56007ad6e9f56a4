import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Where Linux keeps files in memory; other systems have no such place that any user may write to. */
const MEMORY = '/dev/shm'
/** The test files that run side by side have less than this in temporary files. Containers often have 64 MB there. */
const NEEDED_BYTES = 4 * 1024 ** 3

/**
 * A folder in memory for temporary files, which goes with the process; null where there is none that is large enough and whose programs
 * may be started. Databases and browser profiles on a disk take a fifth of the processor time of their tests.
 */
export function makeMemoryFolder(): string | null {
  if (!isLargeEnough()) return null
  const folder = mkdtempSync(path.join(MEMORY, 'test-'))
  // Started by root, a server of PostgreSQL runs as another user, and has its files below.
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const program = path.join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
  return spawnSync(program).status === 0 ? folder : null
}

function isLargeEnough(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}
