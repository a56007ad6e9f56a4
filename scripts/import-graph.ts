import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { isTest, resolveImport } from './source-graph.ts'
import { TAKES_MINUTES } from './test-parts.ts'

/** Which files of the product and of its tests load each other as they run; imports of types alone do not count. */

const root = path.join(import.meta.dirname, '..')
/** What a test of one change has no time for: they need a browser, a server of PostgreSQL, or minutes. */
const NOT_FOR_ONE_CHANGE = [
  'test/{bench,deploy,e2e,scale,vendor}/**',
  'test/{abuse,attack,package,support}/**/*.long.test.ts',
  'test/pagespeed/!(google*)',
  'test/mcp/{fix-loop,hostile,response-sizes}.long.test.ts',
  ...TAKES_MINUTES,
]
/** But for those of pages that a browser renders: no other test executes what renders them, and these take half a minute. */
const RENDERING = ['test/faults/{access-rendering,access-sign-in,rendered-site}.long.test.ts']
/** Threads and processes are started by the URL of their file. */
const STARTED = /new URL\(\s*'(\.[^']+\.ts)'/g

export interface ImportGraph {
  /** Product files, without what only tests load. */
  product: string[]
  /** The tests below `src` that load a file, those of its own folder first, then by how far they are from it. */
  testsOf(file: string): string[]
  /** The tests below `test` that take seconds; of those that need a browser, the ones of rendered pages. */
  integration: string[]
}

/** Paths are below the repository. */
export function readImportGraph(): ImportGraph {
  const quick = globSync('test/**/*.ts', { cwd: root, exclude: NOT_FOR_ONE_CHANGE })
  const below = [...quick, ...globSync(RENDERING, { cwd: root })]
  const files = [
    ...globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.d.ts', '**/*.long.test.ts'] }),
    ...below,
  ].sort()
  const importers = new Map<string, string[]>()
  for (const file of files)
    for (const target of loadedBy(file)) importers.set(target, [...(importers.get(target) ?? []), file])
  return {
    product: files.filter(file => file.startsWith('src/') && !isForTests(file, importers)),
    testsOf: file => testsOf(file, importers),
    integration: below.filter(isTestFile).sort(),
  }
}

function loadedBy(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module
  const specifiers = [
    ...[...staticImports, ...staticExports]
      .filter(({ start, end }) => !/^(?:import|export) type /.test(source.slice(start, end)))
      .flatMap(statement =>
        'moduleRequest' in statement
          ? [statement.moduleRequest.value]
          : statement.entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
      ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
    ...Array.from(source.matchAll(STARTED), ([, specifier = '']) => specifier),
  ]
  return specifiers.flatMap(specifier => {
    const target = resolveImport(file, specifier)
    return target === null ? [] : [specifier.startsWith('#') ? `src/${target}` : target]
  })
}

/** Tests, and the helpers that nothing but tests loads. */
function isForTests(
  file: string,
  importers: ReadonlyMap<string, readonly string[]>,
  seen = new Set<string>(),
): boolean {
  if (isTest(file) || file.startsWith('test/')) return true
  if (seen.has(file)) return true
  const by = importers.get(file) ?? []
  return by.length > 0 && by.every(each => isForTests(each, importers, new Set([...seen, file])))
}

function isTestFile(file: string): boolean {
  return file.endsWith('.test.ts')
}

function testsOf(file: string, importers: ReadonlyMap<string, readonly string[]>): string[] {
  // A set keeps the order in which its members came: nearest first.
  const reached = new Set([file])
  for (const each of reached) for (const importer of importers.get(each) ?? []) reached.add(importer)
  const tests = [...reached].filter(each => each.startsWith('src/') && isTestFile(each))
  const isBeside = (test: string) => path.dirname(test) === path.dirname(file)
  return [...tests.filter(isBeside), ...tests.filter(test => !isBeside(test))]
}
