import { parseArgs } from 'node:util'
import { auditCommand } from './audit-command.ts'
import { type CommandInput, UsageError } from './command.ts'
import { nearest, readSettings, SettingError, settings } from './config.ts'
import { serveCommand } from './serve-command.ts'
import { VERSION_LABEL } from './shared/constants.ts'
import { AppError } from './shared/errors.ts'

/** The command line: which command, with which flags; words in, exit code out. The commands themselves have files of their own. */

const EXIT_FAILED = 1
const EXIT_USAGE = 2

const help = `Sitesounder ${VERSION_LABEL} – crawls a website and says what is wrong with it

  sitesounder serve [--demo] [settings]       the web interface, on http://127.0.0.1:3000 unless told otherwise
  sitesounder audit ADDRESS [options]         crawl and report here, without server or browser

Options of serve
  --demo               also serve a small demo website, to try it without a network

Options of audit
  --limit N            pages to crawl at most (100)
  --format FORMAT      table, json or csv (table)
  --output FILE        write the report there instead of to the terminal
  --fail-on SEVERITY   error, warning or never: which findings make the exit code 1 (error)
  --data FOLDER        keep the crawl in this folder (a temporary one that is deleted)
  --no-color           plain text

Exit codes of audit: 0 nothing at or above --fail-on, 1 found something, 2 could not crawl. Ctrl-C stops the crawl and reports
what was seen so far; a second Ctrl-C ends at once.

Settings, for both (or as environment variables SITESOUNDER_…; see the README):
${wrapped(Object.values(settings).map(setting => `--${setting.name}`))}

Examples
  sitesounder audit http://127.0.0.1:8080/ --limit 500 --format json --output report.json
  sitesounder audit example.com --fail-on warning
`

function wrapped(words: readonly string[]): string {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length > 100) lines.push(`  ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join('\n')
}

const commandFlags = {
  demo: { type: 'boolean' },
  limit: { type: 'string' },
  format: { type: 'string' },
  output: { type: 'string' },
  'fail-on': { type: 'string' },
  'no-color': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

const flagsOf: Record<string, readonly string[]> = {
  serve: ['demo'],
  audit: ['limit', 'format', 'output', 'fail-on', 'no-color'],
}

function readInput(args: readonly string[]): {
  command: string
  input: CommandInput
  wantsHelp: boolean
  wantsVersion: boolean
} {
  const settingFlags = Object.fromEntries(
    Object.values(settings).map(({ name }) => [name, { type: 'string' as const }]),
  )
  const known = { ...settingFlags, ...commandFlags }
  const { values, positionals } = parseFlags(args, known)
  const [command = values.help || values.version ? 'help' : '', ...operands] = positionals
  const given = new Map(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  for (const name of given.keys()) {
    const isForeign = name in commandFlags && name !== 'help' && name !== 'version' && !flagsOf[command]?.includes(name)
    if (isForeign && command in flagsOf) throw new UsageError(`--${name} is no option of ${command}.`)
  }
  const settingValues = Object.fromEntries([...given].filter(([name]) => name in settingFlags))
  const input: CommandInput = { operands, flags: given, settings: readSettings(process.env, settingValues) }
  return { command, input, wantsHelp: values.help === true, wantsVersion: values.version === true }
}

function parseFlags(args: readonly string[], options: Record<string, { type: 'string' | 'boolean'; short?: string }>) {
  const names = args.filter(arg => /^--[a-z]/.test(arg)).map(arg => arg.slice(2).split('=', 1)[0] ?? '')
  const unknown = names.find(name => !(name in options))
  if (unknown !== undefined) {
    throw new UsageError(`There is no option --${unknown}; did you mean --${nearest(unknown, Object.keys(options))}?`)
  }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error))
  }
}

async function run(args: readonly string[]): Promise<number> {
  const { command, input, wantsHelp, wantsVersion } = readInput(args)
  if (wantsVersion) {
    console.log(`Sitesounder ${VERSION_LABEL}`)
    return 0
  }
  if (wantsHelp || command === 'help') {
    console.log(help)
    return 0
  }
  if (command === 'serve') return serveCommand(input)
  if (command === 'audit') return auditCommand(input)
  const hint = command === '' ? 'Name a command: serve or audit.' : `There is no command ${command}: serve or audit.`
  throw new UsageError(`${hint} "sitesounder --help" explains them.`)
}

/** Expected errors are one sentence; anything else is a fault of ours and shows its stack. */
function exitCodeOf(error: unknown, isAudit: boolean): number {
  if (error instanceof UsageError) {
    console.error(error.message)
    return EXIT_USAGE
  }
  if (error instanceof SettingError || error instanceof AppError) {
    console.error(error.message)
    return isAudit ? EXIT_USAGE : EXIT_FAILED
  }
  console.error(error)
  return isAudit ? EXIT_USAGE : EXIT_FAILED
}

const args = process.argv.slice(2)
try {
  process.exitCode = await run(args)
} catch (error) {
  process.exitCode = exitCodeOf(error, args[0] === 'audit')
}
