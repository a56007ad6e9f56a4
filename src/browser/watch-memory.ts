import { readFileSync } from 'node:fs'
import type { CDPSession } from 'puppeteer-core'

/** Pages of today take 50 to 300; one that takes as much would take all there is. */
const MAX_TAB_MEGABYTES = 1_000
/** For the browser itself, and for each tab on top, with what pages keep outside of their own process: blobs, databases, pictures. */
const BROWSER_MEGABYTES = 1_000
const MEGABYTES_PER_TAB = 300
/** Memory is filled by a gigabyte in a second, at most. */
const LOOK_MS = 250

/** Megabytes of one process of the browser; `shared` is memory that several processes may have at once, files excepted. */
export interface ProcessMemory {
  pid: number
  isRenderer: boolean
  isBrowser: boolean
  own: number
  shared: number
}

/** What to end: a tab, or the whole browser; null when all is well. */
export interface Excess {
  pid: number
  of: 'a page' | 'the browser'
  megabytes: number
}

/** A process of a page that takes too much, else the browser when all its processes together do. */
export function excessOf(processes: readonly ProcessMemory[], tabs: number): Excess | null {
  for (const { pid, isRenderer, own, shared } of processes)
    if (isRenderer && own + shared > MAX_TAB_MEGABYTES)
      return { pid, of: 'a page', megabytes: Math.round(own + shared) }
  const browser = processes.find(({ isBrowser }) => isBrowser)
  // What is shared is counted once: at most one process has all of it.
  const megabytes = Math.round(
    processes.reduce((sum, { own }) => sum + own, 0) + Math.max(0, ...processes.map(({ shared }) => shared)),
  )
  if (!browser || megabytes <= BROWSER_MEGABYTES + tabs * MEGABYTES_PER_TAB) return null
  return { pid: browser.pid, of: 'the browser', megabytes }
}

/**
 * Ends each process of a page that takes too much memory; its page then crashes, and no other. Ends the browser when all its processes
 * together take too much. `root` is a session with the browser. Only Linux says how much memory a process has; elsewhere the browser's own
 * limits hold. Returns a function that ends the watch.
 */
export function watchMemory(root: CDPSession, tabs: number, onEnded: (excess: Excess) => void): () => void {
  if (process.platform !== 'linux') return () => {}
  const look = async () => {
    const { processInfo } = await root.send('SystemInfo.getProcessInfo')
    const processes = processInfo.map(({ type, id }) => ({
      pid: id,
      isRenderer: type === 'renderer',
      isBrowser: type === 'browser',
      ...memoryOf(id),
    }))
    const excess = excessOf(processes, tabs)
    if (excess === null) return
    process.kill(excess.pid, 'SIGKILL')
    onEnded(excess)
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

const KIBIBYTES_PER_MEGABYTE = 1_000_000 / 1_024

/** Nothing for a process that has ended. */
function memoryOf(pid: number): { own: number; shared: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const megabytes = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / KIBIBYTES_PER_MEGABYTE
    return { own: megabytes('RssAnon'), shared: megabytes('RssShmem') }
  } catch {
    return { own: 0, shared: 0 }
  }
}
