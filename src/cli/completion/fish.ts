import type { CompletedCommand, CompletedFlag, CompletionTable } from './completion-table.ts'

/** The completion for fish. */
export function fishCompletion(table: CompletionTable): string {
  const lines = [...table].flatMap(([name, command]) => [
    `complete -c sitesounder -n __fish_use_subcommand -f -a ${name} -d ${quoted(command.description)}`,
    ...linesOf(name, command),
  ])
  return `# fish completion of sitesounder: sitesounder completion fish > ~/.config/fish/completions/sitesounder.fish
complete -c sitesounder -n __fish_use_subcommand -l help
complete -c sitesounder -n __fish_use_subcommand -l version
${lines.join('\n')}
`
}

function linesOf(name: string, { words, flags }: CompletedCommand): string[] {
  const start = `complete -c sitesounder -n '__fish_seen_subcommand_from ${name}'`
  return [
    ...(words.length > 0 ? [`${start} -f -a '${words.join(' ')}'`] : []),
    ...flags.map(flag => `${start} -l ${flag.name}${parameterOf(flag)}`),
  ]
}

/** `-r`: a value follows, with the names of files offered; `-x`: one of these alone. */
function parameterOf({ takesValue, choices }: CompletedFlag): string {
  if (choices.length > 0) return ` -x -a '${choices.join(' ')}'`
  return takesValue ? ' -r' : ''
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`
}
