import { fileGraph, isTest, readSources } from './source-graph.ts'

/**
 * Figures about the shape of `src`: how many files, how long, how many of them only one other file needs, and how the parts hang
 * together. Prints JSON: `npm run structure`.
 */

/** Longer files with one importer are an idea of their own more often than not. */
const SMALL_LINES = 60
const TINY_LINES = 25
const LONG_LINES = 500
/** They import one entry each of a list: a check, a screen, an endpoint. Such an entry has one importer by design. */
const LISTS = [/^checks\/[^/]*(?:checks|index)\.ts$/, /^web\/screens\/index\.ts$/, /^api\/serve-api\.ts$/]

const sources = readSources()
const graph = fileGraph(sources)
const product = [...sources.values()].filter(({ file }) => !isTest(file) && !file.endsWith('.d.ts'))
const partOf = (file: string): string => sources.get(file)?.part ?? ''

const importers = new Map<string, string[]>()
for (const { file } of product) {
  for (const target of new Set(graph.get(file))) importers.set(target, [...(importers.get(target) ?? []), file])
}

/** Value at a share of a sorted list. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Small files that one other file of their part needs and nothing else does. */
function hasOnlyImporter(file: string): boolean {
  const [only, second] = importers.get(file) ?? []
  return (
    only !== undefined && second === undefined && partOf(only) === partOf(file) && !LISTS.some(list => list.test(only))
  )
}

/** Part → parts that it imports. */
const arrows = new Map<string, Set<string>>()
for (const { file, part } of product) {
  const targets = (graph.get(file) ?? []).map(partOf).filter(target => target !== part)
  arrows.set(part, new Set([...(arrows.get(part) ?? []), ...targets]))
}

/** Levels: 1 for a part that imports none, else one more than the highest of those that it imports. */
function levelOf(part: string, trail: readonly string[] = []): number {
  if (trail.includes(part)) throw new Error(`The parts import each other in a circle: ${[...trail, part].join(' → ')}`)
  return 1 + Math.max(0, ...[...(arrows.get(part) ?? [])].map(next => levelOf(next, [...trail, part])))
}

const lines = product.map(source => source.lines).sort((a, b) => a - b)
console.log(
  JSON.stringify(
    {
      productFiles: product.length,
      lines: lines.reduce((sum, count) => sum + count, 0),
      medianLines: quantile(lines, 0.5),
      p95Lines: quantile(lines, 0.95),
      filesUnder25Lines: lines.filter(count => count < TINY_LINES).length,
      filesOver500Lines: product.filter(source => source.lines > LONG_LINES).map(({ file }) => file),
      smallFilesWithOneImporter: product.filter(source => source.lines < SMALL_LINES && hasOnlyImporter(source.file))
        .length,
      filesWithOneImporter: product.filter(({ file }) => hasOnlyImporter(file)).length,
      parts: arrows.size,
      levels: Math.max(...[...arrows.keys()].map(part => levelOf(part))),
      arrows: [...arrows.values()].reduce((sum, targets) => sum + targets.size, 0),
    },
    null,
    2,
  ),
)
