import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { fastSettings, testSandbox } from './settings.ts'

/** The command as a user runs it, in a process of its own. */

const ROOT = path.join(import.meta.dirname, '..', '..')
const { MUTANT, NODE_OPTIONS, NODE_V8_COVERAGE } = process.env
/** A changed file is read by those who load the sources, not by the bundle. */
const BIN = path.join(ROOT, MUTANT === undefined ? 'bin/sitesounder.mjs' : 'src/cli/cli.ts')

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  /** Beside those of every command; undefined ones are not set. */
  env?: Record<string, string | undefined>
  /** Flags of Node.js. */
  nodeFlags?: readonly string[]
  cwd?: string
  /** Standard input; nothing by default. */
  input?: string
  onStart?(child: ChildProcess): void
  /** Sees the output as it grows; may signal the process. */
  onOutput?(so: { stdout: string; child: ChildProcess }): void
}

/** Pauses between attempts are off, as flags that both commands take. */
export const fastFlags = Object.entries(fastSettings).flatMap(([name, value]) => [`--${name}`, value])

/** What a process of the product needs of the environment; settings of the environment stay out. */
export function commandEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  return {
    PATH,
    HOME,
    // Without it each command would start twice, to set it.
    MALLOC_ARENA_MAX: '1',
    SITESOUNDER_CHROMIUM_SANDBOX: testSandbox,
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    ...(MUTANT !== undefined && NODE_OPTIONS !== undefined && { MUTANT, NODE_OPTIONS }),
    ...(NODE_V8_COVERAGE !== undefined && { NODE_V8_COVERAGE }),
  }
}

export function runCommand(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const child = spawn(process.execPath, [...(options.nodeFlags ?? []), BIN, ...args], {
    env: { ...commandEnvironment(), ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // A command that does not read its input may have ended by now.
  child.stdin.on('error', () => {}).end(options.input ?? '')
  options.onStart?.(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    options.onOutput?.({ stdout, child })
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  return new Promise(resolve => child.on('close', code => resolve({ code, stdout, stderr })))
}
