import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sqliteTests } from './sqlite-tests.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')
const STORAGE = 'test/support/storage.ts'
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g

/**
 * The test files, sorted, that store something: what they import leads to `storage.ts`. Not included: those that are about SQLite alone, as
 * whole files.
 */
export function storingTests(): string[] {
  return importingTests(STORAGE).filter(file => !isAboutSqlite(file))
}

/** The test files, sorted, of which what they import leads to a file. */
export function importingTests(imported: string, patterns = ['src/**/*.test.ts', 'test/**/*.test.ts']): string[] {
  const known = new Map<string, boolean>([[imported, true]])
  const files = globSync(patterns, { cwd: ROOT }).map(file => file.replaceAll('\\', '/'))
  return files.filter(file => leadsThere(file, known)).sort()
}

/** Whether a test file is skipped as a whole. */
export function isAboutSqlite(file: string): boolean {
  return sqliteTests.some(
    each => each.test === undefined && (each.file.endsWith('/') ? file.startsWith(each.file) : file === each.file),
  )
}

function leadsThere(file: string, known: Map<string, boolean>): boolean {
  const result = known.get(file)
  if (result !== undefined) return result
  // Where imports run in a circle, the first of it decides.
  known.set(file, false)
  const isSo = importsOf(file).some(imported => leadsThere(imported, known))
  known.set(file, isSo)
  return isSo
}

/** Files of ours that a file imports, from the root of the repository. */
export function importsOf(file: string): string[] {
  const specifiers = [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(IMPORT)].map(([, found = '']) => found)
  return specifiers
    .map(specifier =>
      specifier.startsWith('#')
        ? `src/${specifier.slice(1)}`
        : path.posix.join(path.posix.dirname(file), specifier.startsWith('.') ? specifier : '//'),
    )
    .filter(imported => /\.tsx?$/.test(imported) && existsSync(path.join(ROOT, imported)))
}
