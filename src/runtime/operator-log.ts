/** Where events go that are the operator's business: faults of ours, threads that were replaced. */
export type Log = (event: string, details: Record<string, unknown>) => void

/** One JSON line per event on standard error, for the operator. Control characters cannot reach the terminal: JSON escapes them. */
export function operatorLog(event: string, details: Record<string, unknown>): void {
  const line = JSON.stringify({ time: new Date().toISOString(), event, ...details })
  process.stderr.write(`${line.replaceAll(UNSAFE, escapeCodePoint)}\n`)
}

/** C1 controls and bidirectional overrides, which JSON leaves as they are. */
const UNSAFE = /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

function escapeCodePoint(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}
