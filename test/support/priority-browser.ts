import { chmodSync, writeFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import path from 'node:path'

/**
 * A program in place of a browser. When it is first spoken to, it has the priority that it is meant to have: it says it, and that of the
 * process that started it, and ends, so that this is reported as the last words of a browser that did not start. A real browser that root
 * started would have raised its own priority by then.
 */
export function placePriorityBrowser(folder: string): string {
  const file = path.join(folder, 'priority-browser')
  const script = `#!/bin/sh
head -c 1 <&3 >/dev/null
echo browser $(ps -o ni= -p $$), started by $(ps -o ni= -p $PPID) >&2
exit 1
`
  writeFileSync(file, script)
  chmodSync(file, 0o755)
  return file
}

const normal = getPriority()
const yielding = Math.max(normal, constants.priority.PRIORITY_BELOW_NORMAL)

/** What it says. */
export const priorityWords = {
  normal: `browser ${normal}, started by ${normal}`,
  yielding: `browser ${yielding}, started by ${normal}`,
  /** Both it and the process that started it come after others. */
  bothYielding: `browser ${yielding}, started by ${yielding}`,
}

/** Elsewhere processes have other priorities, or show them in another way. */
export const hasPriorities = process.platform === 'linux'
