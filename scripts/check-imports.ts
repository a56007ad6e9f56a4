import { fileGraph, isTest, readSources, resolveImport, type Source } from './source-graph.ts'

/**
 * Holds the table of who may import whom, and fails on any other import and on any circle between files or between folders. Runs alone:
 * `node scripts/check-imports.ts`.
 */

/** Part → what it may import: a part's folder, or single files of it. */
const mayImport: Record<string, readonly string[]> = {
  shared: [],
  'demo-site': [],
  html: ['shared'],
  fetch: ['shared'],
  browser: ['shared', 'fetch'],
  extract: ['shared', 'html/html.ts', 'html/node.ts'],
  checks: ['shared'],
  visits: ['shared'],
  store: ['shared'],
  jobs: ['shared', 'store/store.ts'],
  compare: ['shared', 'checks/index.ts', 'store/store.ts'],
  crawl: ['shared', 'fetch', 'extract', 'checks', 'compare', 'jobs/jobs.ts', 'store/store.ts'],
  report: [
    'shared',
    'compare',
    'visits',
    'checks/index.ts',
    'checks/eligible.ts',
    'checks/language-tag.ts',
    'checks/recheck-scope.ts',
    'store/store.ts',
  ],
  monitoring: ['shared', 'fetch/fetch.ts', 'fetch/guarded-post.ts', 'extract/head-meta.ts', 'report', 'store/store.ts'],
  accounts: ['shared', 'store/store.ts'],
  pagespeed: ['shared', 'fetch', 'browser', 'store/store.ts'],
  mcp: ['shared'],
  api: [
    'shared',
    'accounts',
    'mcp',
    'report',
    'visits/read-visits.ts',
    'visits/text-lines.ts',
    'pagespeed',
    'monitoring/mail.ts',
    'monitoring/next-run.ts',
    'monitoring/run-schedules.ts',
    'crawl/access/check-access.ts',
    'crawl/control.ts',
    'crawl/custom-fields.ts',
    'crawl/ownership.ts',
    'crawl/robots/robots-file.ts',
    'crawl/scope-preview.ts',
    'crawl/subdomains.ts',
    'store/store.ts',
  ],
  web: ['shared'],
  settings: [
    'shared',
    'api/address-range.ts',
    'api/day-shares.ts',
    'api/settings.ts',
    'browser/find-browser.ts',
    'browser/sandbox.ts',
    'crawl/engine-settings.ts',
    'monitoring/next-run.ts',
    'fetch',
    'store/store.ts',
  ],
  runtime: [
    'shared',
    'settings',
    'fetch',
    'browser',
    'checks',
    'crawl',
    'jobs',
    'store',
    'report',
    'accounts',
    'pagespeed',
    'monitoring',
    'api',
  ],
  cli: [
    'shared',
    'settings',
    'runtime',
    'browser/sandbox.ts',
    'mcp',
    'crawl/robots/robots-file.ts',
    'crawl/scope-preview.ts',
    'crawl/custom-fields.ts',
    'crawl/subdomains.ts',
    'store',
    'report',
    'visits',
    'accounts',
    'pagespeed',
    'demo-site',
  ],
  library: [
    'shared',
    'settings',
    'runtime',
    'report',
    'store/store.ts',
    'cli/command.ts',
    'cli/audit/audit-credentials.ts',
    'cli/audit/audit-options.ts',
    'cli/audit/audit-report.ts',
    'cli/audit/audit-settings.ts',
    'cli/audit/start-audit.ts',
    'cli/config/config-file.ts',
    'cli/config/config-schema.ts',
  ],
}
/** Named by these parts alone, as everything else runs in any thread and on any database. */
const reserved = ['node:sqlite', 'node:worker_threads', 'pg', 'pg-boss']
const reservedFor: Record<string, readonly string[]> = {
  store: ['node:sqlite', 'pg'],
  jobs: ['pg-boss'],
  // The proxy of a browser has a thread of its own.
  browser: ['node:worker_threads'],
  runtime: ['node:worker_threads'],
}

function wrongImports({ file, part, imports }: Source): string[] {
  const allowed = mayImport[part]
  if (!allowed) return [`${file}: ${part} is not a part of the architecture`]
  if (isTest(file)) return []
  return imports.flatMap(specifier => {
    const target = resolveImport(file, specifier)
    if (target === null) {
      const isForbidden = reserved.includes(specifier) && !reservedFor[part]?.includes(specifier)
      return isForbidden ? [`${file}: ${part} may not import ${specifier}`] : []
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

/** Every circle in a graph that is met first, as `a → b → a`. */
function circles(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const found: string[] = []
  const walk = (node: string, trail: readonly string[]) => {
    if (state.get(node) === 'done') return
    if (state.get(node) === 'open') {
      found.push(`circle: ${[...trail.slice(trail.indexOf(node)), node].join(' → ')}`)
      return
    }
    state.set(node, 'open')
    for (const next of graph.get(node) ?? []) walk(next, [...trail, node])
    state.set(node, 'done')
  }
  for (const node of graph.keys()) walk(node, [])
  return found
}

/**
 * Folder → folders beside it that its files import, whatever depth the files lie at: `store/links` → `store/pages`. A folder and the
 * one that contains it are one subject, seen from near and from far, and may name each other.
 */
function folderGraph(files: ReadonlyMap<string, readonly string[]>): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const [file, targets] of files) {
    if (isTest(file)) continue
    for (const target of targets) {
      const edge = siblingFolders(file, target)
      if (edge === null) continue
      const [from, to] = edge
      graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
  }
  return graph
}

/** The two folders in which the paths part; null where one file lies in a folder that contains the other. */
function siblingFolders(from: string, to: string): [string, string] | null {
  const [source, target] = [from.split('/').slice(0, -1), to.split('/').slice(0, -1)]
  const at = source.findIndex((name, index) => name !== target[index])
  if (at < 0 || at >= target.length) return null
  return [source.slice(0, at + 1).join('/'), target.slice(0, at + 1).join('/')]
}

/** Sentences for every import that the architecture forbids. */
export function checkImports(): string[] {
  const sources = readSources()
  const graph = fileGraph(sources)
  return [...[...sources.values()].flatMap(wrongImports), ...circles(graph), ...circles(folderGraph(graph))]
}

if (import.meta.main) {
  const complaints = checkImports()
  for (const complaint of complaints) console.error(complaint)
  process.exitCode = complaints.length > 0 ? 1 : 0
}
