import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fieldsProblem } from '#crawl/custom-fields.ts'
import { subdomainsOfSite } from '#crawl/subdomains.ts'
import { logoDataUrl } from '#report/client-report/logo.ts'
import type { ExportFormatName } from '#report/export/index.ts'
import {
  LOGO_FORMATS,
  MAX_LOGO_BYTES,
  MAX_REPORT_NAME_LENGTH,
  type ReportChoices,
  TOO_LARGE_LOGO,
} from '#shared/api/client-report.ts'
import { exportParts } from '#shared/api/streams.ts'
import { CRAWL_LIMIT_DEFAULT } from '#shared/constants.ts'
import { type CrawlFlag, crawlLists, crawlNumbers, crawlToggles } from '#shared/crawl-option-rows.ts'
import type { ChosenOptions } from '#shared/crawl-options.ts'
import { MAX_HEALTH_SCORE } from '#shared/health-score.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import { parseUrlList } from '#shared/url-list.ts'
import { type CommandInput, UsageError } from '../command.ts'
import { fileNamed, readInput, STANDARD_STREAM } from '../input-file.ts'

export const auditFormats = [
  'table',
  'json',
  'csv',
  'junit',
  'sarif',
  'github',
  'markdown',
] as const satisfies readonly ('table' | ExportFormatName)[]
/** Of a list, where no limit is named. */
const MAX_LISTED_URLS = 1_000_000
export const failThresholds = ['error', 'warning', 'never'] as const

/** The request of `sitesounder audit`. */
export interface AuditRequest {
  url: string
  isHttpsAssumed: boolean
  limit: number
  /** File with the URLs that alone are visited, `-` for standard input. */
  urls: string | undefined
  /** Crawl options that flags name; the others are as the settings say. */
  options: ChosenOptions
  format: (typeof auditFormats)[number]
  /** Which list of the crawl, of csv and json; undefined: the findings as CSV, the whole report as JSON. */
  part: (typeof exportParts)[number] | undefined
  /** Begins CSV with a byte order mark. */
  hasBom: boolean
  failOn: (typeof failThresholds)[number]
  /** A lower health score makes the exit code 1. */
  minScore: number | undefined
  output: string | undefined
  /** Further reports of the same crawl, as they are without `part`. */
  also: readonly AlsoWritten[]
  /** File of an earlier report; only what it does not know counts. */
  baseline: string | undefined
  /** File with what is decided about the website: checks, mutes, thresholds. */
  settings: string | undefined
  /** The configuration file in force, which may decide it, too. */
  config: CommandInput['config']
  /** File for the client report: .html or .pdf. */
  report: string | undefined
  /** Of the client report, where they are named. */
  reportBrand: Partial<Pick<ReportChoices, 'name' | 'client' | 'logo'>>
  /** File for an XML sitemap of what was crawled. */
  sitemap: string | undefined
  /** File, or environment variable, with credentials for the website. */
  authFile: string | undefined
  authVariable: string | undefined
  folder: string | undefined
  isPlain: boolean
}

/** Throws UsageError with a sentence for what makes no sense. */
export function readAuditRequest({
  operands,
  flags: givenFlags,
  config,
}: Pick<CommandInput, 'operands' | 'flags' | 'config'>): AuditRequest {
  const flags = new Map([...(config?.auditFlags ?? []), ...givenFlags])
  const [typed = config?.url, ...more] = operands
  if (typed === undefined || more.length > 0) throw new UsageError('Name one URL to audit, such as example.com.')
  const parsed = parseStartUrl(typed)
  if (!parsed.ok) throw new UsageError(`${parsed.message}: ${typed}`)
  const limit = Number(flags.get('limit') ?? (flags.has('urls') ? MAX_LISTED_URLS : CRAWL_LIMIT_DEFAULT))
  if (!Number.isSafeInteger(limit) || limit < 1) throw new UsageError('--limit must be a whole number, 1 or more.')
  const format = oneOf(auditFormats, flags.get('format') ?? (flags.has('json') ? 'json' : 'table'), '--format')
  return {
    url: parsed.url,
    isHttpsAssumed: parsed.isHttpsAssumed,
    limit,
    urls: flags.get('urls'),
    options: readCrawlOptions(flags, parsed.url),
    format,
    part: readPart(flags.get('part'), format),
    hasBom: readBom(flags.has('bom'), format),
    minScore: readMinScore(flags.get('min-score')),
    failOn: oneOf(failThresholds, flags.get('fail-on') ?? 'error', '--fail-on'),
    output: fileNamed(flags.get('output')),
    also: readAlso(flags.get('also')),
    baseline: flags.get('baseline'),
    settings: flags.get('settings'),
    config,
    report: reportFile(flags.get('report')),
    reportBrand: readBrand(flags),
    sitemap: sitemapFile(flags.get('sitemap')),
    authFile: flags.get('auth-file'),
    authVariable: flags.get('auth-env'),
    folder: flags.get('data'),
    isPlain: flags.has('no-color') || (process.env.NO_COLOR ?? '') !== '',
  }
}

const toggleFlags: readonly { name: keyof ChosenOptions; flag: CrawlFlag }[] = crawlToggles.flatMap(row =>
  'flag' in row ? [row] : [],
)

const listFlags = crawlLists.flatMap(row => ('flag' in row ? [row] : []))

/** The flags of the crawl options, as the command line takes them. */
export const crawlFlags = Object.fromEntries([
  ...[...crawlNumbers, ...listFlags].map(({ flag }) => [flag.name, { type: 'string' as const }]),
  ...toggleFlags.map(({ flag }) => [flag.name, { type: 'boolean' as const }]),
])

/** Where the descriptions of the help begin. */
const HELP_COLUMN = 21

/** A line of the help for each. */
export const crawlFlagsHelp = [
  ...listFlags.map(({ flag }) => helpLine(`${flag.name} RULES`, flag)),
  ...crawlNumbers.map(({ flag }) => helpLine(`${flag.name} N`, flag)),
  ...toggleFlags.map(({ flag }) => helpLine(flag.name, flag)),
].join('\n')

function helpLine(form: string, { help }: CrawlFlag): string {
  return `  ${`--${form}`.padEnd(HELP_COLUMN - 1)} ${help}`
}

/** The crawl options that flags name, for a crawl of `siteUrl`. */
export function readCrawlOptions(flags: CommandInput['flags'], siteUrl: string): ChosenOptions {
  const numbers = crawlNumbers.flatMap(({ name, max, flag }) => {
    const given = flags.get(flag.name)
    return given === undefined ? [] : [[name, wholeNumber(given, { flag: flag.name, max })] as const]
  })
  const toggles = toggleFlags.filter(({ flag }) => flags.has(flag.name)).map(({ name }) => [name, true] as const)
  const lists = listFlags.flatMap(({ name, flag, split, parse }) => {
    const given = flags.get(flag.name)
    if (given === undefined) return []
    const parsed = parse(split(given))
    if (!parsed.ok) throw new UsageError(`--${flag.name} ${parsed.problem}.`)
    return [[name, parsed.values] as const]
  })
  const options: ChosenOptions = Object.fromEntries([...numbers, ...toggles, ...lists])
  const problem = fieldsProblem(options.fields ?? [])
  if (problem !== null) throw new UsageError(problem)
  if (options.subdomains === undefined) return options
  const ofSite = subdomainsOfSite(options.subdomains, siteUrl)
  if (!ofSite.ok) throw new UsageError(`--subdomains: ${ofSite.message}.`)
  return { ...options, subdomains: ofSite.subdomains }
}

function wholeNumber(given: string, { flag, max }: { flag: string; max: number }): number {
  const value = /^\d+$/.test(given) ? Number(given) : Number.NaN
  if (!(value <= max)) throw new UsageError(`--${flag} must be a whole number, ${max} at most.`)
  return value
}

function readMinScore(given: string | undefined): number | undefined {
  return given === undefined ? undefined : wholeNumber(given, { flag: 'min-score', max: MAX_HEALTH_SCORE })
}

function readPart(given: string | undefined, format: AuditRequest['format']): AuditRequest['part'] {
  if (given === undefined) return undefined
  if (format !== 'csv' && format !== 'json') throw new UsageError('--part goes with --format csv or --format json.')
  return oneOf(exportParts, given, '--part')
}

function readBom(isGiven: boolean, format: AuditRequest['format']): boolean {
  if (isGiven && format !== 'csv') throw new UsageError('--bom goes with --format csv.')
  return isGiven
}

/** One more report of the crawl, in a file of its own. */
export interface AlsoWritten {
  format: AuditRequest['format']
  file: string
}

/** `sarif:audit.sarif markdown:summary.md`. */
function readAlso(given: string | undefined): AlsoWritten[] {
  const parts = (given ?? '').split(/\s+/).filter(part => part !== '')
  return parts.map(part => {
    const at = part.indexOf(':')
    if (at < 1 || at === part.length - 1)
      throw new UsageError(`--also must name formats with their files, such as sarif:audit.sarif, not “${part}”.`)
    return { format: oneOf(auditFormats, part.slice(0, at), '--also'), file: part.slice(at + 1) }
  })
}

function sitemapFile(file: string | undefined): string | undefined {
  if (file === STANDARD_STREAM) throw new UsageError('--sitemap must name a file: its parts are written beside it.')
  return file
}

const REPORT_FILE = /\.(?:html?|pdf)$/i

function reportFile(file: string | undefined): string | undefined {
  if (file !== undefined && !REPORT_FILE.test(file))
    throw new UsageError(`--report must name a .html or .pdf file, not “${file}”.`)
  return file
}

function readBrand(flags: CommandInput['flags']): AuditRequest['reportBrand'] {
  const [name, client, logo] = ['report-name', 'report-client', 'report-logo'].map(flag => flags.get(flag))
  if (flags.get('report') === undefined && [name, client, logo].some(given => given !== undefined))
    throw new UsageError('--report-name, --report-client and --report-logo go with --report.')
  for (const given of [name, client])
    if (given !== undefined && given.length > MAX_REPORT_NAME_LENGTH)
      throw new UsageError(`--report-name and --report-client have at most ${MAX_REPORT_NAME_LENGTH} characters.`)
  return {
    ...(name !== undefined && { name }),
    ...(client !== undefined && { client }),
    ...(logo !== undefined && { logo: readLogo(logo) }),
  }
}

/** Read before the crawl begins: a wrong file is no reason to crawl twice. */
function readLogo(file: string): string {
  try {
    if (statSync(file).size > MAX_LOGO_BYTES) throw new UsageError(`--report-logo: ${TOO_LARGE_LOGO}.`)
    const logo = logoDataUrl(readFileSync(file))
    if (logo === null) throw new UsageError(`--report-logo: ${LOGO_FORMATS}.`)
    return logo
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new UsageError(`The file ${file} of --report-logo cannot be read (${error.code}).`)
  }
}

function oneOf<T extends string>(known: readonly T[], given: string, flag: string): T {
  const found = known.find(each => each === given)
  if (found === undefined) throw new UsageError(`${flag} must be one of ${known.join(', ')}, not “${given}”.`)
  return found
}

/**
 * The URLs of the file that was named, `-` for standard input; null when none was. Throws UsageError with a sentence when it
 * cannot be read, or holds what is no URL of the site.
 */
export async function readListedUrls(
  request: Pick<AuditRequest, 'urls' | 'url' | 'limit' | 'options'>,
  input?: AsyncIterable<Uint8Array>,
): Promise<string[] | null> {
  if (request.urls === undefined) return null
  const text = await readInput(request.urls, `The file ${request.urls} of --urls`, input)
  const list = parseUrlList(text.split(/\r\n|\r|\n/), {
    siteUrl: request.url,
    subdomains: request.options.subdomains ?? [],
    max: request.limit,
  })
  if (!list.ok) throw new UsageError(`--urls: ${list.message}.`)
  return list.urls
}

export function isPdf(file: string): boolean {
  return path.extname(file).toLowerCase() === '.pdf'
}
