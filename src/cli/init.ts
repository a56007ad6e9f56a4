import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { CRAWL_LIMIT_DEFAULT } from '#shared/constants.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import { failThresholds } from './audit/audit-options.ts'
import { type Command, type CommandInput, EXIT_USAGE, UsageError } from './command.ts'
import type { ConfigValues } from './config/config-schema.ts'
import { CONFIG_FILE } from './config/find-config.ts'

export const command: Command = {
  flags: { yes: { type: 'boolean' } },
  help: {
    usage: `  sitesounder init [URL] [--yes]              write ${CONFIG_FILE} into this folder`,
    options: '  --yes                take the defaults, without questions',
    exitCodes: '0 written, 2 there is one already, or wrong usage.',
    examples: '  sitesounder init example.com --yes',
  },
  failedCode: EXIT_USAGE,
  readsNoConfig: true,
  run: initCommand,
}

interface Choices {
  url: string
  limit: number
  failOn: (typeof failThresholds)[number]
}

/** Of the program where it is installed in the project, for editors: of another one, the path would hold on this machine alone. */
const SCHEMA_FILE = 'node_modules/sitesounder/docs/config.schema.json'
const [DEFAULT_THRESHOLD] = failThresholds

/** `sitesounder init`: writes a configuration file that names the website and how `audit` crawls it. */
async function initCommand({ operands, flags }: CommandInput): Promise<number> {
  const [url, ...more] = operands
  if (more.length > 0) throw new UsageError('Name one URL at most.')
  const defaults: Choices = { url: checkedUrl(url ?? ''), limit: CRAWL_LIMIT_DEFAULT, failOn: DEFAULT_THRESHOLD }
  const choices = flags.has('yes') ? defaults : await promptFor(defaults)
  const file = path.resolve(CONFIG_FILE)
  await writeFile(file, `${JSON.stringify(configOf(choices), null, 2)}\n`, { flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST'
        ? new UsageError(`There is a ${CONFIG_FILE} in this folder already.`)
        : new UsageError(`${file} cannot be written (${error.code}).`)
    },
  )
  process.stdout.write(
    `${CONFIG_FILE} written. "sitesounder audit" crawls by it; "sitesounder config" shows what is in force.\n`,
  )
  return 0
}

function configOf({ url, limit, failOn }: Choices): ConfigValues {
  return {
    ...(existsSync(SCHEMA_FILE) && { $schema: `./${SCHEMA_FILE}` }),
    ...(url !== '' && { url }),
    audit: { limit, 'fail-on': failOn },
  }
}

/** An empty line keeps the default. */
async function promptFor(defaults: Choices): Promise<Choices> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const lines = terminal[Symbol.asyncIterator]()
  const typed = async (question: string, fallback: string): Promise<string> => {
    process.stdout.write(`${question}${fallback === '' ? '' : ` (${fallback})`}: `)
    const { value, done } = await lines.next()
    return done || value.trim() === '' ? fallback : value.trim()
  }
  try {
    const url = checkedUrl(await typed('URL of the website', defaults.url))
    const limit = Number(await typed('Maximum number of pages', String(defaults.limit)))
    if (!Number.isSafeInteger(limit) || limit < 1)
      throw new UsageError('The number of pages must be a whole number, 1 or more.')
    const given = await typed(`Which findings fail a build: ${failThresholds.join(', ')}`, defaults.failOn)
    const failOn = failThresholds.find(each => each === given)
    if (failOn === undefined) throw new UsageError(`It must be one of ${failThresholds.join(', ')}, not “${given}”.`)
    return { url, limit, failOn }
  } finally {
    terminal.close()
  }
}

function checkedUrl(typed: string): string {
  if (typed === '') return ''
  const parsed = parseStartUrl(typed)
  if (!parsed.ok) throw new UsageError(`${parsed.message}: ${typed}`)
  return parsed.isHttpsAssumed ? typed : parsed.url
}
