import { nearestName } from './nearest-name.ts'
import {
  choice,
  flag,
  list,
  parameterNames,
  type Setting,
  SettingError,
  secret,
  text,
  webAddress,
  whole,
} from './setting.ts'
import { CRAWL_LIMIT_MAX, PAGE_SPEED_SAMPLE_MAX } from './shared/constants.ts'

/**
 * Every operator setting: name, default, unit, bounds and one sentence. Each is an environment variable `SITESOUNDER_<NAME>` and
 * a command-line flag `--<name>`; a flag wins. The table in the README is generated from here. Nothing else reads the
 * environment.
 */

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
  databaseUrl: secret({
    name: 'database-url',
    form: 'postgres://user:password@host/database',
    sentence: 'PostgreSQL database for any number of processes and machines; without it a file in the data folder.',
  }),
  databaseConnections: whole({
    name: 'database-connections',
    fallback: 8,
    min: 2,
    max: 200,
    unit: 'connections',
    sentence:
      'Connections of one thread to PostgreSQL; a process has two such threads, and three more for the queue of each.',
  }),
  claimSeconds: whole({
    name: 'claim-seconds',
    fallback: 30,
    min: 2,
    max: 3_600,
    unit: 'seconds',
    sentence: 'On PostgreSQL: a process that is not heard of for so long loses its crawls to others.',
  }),
  workerPort: whole({
    name: 'worker-port',
    fallback: 0,
    min: 0,
    max: 65_535,
    sentence: 'Port on which “sitesounder worker” answers /healthz, /readyz and /metrics; 0 for none.',
  }),
  metrics: flag({
    name: 'metrics',
    fallback: false,
    sentence: 'Whether /metrics tells Prometheus, and anybody else who asks, how busy the process is.',
  }),
  publicUrl: webAddress({
    name: 'public-url',
    sentence:
      'Address under which a reverse proxy shows this server; makes it public, and cookies Secure when it is https.',
  }),
  trustedProxies: list({
    name: 'trusted-proxies',
    form: 'list of address or CIDR range',
    sentence:
      'Reverse proxies whose Forwarded or X-Forwarded-For names the visitor’s address; nobody else is believed.',
  }),
  adminPassword: secret({
    name: 'admin-password',
    form: 'at least 12 characters',
    sentence: 'Password of the account admin; without it one is generated at the first start and shown once.',
  }),
  userPassword: secret({
    name: 'user-password',
    form: 'at least 12 characters',
    sentence: 'Password of the account user; without it one is generated at the first start and shown once.',
  }),
  sessionIdleMinutes: whole({
    name: 'session-idle-minutes',
    fallback: 30,
    min: 1,
    max: 43_200,
    unit: 'minutes',
    sentence: 'A signed-in user who is not heard of for so long is signed out.',
  }),
  sessionHours: whole({
    name: 'session-hours',
    fallback: 12,
    min: 1,
    max: 8_760,
    unit: 'hours',
    sentence: 'Signing in holds at most so long.',
  }),
  requestsPerMinute: whole({
    name: 'requests-per-minute',
    fallback: 600,
    min: 10,
    max: 1_000_000,
    unit: 'requests',
    sentence: 'Requests that one visitor may send in a minute.',
  }),
  requestsPerMinutePerAddress: whole({
    name: 'requests-per-minute-per-address',
    fallback: 3_000,
    min: 10,
    max: 1_000_000,
    unit: 'requests',
    sentence: 'Requests that all visitors of one network address may send in a minute.',
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
  maxPageSpeedSample: whole({
    name: 'max-page-speed-sample',
    fallback: 10,
    min: 0,
    max: PAGE_SPEED_SAMPLE_MAX,
    unit: 'pages',
    sentence: 'Of how many pages of a crawl a visitor may have the speed measured; 0 allows none.',
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
  maxActiveCrawlsPerAddress: whole({
    name: 'max-active-crawls-per-address',
    fallback: 20,
    min: 1,
    max: 100_000,
    unit: 'crawls',
    sentence: 'Crawls that all visitors of one network address may have running or waiting at once.',
  }),
  keptCrawls: whole({
    name: 'kept-crawls',
    fallback: 10,
    min: 1,
    max: 1_000,
    unit: 'crawls',
    sentence: 'Ended crawls that are kept of a website.',
  }),
  maxStorageMegabytes: whole({
    name: 'max-storage-megabytes',
    fallback: 20_000,
    min: 1,
    max: 100_000_000,
    unit: 'megabytes',
    sentence: 'Storage that all crawls together may take; then none is started, and those that run end early.',
  }),
  crawlMinutes: whole({
    name: 'crawl-minutes',
    fallback: 60,
    min: 1,
    max: 100_000,
    unit: 'minutes',
    sentence:
      'How long a crawl may be under way, whatever its limit: an hour for redirects, files and links to other sites. Pauses do not count.',
  }),
  crawlSecondsPerPage: whole({
    name: 'crawl-seconds-per-page',
    fallback: 30,
    min: 0,
    max: 3_600,
    unit: 'seconds',
    sentence:
      'How much longer for each page of the limit: enough for a site that asks for the longest Crawl-delay that is obeyed.',
  }),
  crawlMegabytes: whole({
    name: 'crawl-megabytes',
    fallback: 1_000,
    min: 1,
    max: 100_000_000,
    unit: 'megabytes',
    sentence: 'How much a crawl may receive, whatever its limit, before it ends with what it has.',
  }),
  crawlMegabytesPerPage: whole({
    name: 'crawl-megabytes-per-page',
    fallback: 2,
    min: 0,
    max: 1_000,
    unit: 'megabytes',
    sentence: 'How much more for each page of the limit: many times what pages usually weigh.',
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
    sentence: 'Threads that fetch and read pages; 0 means one per core, less one for the engine.',
  }),
  obeyRobots: flag({ name: 'obey-robots', fallback: true, sentence: 'Whether robots.txt is obeyed.' }),
  sitemaps: flag({
    name: 'sitemaps',
    fallback: false,
    sentence: 'Whether pages that only a sitemap lists are visited, too, once no link is left to follow.',
  }),
  dropParameters: parameterNames({
    name: 'drop-parameters',
    sentence:
      'Parameters that addresses of a crawled site go without, such as sid or utm_*, unless a crawl is asked for with others.',
  }),
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
  maxHeldBodyMegabytes: whole({
    name: 'max-held-body-megabytes',
    fallback: 128,
    min: 1,
    max: 1_000_000,
    unit: 'megabytes',
    sentence: 'How much of pages is held at once, of all crawls; large ones wait their turn.',
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
  pagespeed: choice({
    name: 'pagespeed',
    fallback: 'auto',
    choices: ['auto', 'google', 'lighthouse', 'off'],
    sentence:
      'Who measures page speed: Google PageSpeed Insights, Lighthouse on this machine, or (auto) Google where a key is set and the page is public, else Lighthouse.',
  }),
  pagespeedKey: secret({
    name: 'pagespeed-key',
    form: 'API key of Google Cloud',
    sentence: 'API key for Google PageSpeed Insights; without it pages are measured by Lighthouse on this machine.',
  }),
  pagespeedUrl: webAddress({
    name: 'pagespeed-url',
    sentence: 'Where PageSpeed Insights is asked, if not at https://www.googleapis.com.',
  }),
  pagespeedQueue: whole({
    name: 'pagespeed-queue',
    fallback: 20,
    min: 1,
    max: 10_000,
    unit: 'pages',
    sentence: 'Pages that may wait to be measured; one is measured at a time.',
  }),
  server: webAddress({
    name: 'server',
    sentence: 'Server that “sitesounder crawls” asks.',
  }),
  apiKey: secret({
    name: 'api-key',
    form: 'API key of that server',
    sentence: 'Key with which “sitesounder crawls” asks; its scope must be crawl to pause, resume or stop.',
  }),
  allowRendering: flag({
    name: 'allow-rendering',
    fallback: true,
    sentence: 'Whether a crawl may run the scripts of its pages, in a Chromium of this machine.',
  }),
  renderTabs: whole({
    name: 'render-tabs',
    fallback: 2,
    min: 1,
    max: 32,
    unit: 'pages',
    sentence: 'Pages whose scripts run at once, of all crawls; each takes about 100 megabytes.',
  }),
  renderTimeoutMs: whole({
    name: 'render-timeout-ms',
    fallback: 15_000,
    min: 500,
    max: 300_000,
    unit: 'milliseconds',
    sentence: 'How long the scripts of a page may run before it is read as it stands.',
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
  if (unknown) throw new SettingError(`Unknown setting ${unknown}; did you mean ${nearestName(unknown, known)}?`)
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
    if (error instanceof SettingError)
      throw new SettingError(`${source} ${error.message}${setting.isSecret ? '' : `, not “${given}”`}.`)
    throw error
  }
}
