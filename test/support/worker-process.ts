import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { commandEnvironment, fastFlags } from './command.ts'

const CLI = path.join(import.meta.dirname, '..', '..', 'src', 'cli', 'cli.ts')

export interface WorkerProcess extends AsyncDisposable {
  child: ChildProcess
  /** What it has logged for the operator so far. */
  log(): string
}

/**
 * `sitesounder worker` in a process of its own, that is ready to work. Disposing ends it in good order. `preload`: a file beside
 * this one that is loaded before the program.
 */
export async function startWorker(
  databaseUrl: string,
  flags: Record<string, string> = {},
  { preload }: { preload?: string } = {},
): Promise<WorkerProcess> {
  const given = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])
  const first = preload === undefined ? [] : ['--import', path.join(import.meta.dirname, preload)]
  const child = spawn(process.execPath, [...first, CLI, 'worker', ...fastFlags, ...given], {
    env: { ...commandEnvironment(), SITESOUNDER_DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  const ready = Promise.withResolvers<void>()
  const note = (text: string) => {
    log += text
    if (log.includes('Sitesounder worker started')) ready.resolve()
  }
  child.stdout.setEncoding('utf8').on('data', note)
  child.stderr.setEncoding('utf8').on('data', note)
  child.once('exit', () => ready.reject(new Error(`the worker ended: ${log}`)))
  await ready.promise
  return {
    child,
    log: () => log,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      // One that was frozen hears nothing else.
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      await exited
    },
  }
}
