import { parseArgs } from 'node:util'
import { readSettings, settings } from '#settings/config.ts'
import { SettingError } from '#settings/setting.ts'
import { VERSION_LABEL } from '#shared/constants.ts'
import { AppError } from '#shared/errors.ts'
import { nearestName } from '#shared/nearest-name.ts'
import { type CommandInput, UsageError } from './command.ts'
import { helpText } from './help-text.ts'

/** The command line: which command, with which flags; words in, exit code out. The commands themselves have files of their own. */

const EXIT_FAILED = 1
const EXIT_USAGE = 2

const commandFlags = {
  demo: { type: 'boolean' },
  roles: { type: 'string' },
  limit: { type: 'string' },
  urls: { type: 'string' },
  format: { type: 'string' },
  output: { type: 'string' },
  part: { type: 'string' },
  bom: { type: 'boolean' },
  'fail-on': { type: 'string' },
  'min-score': { type: 'string' },
  baseline: { type: 'string' },
  settings: { type: 'string' },
  report: { type: 'string' },
  sitemap: { type: 'string' },
  'page-speed': { type: 'string' },
  render: { type: 'boolean' },
  'no-color': { type: 'boolean' },
  device: { type: 'string' },
  runs: { type: 'string' },
  role: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  'password-stdin': { type: 'boolean' },
} as const
const generalFlags = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } } as const

interface Command {
  /** Loads its code, and resolves with the exit code. */
  run(input: CommandInput): Promise<number>
  /** Its own, besides the settings. */
  flags: readonly (keyof typeof commandFlags)[]
  /** Exit code when it throws. */
  failedCode: number
}

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    'serve',
    {
      run: async input => (await import('./serve.ts')).serveCommand(input),
      flags: ['demo', 'roles'],
      failedCode: EXIT_FAILED,
    },
  ],
  [
    'worker',
    {
      run: async input => (await import('./worker.ts')).workerCommand(input),
      flags: [],
      failedCode: EXIT_FAILED,
    },
  ],
  // Its code 1 says that something was found.
  [
    'audit',
    {
      run: async input => (await import('./audit/audit.ts')).auditCommand(input),
      flags: [
        'limit',
        'urls',
        'format',
        'part',
        'bom',
        'output',
        'fail-on',
        'min-score',
        'baseline',
        'settings',
        'report',
        'sitemap',
        'page-speed',
        'render',
        'no-color',
      ],
      failedCode: EXIT_USAGE,
    },
  ],
  [
    'pagespeed',
    {
      run: async input => (await import('./pagespeed.ts')).pagespeedCommand(input),
      flags: ['device', 'runs', 'format', 'output'],
      failedCode: EXIT_USAGE,
    },
  ],
  [
    'crawls',
    {
      run: async input => (await import('./crawls.ts')).crawlsCommand(input),
      flags: [],
      failedCode: EXIT_FAILED,
    },
  ],
  [
    'issues',
    {
      run: async input => (await import('./issues.ts')).issuesCommand(input),
      flags: [],
      failedCode: EXIT_FAILED,
    },
  ],
  [
    'migrate',
    {
      run: async input => (await import('./migrate.ts')).migrateCommand(input),
      flags: ['from', 'to'],
      failedCode: EXIT_FAILED,
    },
  ],
  [
    'users',
    {
      run: async input => (await import('./users.ts')).usersCommand(input),
      flags: ['role', 'password-stdin'],
      failedCode: EXIT_FAILED,
    },
  ],
])
const COMMAND_NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(commands.keys())

const AUDIT = 'audit'

interface CommandLine {
  /** '' where none is named. */
  command: string
  operands: readonly string[]
  flags: ReadonlyMap<string, string>
}

function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parseFlags(args, { ...settingFlags(), ...commandFlags, ...generalFlags })
  const [first = '', ...rest] = positionals
  const flags = new Map(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  if (!commands.has(first) && isAddress(first)) return { command: AUDIT, operands: positionals, flags }
  return { command: first, operands: rest, flags }
}

function settingFlags() {
  return Object.fromEntries(Object.values(settings).map(({ name }) => [name, { type: 'string' as const }]))
}

/** `example.com`, `localhost:3000`, `https://example.com/`: no command has a dot, a colon or a slash. */
function isAddress(word: string): boolean {
  return word === 'localhost' || /[.:/]/.test(word)
}

/** @throws UsageError for an option of another command, SettingError for a setting that makes no sense. */
function inputOf({ command, operands, flags }: CommandLine): CommandInput {
  const own: readonly string[] = commands.get(command)?.flags ?? []
  const foreign = [...flags.keys()].find(name => name in commandFlags && !own.includes(name))
  if (foreign !== undefined) throw new UsageError(`--${foreign} is no option of ${command}.`)
  const known = settingFlags()
  const settingValues = Object.fromEntries([...flags].filter(([name]) => name in known))
  return { operands, flags, settings: readSettings(process.env, settingValues) }
}

function parseFlags(args: readonly string[], options: Record<string, { type: 'string' | 'boolean'; short?: string }>) {
  const names = args.filter(arg => /^--[a-z]/.test(arg)).map(arg => arg.slice(2).split('=', 1)[0] ?? '')
  const unknown = names.find(name => !(name in options))
  if (unknown !== undefined) {
    throw new UsageError(
      `There is no option --${unknown}; did you mean --${nearestName(unknown, Object.keys(options))}?`,
    )
  }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error))
  }
}

async function run(args: readonly string[]): Promise<number> {
  const line = readCommandLine(args)
  if (line.flags.has('version')) {
    console.log(`Sitesounder ${VERSION_LABEL}`)
    return 0
  }
  if (line.command === 'help') return showHelp(line.operands[0])
  if (line.flags.has('help')) return showHelp(line.command === '' ? undefined : line.command)
  const found = commands.get(line.command)
  if (!found) throw unknownCommand(line.command)
  return found.run(inputOf(line))
}

/** Reads no setting, so that one that is wrong does not keep anybody from reading about it. */
function showHelp(command: string | undefined): number {
  const text = helpText(command)
  if (text === undefined) throw unknownCommand(command ?? '')
  console.log(text)
  return 0
}

function unknownCommand(command: string): UsageError {
  const hint =
    command === '' ? `Name a command: ${COMMAND_NAMES}.` : `There is no command ${command}: ${COMMAND_NAMES}.`
  return new UsageError(`${hint} "sitesounder --help" explains them.`)
}

/** Expected errors are one sentence; anything else is a fault of ours and shows its stack. */
function exitCodeOf(error: unknown, failedCode: number): number {
  if (error instanceof UsageError) {
    console.error(error.message)
    return EXIT_USAGE
  }
  if (error instanceof SettingError || error instanceof AppError) {
    console.error(error.message)
    return failedCode
  }
  console.error(error)
  return failedCode
}

/** Known before the flags are read: reading them may be what fails. */
function failedCodeOf(args: readonly string[]): number {
  const named = args.find(arg => commands.has(arg)) ?? (args.some(isAddress) ? AUDIT : '')
  return commands.get(named)?.failedCode ?? EXIT_FAILED
}

const args = process.argv.slice(2)
const failedCode = failedCodeOf(args)
// Nobody caught it, so it is a fault of ours; by itself Node.js would end with a code that `audit` has another meaning for.
process.on('uncaughtException', error => process.exit(exitCodeOf(error, failedCode)))
try {
  process.exitCode = await run(args)
} catch (error) {
  process.exitCode = exitCodeOf(error, failedCode)
}
