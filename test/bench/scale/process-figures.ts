import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What the system (Linux) reports of processes while they run. */

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
/** Of proc_pid_stat(5), counted behind the name in brackets, which may hold blanks. */
const FIELDS = { userTicks: 11, systemTicks: 12, childUserTicks: 13, childSystemTicks: 14 } as const

/** Seconds of processor time of a process, all threads together; 0 when it is gone. */
export function cpuSecondsOf(processId: number): number {
  const stat = statOf(processId)
  return stat === null ? 0 : (stat.userTicks + stat.systemTicks) / TICKS_PER_SECOND
}

/** The same of a process that has given its work to children, with those that have ended. */
export function cpuSecondsOfFamily(processId: number): number {
  const parent = statOf(processId)
  if (parent === null) return 0
  const ended = (parent.childUserTicks + parent.childSystemTicks) / TICKS_PER_SECOND
  const living = childrenOf(processId).reduce((sum, child) => sum + cpuSecondsOf(child), 0)
  return cpuSecondsOf(processId) + ended + living
}

/** Megabytes that a process and its children have for themselves, without what they share. */
export function ownMegabytesOfFamily(processId: number): number {
  return [processId, ...childrenOf(processId)].reduce((sum, each) => sum + ownMegabytesOf(each), 0)
}

function ownMegabytesOf(processId: number): number {
  try {
    return Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

function childrenOf(processId: number): number[] {
  try {
    return readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function statOf(processId: number): Record<keyof typeof FIELDS, number> | null {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const read = (name: keyof typeof FIELDS) => Number(fields[FIELDS[name]])
    return {
      userTicks: read('userTicks'),
      systemTicks: read('systemTicks'),
      childUserTicks: read('childUserTicks'),
      childSystemTicks: read('childSystemTicks'),
    }
  } catch {
    return null
  }
}
