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

function readInput(args: readonly string[]): {
  command: string
  input: CommandInput
  wantsHelp: boolean
  wantsVersion: boolean
} {
  const settingFlags = Object.fromEntries(
    Object.values(settings).map(({ name }) => [name, { type: 'string' as const }]),
  )
  const known = { ...settingFlags, ...commandFlags, ...generalFlags }
  const { values, positionals } = parseFlags(args, known)
  const [command = values.help || values.version ? 'help' : '', ...operands] = positionals
  const given = new Map(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  const own: readonly string[] | undefined = commands.get(command)?.flags
  const foreign = own && [...given.keys()].find(name => name in commandFlags && !own.includes(name))
  if (foreign !== undefined) throw new UsageError(`--${foreign} is no option of ${command}.`)
  const settingValues = Object.fromEntries([...given].filter(([name]) => name in settingFlags))
  const input: CommandInput = { operands, flags: given, settings: readSettings(process.env, settingValues) }
  return { command, input, wantsHelp: values.help === true, wantsVersion: values.version === true }
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
  const { command, input, wantsHelp, wantsVersion } = readInput(args)
  if (wantsVersion) {
    console.log(`Sitesounder ${VERSION_LABEL}`)
    return 0
  }
  if (wantsHelp || command === 'help') {
    console.log(helpText)
    return 0
  }
  const found = commands.get(command)
  if (found) return found.run(input)
  const hint =
    command === '' ? `Name a command: ${COMMAND_NAMES}.` : `There is no command ${command}: ${COMMAND_NAMES}.`
  throw new UsageError(`${hint} "sitesounder --help" explains them.`)
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

const args = process.argv.slice(2)
const failedCode = commands.get(args.find(arg => commands.has(arg)) ?? '')?.failedCode ?? EXIT_FAILED
// Nobody caught it, so it is a fault of ours; by itself Node.js would end with a code that `audit` has another meaning for.
process.on('uncaughtException', error => process.exit(exitCodeOf(error, failedCode)))
try {
  process.exitCode = await run(args)
} catch (error) {
  process.exitCode = exitCodeOf(error, failedCode)
}
