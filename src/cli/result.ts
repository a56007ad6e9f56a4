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

/** Cells of one line each for a person at a terminal: columns as wide as their widest cell, each line ending in a line end. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const columns = rows[0] ?? []
  const widths = columns.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const lines = rows.map(row => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return lines.map(line => `${line.trimEnd()}\n`).join('')
}

const MAX_LINE_CHARACTERS = 100

/** Words as indented lines for a terminal; a word that is longer than a line has one of its own. */
export function wrapped(words: readonly string[]): string {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > MAX_LINE_CHARACTERS) lines.push(`  ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join('\n')
}
