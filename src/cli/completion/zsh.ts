import type { CompletionTable } from './completion-table.ts'
import { shellCases } from './shell-cases.ts'

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
