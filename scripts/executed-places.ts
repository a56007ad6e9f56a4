import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Which places of the sources the processes and threads of a test run executed, by the coverage that V8 writes (NODE_V8_COVERAGE). */

interface Coverage {
  result: { url: string; functions: { ranges: Range[] }[] }[]
}

interface Range {
  startOffset: number
  endOffset: number
  count: number
}

/** Those of the places that any of the processes executed. Types are stripped to white space, so offsets are those of the source. */
export function executedPlaces<T extends { url: string; start: number }>(folder: string, places: readonly T[]): T[] {
  const executed = new Set<T>()
  for (const name of readdirSync(folder)) {
    const coverage: Coverage = JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
    for (const { url, functions } of coverage.result) {
      const open = places.filter(place => place.url === url && !executed.has(place))
      for (const place of open) if (isExecuted(functions, place.start)) executed.add(place)
    }
  }
  return places.filter(place => executed.has(place))
}

/** The innermost range that holds the offset counts it. */
function isExecuted(functions: Coverage['result'][number]['functions'], offset: number): boolean {
  const around = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
  const lengthOf = ({ startOffset, endOffset }: Range) => endOffset - startOffset
  const [innermost] = around.toSorted((first, second) => lengthOf(first) - lengthOf(second))
  return innermost !== undefined && innermost.count > 0
}
