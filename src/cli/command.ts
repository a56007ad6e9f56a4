import type { Settings } from '#settings/config.ts'

/** What a command is given, and how it says that it was called wrongly. */
export interface CommandInput {
  operands: readonly string[]
  flags: ReadonlyMap<string, string>
  settings: Settings
}

export class UsageError extends Error {}

/**
 * Calls back for the signals that ask a process to end. Started by npm, the process also ends when npm's shell does: the shell
 * takes the signal and leaves its child running, holding the port.
 */
export function onEndRequested(callback: (signal: string) => void): () => void {
  const parent = process.ppid
  const onSignal = (signal: string) => callback(signal)
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined
  const timer = isUnderNpm
    ? setInterval(() => process.ppid !== parent && callback('SIGTERM'), PARENT_WATCH_MS)
    : undefined
  timer?.unref()
  return () => {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
    clearInterval(timer)
  }
}

const PARENT_WATCH_MS = 500
