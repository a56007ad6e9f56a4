import assert from 'node:assert/strict'
import { readSettings } from '#settings/config.ts'
import { type Command, type CommandInput, UsageError } from './command.ts'

interface TestCall {
  operands: string[]
  flags?: Record<string, string>
  settings?: Record<string, string>
  environment?: Record<string, string>
}

/** What a command gets that is called like this, without a configuration file. */
export function inputOf({ operands, flags = {}, settings = {}, environment = {} }: TestCall): CommandInput {
  return {
    operands,
    flags: new Map(Object.entries(flags)),
    settings: readSettings(environment, settings),
    settingFlags: {},
    loadCommands: async () => new Map(),
    config: null,
  }
}

/** A call that a command refuses with one sentence. */
interface MisusedCommand extends TestCall {
  sentence: RegExp
}

export async function assertRefused(command: Command, { sentence, ...call }: MisusedCommand): Promise<void> {
  await assert.rejects(
    command.run(inputOf(call)),
    (error: unknown) => error instanceof UsageError && sentence.test(error.message),
  )
}
