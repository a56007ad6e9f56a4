import type { CompletionTable } from './completion-table.ts'

/** The branches of the two `case` commands that bash and zsh read alike. */
export interface ShellCases {
  /** Pattern of the names of all commands. */
  names: string
  /** The flags, by the command; the command is empty where none has been typed. */
  flags: string
  /** What else may follow, by "COMMAND PREVIOUS", where PREVIOUS is the word before the one that is completed. */
  words: string
}

/**
 * Names of commands and flags, ids of checks and choices have neither spaces nor characters with a meaning for a shell.
 *
 * @param assign - the command that sets the candidates
 */
export function shellCases(table: CompletionTable, assign: (candidates: readonly string[]) => string): ShellCases {
  const names = [...table.keys()]
  const branch = (pattern: string, candidates: readonly string[]) => `    ${pattern}) ${assign(candidates)} ;;`
  const flags = [...table].map(([name, command]) =>
    branch(
      name,
      command.flags.map(flag => `--${flag.name}`),
    ),
  )
  const words = [...table].flatMap(([name, command]) => [
    ...(command.words.length > 0 ? [branch(`'${name} ${name}'`, command.words)] : []),
    ...command.flags
      .filter(({ choices }) => choices.length > 0)
      .map(flag => branch(`'${name} --${flag.name}'`, flag.choices)),
  ])
  return {
    names: names.join('|'),
    flags: [branch("''", ['--help', '--version']), ...flags].join('\n'),
    words: [branch("' '*", names), ...words].join('\n'),
  }
}
