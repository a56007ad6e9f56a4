import { settings } from '#settings/config.ts'
import { VERSION_LABEL } from '#shared/constants.ts'
import type { CommandHelp } from './command.ts'
import { wrapped } from './result.ts'

/** What `sitesounder COMMAND --help` prints. */
export function commandHelpText(
  name: string,
  { usage, options, exitCodes, takesSettings, examples }: CommandHelp,
): string {
  return joined([
    `Sitesounder ${VERSION_LABEL}: ${name}`,
    usage,
    titled(`Options of ${name}`, options),
    `Exit codes: ${exitCodes}`,
    takesSettings ? settingsText() : '',
    titled('Examples', examples),
  ])
}

/** Those of the other commands stand in their own help. */
const SHOWN_EXAMPLES = 'audit'

/** What `sitesounder --help` prints: every command with its usage. */
export function overviewText(commands: ReadonlyMap<string, CommandHelp>): string {
  const usages = [...commands.values()].map(({ usage }) => usage)
  return joined([
    `Sitesounder ${VERSION_LABEL} – crawls a website and reports what is wrong with it`,
    [...usages, '  sitesounder COMMAND --help                  options, exit codes and examples of one command'].join(
      '\n',
    ),
    settingsText(),
    titled('Examples', commands.get(SHOWN_EXAMPLES)?.examples),
  ])
}

function joined(parts: readonly string[]): string {
  return parts.filter(part => part !== '').join('\n\n')
}

function titled(title: string, text = ''): string {
  return text === '' ? '' : `${title}\n${text}`
}

export function settingsText(): string {
  const flags = Object.values(settings).map(setting => `--${setting.name}`)
  return `Settings, for serve, worker, audit and pagespeed (or as environment variables SITESOUNDER_…; see docs/settings.md). All
commands go by the nearest sitesounder.config.json, .ts or .mjs, here or in a folder above; --config FILE names another, --config none
reads none. --quiet prints no progress and no notes, --no-color (or NO_COLOR) no colours; as the name of a file that is read or written, - is
standard input or output:
${wrapped(flags)}`
}
