import { readFileSync } from 'node:fs'

const KIBIBYTES_PER_MEGABYTE = 1_024

/** Megabytes of memory that a process held at most so far; null where the system does not report it (it does on Linux). */
export function peakMegabytesOf(processId: number | undefined): number | null {
  return megabytesOf(processId, /^VmHWM:\s+(\d+) kB/m)
}

/** Megabytes that it holds just now, its threads together; null likewise. */
export function residentMegabytesOf(processId: number | undefined): number | null {
  return megabytesOf(processId, /^VmRSS:\s+(\d+) kB/m)
}

function megabytesOf(processId: number | undefined, line: RegExp): number | null {
  try {
    // A process that has ended has no memory to report.
    const [, kibibytes] = line.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? []
    return kibibytes === undefined ? null : Number(kibibytes) / KIBIBYTES_PER_MEGABYTE
  } catch {
    return null
  }
}
