import { jsonText } from '#report/export/json-text.ts'
import type { CommandInput } from './command.ts'

/** Of each command that prints a result and has no `--format`. */
export const jsonFlag = { json: { type: 'boolean' } } as const
export const JSON_OPTION = '  --json               the same as JSON'

/** Prints a result for a person, or with `--json` for a program. */
export function printResult(flags: CommandInput['flags'], { text, json }: { text: string; json: unknown }): void {
  process.stdout.write(flags.has('json') ? `${jsonText(json)}\n` : text)
}

/** Prints what a person may like to know, and a script with `--quiet` does not: not a result, and no error. */
export function printNote(flags: CommandInput['flags'], note: string): void {
  if (!flags.has('quiet')) console.error(note)
}
