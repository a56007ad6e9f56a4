import { terminalText } from '#report/terminal-text.ts'
import { settingsInForce } from '#settings/config.ts'
import { type Command, type CommandInput, EXIT_USAGE, UsageError } from './command.ts'
import { JSON_OPTION, jsonFlag, printResult, textTable } from './result.ts'

export const command: Command = {
  flags: { all: { type: 'boolean' }, ...jsonFlag },
  help: {
    usage: '  sitesounder config                          which settings and options are in force here, and from where',
    options: `  --all                also list the settings that have their defaults\n${JSON_OPTION}`,
    exitCodes: '0 printed, 2 wrong usage or a configuration that is not valid.',
    takesSettings: true,
    examples: '  sitesounder config --all',
  },
  failedCode: EXIT_USAGE,
  run: configCommand,
}

/** `sitesounder config`: each setting and option with its value and source. */
async function configCommand({ operands, flags, config, settingFlags }: CommandInput): Promise<number> {
  if (operands.length > 0) throw new UsageError('config takes no further words.')
  const file = config?.file ?? null
  const inForce = settingsInForce(process.env, settingFlags, config)
  const shown = flags.has('all') ? inForce : inForce.filter(({ source }) => source !== 'default')
  const rows = [
    ...(config?.url === undefined ? [] : [['url', config.url, config.file]]),
    ...[...(config?.auditFlags ?? [])].map(([name, text]) => [`audit --${name}`, text, config?.file ?? '']),
    ...shown.map(({ name, text, source }) => [`--${name}`, text, source]),
  ]
  const omitted = inForce.length - shown.length
  const text =
    `${file === null ? 'No configuration file.' : `Configuration file: ${terminalText(file)}`}\n` +
    (rows.length === 0
      ? ''
      : `\n${textTable([['name', 'value', 'from'], ...rows.map(cells => cells.map(terminalText))])}`) +
    (omitted === 0 ? '' : `\n${omitted} settings have their defaults: --all lists them.\n`)
  printResult(flags, { text, json: { file, values: rows.map(([name, value, from]) => ({ name, value, from })) } })
  return 0
}
