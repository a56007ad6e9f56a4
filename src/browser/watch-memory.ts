import { readFileSync } from 'node:fs'
import type { CDPSession } from 'puppeteer-core'

/** Pages of today take 50 to 300; one that takes as much would take all there is. */
const MAX_TAB_MEGABYTES = 1_000
/** Memory is filled by a gigabyte in a second, at most. */
const LOOK_MS = 250
/** Of the kernel, on all machines that browsers run on. */
const MEMORY_PAGE_BYTES = 4_096

/**
 * Ends each process of a page that takes too much memory; its page then crashes, and no other. `root` is a session with the browser. Only
 * Linux says how much memory a process has; elsewhere the browser's own limits hold. Returns a function that ends the watch.
 */
export function watchMemory(root: CDPSession, onEnded: (megabytes: number) => void): () => void {
  if (process.platform !== 'linux') return () => {}
  const look = async () => {
    const { processInfo } = await root.send('SystemInfo.getProcessInfo')
    for (const { type, id } of processInfo) {
      const megabytes = type === 'renderer' ? residentMegabytes(id) : 0
      if (megabytes <= MAX_TAB_MEGABYTES) continue
      process.kill(id, 'SIGKILL')
      onEnded(Math.round(megabytes))
    }
  }
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      // A process that has ended meanwhile, or the whole browser.
      .catch(() => {})
      .finally(() => {
        isLooking = false
      })
  }, LOOK_MS)
  return () => clearInterval(timer)
}

/** 0 for a process that has ended. */
function residentMegabytes(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return (pages * MEMORY_PAGE_BYTES) / 1_000_000
  } catch {
    return 0
  }
}
