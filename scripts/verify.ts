import { spawnSync } from 'node:child_process'

/**
 * All checks that need no test run: format and lint, types, imports, dead code, the catalogue of checks, the documents on security,
 * hostile inputs and the coverage of the specification, generated documents, and that the lockfile installs. Each runs alone, too.
 */
const steps: [string, string, string[]][] = [
  ['format and lint', 'npx', ['--no-install', 'biome', 'check', '--error-on-warnings']],
  ['types', 'npx', ['--no-install', 'tsc', '-b']],
  ['imports', process.execPath, ['scripts/check-imports.ts']],
  ['dead code', 'npx', ['--no-install', 'knip']],
  ['catalogue', process.execPath, ['scripts/check-catalogue.ts']],
  ['security document', process.execPath, ['scripts/check-security.ts']],
  ['hostile inputs', process.execPath, ['scripts/check-hostile.ts']],
  ['specification', process.execPath, ['scripts/check-specification.ts']],
  ['documents', process.execPath, ['scripts/generate-docs.ts', '--check']],
]

/** True when all passed. */
export function verify(): boolean {
  const failed = steps.filter(([name, command, args]) => {
    const startedMs = performance.now()
    const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
    console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - startedMs) / 1_000).toFixed(1)} s)`)
    return status !== 0
  })
  return failed.length === 0
}

if (import.meta.main) process.exitCode = verify() ? 0 : 1
