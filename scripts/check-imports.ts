import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Holds the table of who may import whom, and fails on any other import and on any circle between files. Runs alone:
 * `node scripts/check-imports.ts`.
 */

const anything = ['*']
/** Part → what it may import: a part's folder, or single files of it. */
const mayImport: Record<string, readonly string[]> = {
  shared: [],
  fetch: ['shared'],
  extract: ['shared'],
  checks: ['shared'],
  store: ['shared'],
  jobs: ['shared', 'store/store.ts'],
  crawl: ['shared', 'fetch', 'extract', 'checks', 'jobs/jobs.ts', 'store/store.ts'],
  report: [
    'shared',
    'checks/index.ts',
    'checks/eligible.ts',
    'checks/language-tag.ts',
    'checks/recheck-scope.ts',
    'store/store.ts',
  ],
  browser: ['shared', 'fetch'],
  accounts: ['shared', 'store/store.ts'],
  pagespeed: ['shared', 'fetch', 'browser', 'store/store.ts'],
  api: ['shared', 'accounts', 'report', 'pagespeed', 'crawl/control.ts', 'store/store.ts'],
  web: ['shared'],
  'demo-site': [],
  settings: ['shared', 'setting.ts'],
  /** Files at the root of src: the composition. */
  '.': anything,
}
/** Only the composition names these. */
const reserved = ['node:sqlite', 'node:worker_threads', 'pg', 'pg-boss']
const reservedFor: Record<string, readonly string[]> = {
  store: ['node:sqlite', 'pg'],
  jobs: ['pg-boss'],
  // The proxy of a browser has a thread of its own.
  browser: ['node:worker_threads'],
}

const root = path.join(import.meta.dirname, '..', 'src')
const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

interface Source {
  file: string
  part: string
  imports: string[]
}

function readSource(file: string): Source {
  const text = readFileSync(path.join(root, file), 'utf8')
  const imports = [...text.matchAll(IMPORT)].map(match => match[1] ?? match[2] ?? '')
  return { file, part: file.includes('/') ? (file.split('/')[0] ?? '.') : '.', imports }
}

/** Path below src of an import of our own, null for a package. */
function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier))
  return null
}

function isTest(file: string): boolean {
  return /\.(?:test|contract)\.tsx?$|\/test-[^/]*$/.test(file)
}

function wrongImports({ file, part, imports }: Source): string[] {
  const allowed = mayImport[part]
  if (!allowed) return [`${file}: the folder ${part} is no part of the architecture`]
  if (allowed === anything || isTest(file)) return []
  return imports.flatMap(specifier => {
    const target = resolve(file, specifier)
    if (target === null) {
      const isForbidden = reserved.includes(specifier) && !reservedFor[part]?.includes(specifier)
      return isForbidden ? [`${file}: only the composition may import ${specifier}`] : []
    }
    const targetPart = target.split('/')[0] ?? ''
    const isScreenToScreen =
      part === 'web' && screenOf(file) !== null && screenOf(target) !== null && screenOf(file) !== screenOf(target)
    if (isScreenToScreen) return [`${file}: a screen never imports another screen (${target})`]
    if (targetPart === part) return []
    return allowed.includes(targetPart) || allowed.includes(target) ? [] : [`${file}: ${part} may not import ${target}`]
  })
}

function screenOf(file: string): string | null {
  return /^web\/screens\/([^/]+)\//.exec(file)?.[1] ?? null
}

function circles(sources: ReadonlyMap<string, Source>): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const found: string[] = []
  const walk = (file: string, trail: readonly string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      found.push(`circle: ${[...trail.slice(trail.indexOf(file)), file].join(' → ')}`)
      return
    }
    state.set(file, 'open')
    for (const specifier of sources.get(file)?.imports ?? []) {
      const target = resolve(file, specifier)
      if (target !== null && sources.has(target)) walk(target, [...trail, file])
    }
    state.set(file, 'done')
  }
  for (const file of sources.keys()) walk(file, [])
  return found
}

/** Sentences for every import that the architecture forbids. */
export function checkImports(): string[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).map(file => file.replaceAll('\\', '/'))
  const sources = new Map(files.sort().map(file => [file, readSource(file)]))
  return [...[...sources.values()].flatMap(wrongImports), ...circles(sources)]
}

if (import.meta.main) {
  const complaints = checkImports()
  for (const complaint of complaints) console.error(complaint)
  process.exitCode = complaints.length > 0 ? 1 : 0
}
