import type { CompletedCommand, CompletedFlag, CompletionTable } from './completion-table.ts'

/** The scripts by which shells complete the commands, options and their values. */

/** The completion for bash 3.2, which macOS has, and newer. */
export function bashCompletion(table: CompletionTable): string {
  const { names, flags, words } = shellCases(table, candidates => `candidates='${candidates.join(' ')}'`)
  return `# bash completion of sitesounder; in ~/.bashrc: source <(sitesounder completion bash)
_sitesounder() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command='' candidates='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in ${names}) command=$word; break ;; esac
  done
  case $current in
    -*) case $command in
${flags}
    esac ;;
    *) case "$command $previous" in
${words}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
# Without a candidate, the names of files are completed.
complete -o default -F _sitesounder sitesounder
`
}

/** The completion for zsh, as a file of `fpath` or read by `source`. */
export function zshCompletion(table: CompletionTable): string {
  const { names, flags, words } = shellCases(table, candidates => `candidates=(${candidates.join(' ')})`)
  return `#compdef sitesounder
# zsh completion of sitesounder; in ~/.zshrc after compinit: source <(sitesounder completion zsh)
_sitesounder() {
  local current=\${words[CURRENT]} previous=\${words[CURRENT-1]} command='' word
  local -a candidates
  for word in \${words[2,CURRENT-1]}; do
    case $word in (${names}) command=$word; break ;; esac
  done
  case $current in
    -*) case $command in
${flags}
    esac ;;
    *) case "$command $previous" in
${words}
    esac ;;
  esac
  compadd -a candidates || _files
}
if [[ \${funcstack[1]} == _sitesounder ]]; then _sitesounder "$@"; else compdef _sitesounder sitesounder; fi
`
}

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

/** The branches of the two `case` commands that bash and zsh read alike. */
interface ShellCases {
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
function shellCases(table: CompletionTable, assign: (candidates: readonly string[]) => string): ShellCases {
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
