import { AsyncLocalStorage } from 'node:async_hooks'
import type { Command } from './command.ts'
import { inputOf } from './test-refusal.ts'

interface Printed {
  code: number
  stdout: string
  stderr: string
}

/** The reporter of the tests writes to the same streams: what it writes has another context. */
const context = new AsyncLocalStorage<Printed>()

/** Runs a command in this process: its exit code, and what it prints. */
export async function printedBy(command: Command, call: Parameters<typeof inputOf>[0]): Promise<Printed> {
  const printed: Printed = { code: Number.NaN, stdout: '', stderr: '' }
  using _stdout = keptFrom('stdout')
  using _stderr = keptFrom('stderr')
  printed.code = await context.run(printed, () => command.run(inputOf(call)))
  return printed
}

function keptFrom(name: 'stdout' | 'stderr'): Disposable {
  const stream = process[name]
  const { write } = stream
  stream.write = (...args: unknown[]): boolean => {
    const printed = context.getStore()
    if (!printed) return Reflect.apply(write, stream, args)
    printed[name] += String(args[0])
    return true
  }
  return {
    [Symbol.dispose]() {
      stream.write = write
    },
  }
}
