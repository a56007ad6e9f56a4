import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

type Step = [name: string, command: string, args: string[], dependsOn?: 'meaning']

/**
 * All checks that need no test run: format and lint (with promises that nothing waits for, which need the types of all files, so that the
 * configuration of editors omits them), types, imports, dead code, the catalogue of checks, the documents and replaced words.
 * Each runs alone, too. By those that depend on what the code means, not only on how it is written,
 * `npm run test:mutants` tries its changes.
 */
export const steps: Step[] = [
  [
    'format and lint',
    'npx',
    ['--no-install', 'biome', 'check', '--config-path=biome-promises.json', '--error-on-warnings'],
  ],
  ['types', 'npx', ['--no-install', 'tsc', '-b', '--singleThreaded'], 'meaning'],
  [
    'types of tests of the web part',
    'npx',
    ['--no-install', 'tsc', '-p', 'tsconfig.web-tests.json', '--singleThreaded'],
    'meaning',
  ],
  ['imports', process.execPath, ['scripts/check-imports.ts']],
  ['dead code', 'npx', ['--no-install', 'knip']],
  ['catalogue', process.execPath, ['scripts/check-catalogue.ts'], 'meaning'],
  ['security document', process.execPath, ['scripts/check-security.ts']],
  ['hostile inputs', process.execPath, ['scripts/check-hostile.ts']],
  ['specification', process.execPath, ['scripts/check-specification.ts']],
  ['replaced words', process.execPath, ['scripts/check-words.ts']],
  ['generated documents', process.execPath, ['scripts/generate-docs.ts', '--check'], 'meaning'],
  ['links and paths of documents', process.execPath, ['scripts/check-documents.ts']],
]

/** One thread each but for format and lint. The compiler's own threads would each check again what several of them need. */
const AT_ONCE = 2

/** The names of the steps that failed. What a step says is printed when it has ended. */
export async function verify(): Promise<string[]> {
  const waiting = steps.values()
  const failed: string[] = []
  async function takeSteps(): Promise<void> {
    for (const step of waiting) if (!(await runStep(step))) failed.push(step[0])
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeSteps))
  return failed
}

async function runStep([name, command, args]: Step): Promise<boolean> {
  const startedMs = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  process.stdout.write(said + complained)
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - startedMs) / 1_000).toFixed(1)} s)`)
  return code === 0
}

if (import.meta.main) process.exitCode = (await verify()).length === 0 ? 0 : 1
