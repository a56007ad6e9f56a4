import { readFileSync } from 'node:fs'

/** Megabytes of memory that a process held at most so far; null where the system does not tell (it does on Linux). */
export function peakMegabytesOf(processId: number | undefined): number | null {
  try {
    const text = readFileSync(`/proc/${processId}/status`, 'utf8')
    const peakMegabytes = Number(/^VmHWM:\s+(\d+) kB/m.exec(text)?.[1]) / 1024
    // A process that has ended has no memory to tell of.
    return Number.isNaN(peakMegabytes) ? null : peakMegabytes
  } catch {
    return null
  }
}
