import { type Command, type FlagTable, generalFlags, settingFlags } from '../command.ts'

/** What a shell can complete, by the name of each command. */
export type CompletionTable = ReadonlyMap<string, CompletedCommand>

export interface CompletedCommand {
  description: string
  /** What may follow the name of the command. */
  words: readonly string[]
  flags: readonly CompletedFlag[]
}

export interface CompletedFlag {
  name: string
  takesValue: boolean
  /** The values that there are; none where it takes any. */
  choices: readonly string[]
}

/** Reads what can be completed out of the commands: settings only of those whose help names them. */
export function completionTable(commands: ReadonlyMap<string, Command>): CompletionTable {
  return new Map(
    [...commands].map(([name, { flags, help, words = [] }]) => [
      name,
      {
        description: descriptionIn(help.usage),
        words,
        flags: completedFlags({ ...flags, ...generalFlags, ...(help.takesSettings && settingFlags()) }),
      },
    ]),
  )
}

function completedFlags(flags: FlagTable): CompletedFlag[] {
  return Object.entries(flags).map(([name, { type, choices = [] }]) => ({
    name,
    takesValue: type === 'string',
    choices,
  }))
}

/** Of the first form of the command: it stands after the form, divided from it by several spaces or a new line. */
function descriptionIn(usage: string): string {
  return usage.trim().split(/\s{2,}/)[1] ?? ''
}
