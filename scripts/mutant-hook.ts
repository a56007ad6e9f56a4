import { registerHooks } from 'node:module'
import { takeCoverage } from 'node:v8'

/** Loaded before a program of which one file is to be changed: no file is written, so none has to be restored. */

interface Change {
  start: number
  end: number
  after: string
}

/** The whole file with the change in it. */
export function mutated(source: string, { start, end, after }: Change): string {
  return source.slice(0, start) + after + source.slice(end)
}

/** JSON: the URL of the file, and the change. */
const given = process.env.MUTANT
if (given !== undefined) {
  const { url: target, ...change }: Change & { url: string } = JSON.parse(given)
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (url !== target) return loaded
      return { ...loaded, source: mutated(String(loaded.source), change) }
    },
  })
}

/** How often what has been executed is written down: a thread that others end and a process that is killed do not do it at their end. */
const COVERAGE_MS = 500
if (process.env.NODE_V8_COVERAGE !== undefined) setInterval(takeCoverage, COVERAGE_MS).unref()
