import { CRAWL_LIMIT_MAX } from './shared/constants.ts'

/**
 * Every operator setting: name, default, unit, bounds and one sentence. Each is an environment variable `SITESOUNDER_<NAME>` and
 * a command-line flag `--<name>`; a flag wins. The table in the README is generated from here. Nothing else reads the
 * environment.
 */

/** A setting that cannot be used as given; the message is one sentence for the operator. */
export class SettingError extends Error {}

interface Setting<T> {
  /** Flag without dashes; the variable is SITESOUNDER_ and this in capitals with underscores. */
  name: string
  fallback: T
  /** Shown in the table: what kind of value, with unit and bounds. */
  form: string
  sentence: string
  /** Also read from the environment without the prefix. */
  alsoBare?: boolean
  parse(text: string): T
}

type Describe = { name: string; sentence: string; alsoBare?: boolean }

function whole(setting: Describe & { fallback: number; min: number; max: number; unit?: string }): Setting<number> {
  const { min, max, unit, ...rest } = setting
  const form = `whole number${unit ? `, ${unit}` : ''}, ${min} to ${max}`
  const parse = (text: string) => {
    const value = Number(text)
    if (!/^\d+$/.test(text.trim()) || value < min || value > max) throw new SettingError(`must be a ${form}`)
    return value
  }
  return { ...rest, form, parse }
}

function text(setting: Describe & { fallback: string; form: string }): Setting<string> {
  return { ...setting, parse: value => value.trim() }
}

function flag(setting: Describe & { fallback: boolean }): Setting<boolean> {
  const words: Record<string, boolean> = { true: true, yes: true, 1: true, '': true, false: false, no: false, 0: false }
  const parse = (value: string) => {
    const known = words[value.trim().toLowerCase()]
    if (known === undefined) throw new SettingError('must be true or false')
    return known
  }
  return { ...setting, form: 'true or false', parse }
}

function choice<const T extends string>(setting: Describe & { fallback: T; choices: readonly T[] }): Setting<T> {
  const { choices, ...rest } = setting
  const parse = (value: string) => {
    const found = choices.find(each => each === value.trim())
    if (found === undefined) throw new SettingError(`must be one of ${choices.join(', ')}`)
    return found
  }
  return { ...rest, form: choices.join(' or '), parse }
}

function list(setting: Describe & { form: string }): Setting<readonly string[]> {
  return { ...setting, fallback: [], parse: value => value.split(/[\s,]+/).filter(Boolean) }
}

function webAddress(setting: Describe): Setting<URL | null> {
  const parse = (value: string) => {
    const url = URL.parse(value.trim())
    if (!url || !/^https?:$/.test(url.protocol)) throw new SettingError('must be an http or https address')
    return url
  }
  return { ...setting, fallback: null, form: 'http or https address', parse }
}

const DAY_SECONDS = 86_400

export const settings = {
  port: whole({
    name: 'port',
    fallback: 3000,
    min: 0,
    max: 65_535,
    alsoBare: true,
    sentence: 'Port of the web interface; 0 takes a free one.',
  }),
  host: text({
    name: 'host',
    fallback: '127.0.0.1',
    form: 'address or name',
    alsoBare: true,
    sentence: 'Address to listen on. Anything but loopback makes the server public: private targets are then refused.',
  }),
  data: text({
    name: 'data',
    fallback: 'data',
    form: 'folder',
    sentence: 'Data folder; made when it does not exist.',
  }),
  publicUrl: webAddress({
    name: 'public-url',
    sentence:
      'Address under which a reverse proxy shows this server; makes it public, and cookies Secure when it is https.',
  }),
  targets: choice({
    name: 'targets',
    fallback: 'auto',
    choices: ['auto', 'public', 'any'],
    sentence:
      'Which addresses a crawl may reach: public ones only, any, or (auto) any while the server serves this machine alone.',
  }),
  allowTargets: list({
    name: 'allow-targets',
    form: 'list of host, host:port or CIDR range',
    sentence: 'Targets that stay open when only public ones may be reached.',
  }),
  maxCrawlLimit: whole({
    name: 'max-crawl-limit',
    fallback: CRAWL_LIMIT_MAX,
    min: 1,
    max: 1_000_000,
    unit: 'pages',
    sentence: 'The largest page limit a visitor may ask for.',
  }),
  ephemeralSeconds: whole({
    name: 'ephemeral-seconds',
    fallback: 1_800,
    min: 1,
    max: 30 * DAY_SECONDS,
    unit: 'seconds',
    sentence: 'How long the data of a visitor who left are kept.',
  }),
  maxActiveCrawls: whole({
    name: 'max-active-crawls',
    fallback: 200,
    min: 1,
    max: 100_000,
    unit: 'crawls',
    sentence: 'Crawls that may run or wait at once, of all visitors.',
  }),
  maxActiveCrawlsPerVisitor: whole({
    name: 'max-active-crawls-per-visitor',
    fallback: 10,
    min: 1,
    max: 100_000,
    unit: 'crawls',
    sentence: 'Crawls that one visitor may have running or waiting at once.',
  }),
  crawlsAtOnce: whole({
    name: 'crawls-at-once',
    fallback: 4,
    min: 1,
    max: 64,
    unit: 'crawls',
    sentence: 'Crawls that run at once; others wait their turn.',
  }),
  pageWorkers: whole({
    name: 'page-workers',
    fallback: 0,
    min: 0,
    max: 64,
    unit: 'threads',
    sentence: 'Threads that fetch and read pages; 0 means one per core.',
  }),
  obeyRobots: flag({ name: 'obey-robots', fallback: true, sentence: 'Whether robots.txt is obeyed.' }),
  userAgent: text({
    name: 'user-agent',
    fallback: 'Mozilla/5.0 (compatible; Sitesounder/1.0)',
    form: 'text',
    sentence: 'How the crawler introduces itself; robots.txt groups are matched against “sitesounder”.',
  }),
  probeResources: flag({
    name: 'probe-resources',
    fallback: true,
    sentence: 'Whether images, scripts, stylesheets and other files are asked for their status.',
  }),
  probeExternal: flag({
    name: 'probe-external',
    fallback: true,
    sentence: 'Whether links to other sites are asked for their status.',
  }),
  resourceProbeFactor: whole({
    name: 'resource-probe-factor',
    fallback: 10,
    min: 0,
    max: 1_000,
    unit: 'times the page limit',
    sentence: 'How many files, and how many addresses beyond the limit, are asked for their status.',
  }),
  externalProbeFactor: whole({
    name: 'external-probe-factor',
    fallback: 10,
    min: 0,
    max: 1_000,
    unit: 'times the page limit',
    sentence: 'How many links to other sites are asked for their status.',
  }),
  externalProbesPerHost: whole({
    name: 'external-probes-per-host',
    fallback: 100,
    min: 0,
    max: 1_000_000,
    unit: 'addresses',
    sentence: 'How many links to one other site are asked for their status; it is asked once a second.',
  }),
  queueFactor: whole({
    name: 'queue-factor',
    fallback: 50,
    min: 1,
    max: 1_000,
    unit: 'times the page limit',
    sentence: 'How many addresses a crawl visits at most, pages or not.',
  }),
  requestsPerHost: whole({
    name: 'requests-per-host',
    fallback: 8,
    min: 1,
    max: 256,
    unit: 'requests',
    sentence: 'Requests at once to one host.',
  }),
  requestsPerLoopbackHost: whole({
    name: 'requests-per-loopback-host',
    fallback: 32,
    min: 1,
    max: 256,
    unit: 'requests',
    sentence: 'Requests at once to this machine.',
  }),
  externalPauseMs: whole({
    name: 'external-pause-ms',
    fallback: 1_000,
    min: 0,
    max: 60_000,
    unit: 'milliseconds',
    sentence: 'Pause between two requests to one other site (this machine excepted).',
  }),
  confirmPauseMs: whole({
    name: 'confirm-pause-ms',
    fallback: 2_000,
    min: 0,
    max: 60_000,
    unit: 'milliseconds',
    sentence: 'Pause before an address that failed is asked again.',
  }),
  serverErrorPauseMs: whole({
    name: 'server-error-pause-ms',
    fallback: 1_000,
    min: 0,
    max: 60_000,
    unit: 'milliseconds',
    sentence: 'Pause before a server error is asked again the first time; five times as long the second.',
  }),
  maxRetryAfterSeconds: whole({
    name: 'max-retry-after-seconds',
    fallback: 60,
    min: 0,
    max: 3_600,
    unit: 'seconds',
    sentence: 'The longest Retry-After that is waited for.',
  }),
  maxCrawlDelaySeconds: whole({
    name: 'max-crawl-delay-seconds',
    fallback: 30,
    min: 0,
    max: 3_600,
    unit: 'seconds',
    sentence: 'The longest Crawl-delay of robots.txt that is obeyed.',
  }),
  connectTimeoutMs: whole({
    name: 'connect-timeout-ms',
    fallback: 10_000,
    min: 1,
    max: 600_000,
    unit: 'milliseconds',
    sentence: 'How long a connection may take.',
  }),
  firstByteTimeoutMs: whole({
    name: 'first-byte-timeout-ms',
    fallback: 30_000,
    min: 1,
    max: 600_000,
    unit: 'milliseconds',
    sentence: 'How long the first byte of an answer may take.',
  }),
  totalTimeoutMs: whole({
    name: 'total-timeout-ms',
    fallback: 40_000,
    min: 1,
    max: 3_600_000,
    unit: 'milliseconds',
    sentence: 'How long a whole answer may take.',
  }),
  readTimeoutMs: whole({
    name: 'read-timeout-ms',
    fallback: 10_000,
    min: 100,
    max: 600_000,
    unit: 'milliseconds',
    sentence: 'How long reading and checking one page may take.',
  }),
  maxBodyBytes: whole({
    name: 'max-body-bytes',
    fallback: 15 * 1024 * 1024,
    min: 1_024,
    max: 1024 * 1024 * 1024,
    unit: 'bytes',
    sentence: 'How much of a page is read, after decoding.',
  }),
  probeBodyBytes: whole({
    name: 'probe-body-bytes',
    fallback: 64 * 1024,
    min: 0,
    max: 16 * 1024 * 1024,
    unit: 'bytes',
    sentence: 'How much is read when only the status is asked for.',
  }),
  maxHeaderBytes: whole({
    name: 'max-header-bytes',
    fallback: 64 * 1024,
    min: 1_024,
    max: 1024 * 1024,
    unit: 'bytes',
    sentence: 'The largest header block of an answer.',
  }),
} as const satisfies Record<string, Setting<unknown>>

type SettingTable = typeof settings
export type SettingName = keyof SettingTable
export type Settings = {
  readonly [Name in SettingName]: SettingTable[Name] extends Setting<infer Value> ? Value : never
}

const PREFIX = 'SITESOUNDER_'

export function environmentName(setting: { name: string }): string {
  return PREFIX + setting.name.toUpperCase().replaceAll('-', '_')
}

/**
 * Settings from flags (by flag name) and environment.
 *
 * @throws SettingError one sentence that names the setting, what it must be, and the nearest known name of an unknown one.
 */
export function readSettings(
  environment: Record<string, string | undefined>,
  flags: Record<string, string> = {},
): Settings {
  const entries = Object.entries(settings)
  const known = entries.map(([, setting]) => environmentName(setting))
  const unknown = Object.keys(environment).find(name => name.startsWith(PREFIX) && !known.includes(name))
  if (unknown) throw new SettingError(`Unknown setting ${unknown}; did you mean ${nearest(unknown, known)}?`)
  const values = entries.map(([key, setting]) => [key, readOne(setting, environment, flags)] as const)
  return Object.fromEntries(values) as Settings
}

function readOne(
  setting: Setting<unknown>,
  environment: Record<string, string | undefined>,
  flags: Record<string, string>,
) {
  const variable = environmentName(setting)
  const bare = setting.alsoBare ? environment[variable.slice(PREFIX.length)] : undefined
  const given = flags[setting.name] ?? environment[variable] ?? bare
  if (given === undefined) return setting.fallback
  const source = flags[setting.name] !== undefined ? `--${setting.name}` : variable
  try {
    return setting.parse(given)
  } catch (error) {
    if (error instanceof SettingError) throw new SettingError(`${source} ${error.message}, not “${given}”.`)
    throw error
  }
}

/** The known name with the smallest edit distance. */
export function nearest(name: string, known: readonly string[]): string {
  const ranked = known
    .map(each => ({ each, distance: editDistance(name, each) }))
    .sort((a, b) => a.distance - b.distance)
  return ranked[0]?.each ?? ''
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** Whether strangers can reach this server: it listens beyond loopback, or a proxy shows it. */
export function isPublicServer(chosen: Pick<Settings, 'host' | 'publicUrl'>): boolean {
  return chosen.publicUrl !== null || !LOOPBACK_HOSTS.has(chosen.host)
}

/** `targets` with auto decided. */
export function targetPolicy(chosen: Settings): { targets: 'public' | 'any'; allow: readonly string[] } {
  const targets = chosen.targets === 'auto' ? (isPublicServer(chosen) ? 'public' : 'any') : chosen.targets
  return { targets, allow: chosen.allowTargets }
}
