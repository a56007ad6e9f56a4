import { parseArgs } from 'node:util'
import { readSettings } from '#settings/config.ts'
import { SettingError } from '#settings/setting.ts'
import { VERSION_LABEL } from '#shared/constants.ts'
import { AppError } from '#shared/errors.ts'
import { nearestName } from '#shared/nearest-name.ts'
import {
  type Command,
  EXIT_FAILED,
  EXIT_USAGE,
  type FlagTable,
  generalFlags,
  settingFlags,
  UsageError,
} from './command.ts'
import { commands, loadCommands, loadHelps } from './commands.ts'
import { findConfig } from './config/find-config.ts'
import { commandHelpText, overviewText } from './help-text.ts'

/** The command line: finds the command, reads its flags, prints help and errors. Each command has a file of its own. */

const COMMAND_NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(commands.keys())
const AUDIT = 'audit'
const HELP = 'help'

/** The command that is named, `audit` for a URL alone, undefined for neither. */
function nameOf(args: readonly string[]): string | undefined {
  return args.find(arg => commands.has(arg)) ?? (args.some(isUrl) ? AUDIT : undefined)
}

/** `example.com`, `localhost:3000`, `https://example.com/`: no command and no flag has a dot, a colon or a slash. */
function isUrl(word: string): boolean {
  return !word.startsWith('-') && (word === 'localhost' || /[.:/]/.test(word))
}

async function loadCommand(name: string): Promise<Command | undefined> {
  return (await commands.get(name)?.())?.command
}

async function run(args: readonly string[], name: string, command: Command): Promise<number> {
  const known = settingFlags()
  const { values, positionals } = parseFlags(args, { ...known, ...command.flags, ...generalFlags }, name)
  if (values.version) return showVersion()
  if (values.help || positionals[0] === HELP) {
    console.log(commandHelpText(name, command.help))
    return 0
  }
  const named = positionals.indexOf(name)
  const flags = new Map(
    Object.entries(values).flatMap(([flag, value]) => (value === undefined ? [] : [[flag, String(value)] as const])),
  )
  const settingFlagValues = Object.fromEntries([...flags].filter(([flag]) => flag in known))
  const config = command.readsNoConfig ? null : await findConfig(flags.get('config'), process.cwd())
  return await command.run({
    operands: positionals.filter((_, index) => index !== named),
    flags,
    settings: readSettings(process.env, settingFlagValues, config),
    settingFlags: settingFlagValues,
    loadCommands,
    config,
  })
}

/** Reads no setting: a wrong one must not prevent that the help is read. */
async function runWithoutCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, { ...settingFlags(), ...generalFlags })
  if (values.version) return showVersion()
  const [word = '', topic] = positionals
  const unknown = word === HELP ? topic : word
  if (unknown !== undefined && unknown !== '') throw unknownCommand(unknown)
  if (!values.help && word !== HELP) throw unknownCommand('')
  console.log(overviewText(await loadHelps()))
  return 0
}

function showVersion(): number {
  console.log(`Sitesounder ${VERSION_LABEL}`)
  return 0
}

/** @throws UsageError for an option that the command does not have, with the nearest one that it has. */
function parseFlags(args: readonly string[], options: FlagTable, command?: string) {
  const names = args.filter(arg => /^--[a-z]/.test(arg)).map(arg => arg.slice(2).split('=', 1)[0] ?? '')
  const unknown = names.find(name => !(name in options))
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, Object.keys(options))
    const owner = command === undefined ? 'There is' : `${command} has`
    throw new UsageError(`${owner} no option --${unknown}; did you mean --${nearest}?`)
  }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error))
  }
}

function unknownCommand(command: string): UsageError {
  const hint =
    command === '' ? `Name a command: ${COMMAND_NAMES}.` : `There is no command ${command}: ${COMMAND_NAMES}.`
  return new UsageError(`${hint} "sitesounder --help" explains them.`)
}

/** Expected errors are one sentence; anything else is an internal error and shows its stack. */
function exitCodeOf(error: unknown, failedCode: number): number {
  if (error instanceof UsageError) {
    console.error(error.message)
    return EXIT_USAGE
  }
  console.error(error instanceof SettingError || error instanceof AppError ? error.message : error)
  return failedCode
}

const args = process.argv.slice(2)
const name = nameOf(args)
const command = name === undefined ? undefined : await loadCommand(name)
const failedCode = command?.failedCode ?? EXIT_FAILED
// Node.js itself would end with a code that has another meaning for `audit`.
process.on('uncaughtException', error => process.exit(exitCodeOf(error, failedCode)))
try {
  process.exitCode = name === undefined || !command ? await runWithoutCommand(args) : await run(args, name, command)
} catch (error) {
  process.exitCode = exitCodeOf(error, failedCode)
}
