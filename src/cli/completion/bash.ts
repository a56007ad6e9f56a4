import type { CompletionTable } from './completion-table.ts'
import { shellCases } from './shell-cases.ts'

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
