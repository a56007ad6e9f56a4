import assert from 'node:assert/strict'
import { readSettings } from '#settings/config.ts'
import { type Command, UsageError } from './command.ts'

/** A call that a command refuses with one sentence. */
interface MisusedCommand {
  operands: string[]
  flags?: Record<string, string>
  settings?: Record<string, string>
  sentence: RegExp
}

export async function assertRefused(
  command: Command,
  { operands, flags = {}, settings = {}, sentence }: MisusedCommand,
): Promise<void> {
  await assert.rejects(
    command.run({
      operands,
      flags: new Map(Object.entries(flags)),
      settings: readSettings({}, settings),
      settingFlags: {},
      loadCommands: async () => new Map(),
      config: null,
    }),
    (error: unknown) => error instanceof UsageError && sentence.test(error.message),
  )
}
