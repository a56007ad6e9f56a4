import { type Command, type CommandInput, EXIT_USAGE, UsageError } from '../command.ts'
import { type CompletionTable, completionTable } from './completion-table.ts'
import { bashCompletion, fishCompletion, zshCompletion } from './shell-scripts.ts'

const scripts: ReadonlyMap<string, (table: CompletionTable) => string> = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
])

export const command: Command = {
  flags: {},
  words: [...scripts.keys()],
  help: {
    usage: '  sitesounder completion bash|zsh|fish        a script by which the shell completes commands and options',
    exitCodes: '0 printed, 2 wrong usage.',
    examples: `\
  source <(sitesounder completion bash)
  sitesounder completion fish > ~/.config/fish/completions/sitesounder.fish`,
  },
  failedCode: EXIT_USAGE,
  readsNoConfig: true,
  run: completionCommand,
}

/** `sitesounder completion SHELL`: the script for a shell, from the table of commands. */
async function completionCommand({ operands, loadCommands }: CommandInput): Promise<number> {
  const [shell = '', ...more] = operands
  const script = scripts.get(shell)
  if (!script || more.length > 0)
    throw new UsageError('Name the shell: completion bash, completion zsh or completion fish.')
  process.stdout.write(script(completionTable(await loadCommands())))
  return 0
}
