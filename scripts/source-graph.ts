import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The files below src and what they import: read as text, which is enough for code whose format a tool keeps. */

const root = path.join(import.meta.dirname, '..', 'src')
const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

export interface Source {
  /** Path below src. */
  file: string
  /** Folder directly below src; the file's own name where it lies in none. */
  part: string
  lines: number
  /** As written. */
  imports: string[]
}

/** All TypeScript below src, by path. */
export function readSources(): Map<string, Source> {
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).map(file => file.replaceAll('\\', '/'))
  return new Map(files.sort().map(file => [file, readSource(file)]))
}

function readSource(file: string): Source {
  const text = readFileSync(path.join(root, file), 'utf8')
  const imports = [...text.matchAll(IMPORT)].map(match => match[1] ?? match[2] ?? '')
  return { file, part: file.split('/')[0] ?? '', lines: text.split('\n').length - 1, imports }
}

/** Path below src of an import of our own, null for a package. */
export function resolveImport(from: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier))
  return null
}

export function isTest(file: string): boolean {
  return /\.(?:test|contract)\.tsx?$|\/test-[^/]*$/.test(file)
}

/** File → files of ours that it imports. */
export function fileGraph(sources: ReadonlyMap<string, Source>): Map<string, string[]> {
  return new Map(
    [...sources].map(([file, { imports }]) => [
      file,
      imports.flatMap(specifier => {
        const target = resolveImport(file, specifier)
        return target !== null && sources.has(target) ? [target] : []
      }),
    ]),
  )
}
