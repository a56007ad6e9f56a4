import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL } = constants.priority

/** Ends a process with all that it started: a group of its own where there are groups. No effect on one that is gone. */
export function killGroup(pid: number): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true })
    return
  }
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/**
 * For a browser that prints or measures, which takes a processor whole for seconds: a tenth of the usual share where others want it.
 * Processes that it starts later inherit this. Linux may share the processors among sessions before priorities count (sched(7), "The
 * autogroup feature"), and the browser has a session of its own. A Chromium that root started sets the priorities of its threads itself:
 * then only the session yields.
 */
export function lowerPriority(pid: number): void {
  try {
    yieldToOthers(pid)
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, String(PRIORITY_BELOW_NORMAL))
  } catch {
    // It has ended already, or sessions have no priority here.
  }
}

/**
 * A process comes after others; without its id, the process that calls, of which on Linux only the thread that calls (setpriority(2),
 * "C library/kernel differences"). One that comes after others by more already, as by nice(1), stays there: to raise it is refused.
 */
export function yieldToOthers(pid = 0): void {
  if (getPriority(pid) < PRIORITY_BELOW_NORMAL) setPriority(pid, PRIORITY_BELOW_NORMAL)
}
