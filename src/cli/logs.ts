import { createReadStream } from 'node:fs'
import { terminalText } from '#report/terminal-text.ts'
import { botById } from '#shared/bots.ts'
import { AppError } from '#shared/errors.ts'
import { isoDay } from '#shared/iso-time.ts'
import { hostMatcher } from '#shared/site-hosts.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import { hostWithoutWww } from '#shared/url.ts'
import {
  type JoinedUrl,
  MAX_VISIT_URLS,
  type VisitList,
  type VisitRow,
  type VisitSummary,
  type VisitTotals,
  visitKindLabels,
  visitListLabels,
  visitLists,
  wasteLabels,
  wasteReasons,
} from '#shared/visits.ts'
import { addToTotals, addUrls, type FindUrls, isInList, joinVisits, noTotals } from '#visits/join-visits.ts'
import { readVisits } from '#visits/read-visits.ts'
import { urlsOfReport } from '#visits/report-urls.ts'
import { UnreadableFileError } from '#visits/text-lines.ts'
import { type Command, type CommandInput, EXIT_FAILED, UsageError } from './command.ts'
import { readInput, STANDARD_STREAM } from './input-file.ts'
import { endedCrawl, isCrawlId, openData } from './open-data.ts'
import { JSON_OPTION, jsonFlag, printNote, printResult, textTable } from './result.ts'

export const command: Command = {
  flags: {
    ...jsonFlag,
    website: { type: 'string' },
    crawl: { type: 'string' },
    report: { type: 'string' },
    format: { type: 'string' },
    column: { type: 'string' },
    list: { type: 'string', choices: visitLists },
  },
  help: {
    usage: `\
  sitesounder logs FILE... --website URL      who requested what, by access logs or an export of visits
  sitesounder logs FILE... --crawl ID         the same, joined to a crawl of the data folder`,
    options: `\
  FILE                 access logs (Apache, nginx, W3C, CloudFront, JSON lines), or one CSV export of Search Console
                       or analytics; also packed by gzip or zstd; - is standard input
  --website URL        the website of the files
  --crawl ID           id of a crawl of the data folder, which a server may use
  --report FILE        a JSON report of that website, as "audit --format json" writes it
  --format FORMAT      format of an access log: log_format of nginx or LogFormat of Apache (recognised)
  --column NAME        column of an analytics export that counts (recognised)
  --list LIST          also list URLs: ${visitLists.join(', ')}
  --data FOLDER        data folder of the server (data)
${JSON_OPTION}`,
    exitCodes: '0 done, 1 a file that cannot be read, 2 wrong usage.',
    examples: `\
  sitesounder logs access.log access.log.*.gz --website https://example.com
  sitesounder logs access.log --crawl 57 --list waste
  sitesounder logs Pages.csv --report audit.json`,
  },
  failedCode: EXIT_FAILED,
  run: logsCommand,
}

/** Of the operator's own files: no more than a disk holds, and hostile ones end all the same. */
const LIMITS = { maxBytes: 1e12, maxRatio: 1_000 }
const LISTED_ROWS = 50

interface Crawled {
  origin: string
  subdomains: readonly string[]
  knownQueries: ReadonlySet<string>
  /** null without a crawl. */
  findUrls: FindUrls | null
  /** The crawl followed no link. */
  isListOnly: boolean
}

/** `sitesounder logs`: reads files of visits and joins them to a crawl. Nothing is stored. */
async function logsCommand(input: CommandInput): Promise<number> {
  const { operands, flags } = input
  if (operands.length === 0) throw new UsageError('Name at least one file: sitesounder logs FILE... --website URL')
  const list = listOf(flags.get('list'))
  const chosen = flags.get('crawl')
  await using store = chosen === undefined ? null : await openData(input.settings)
  const crawled =
    store !== null ? await crawlOf(store, chosen ?? '') : await websiteOf(flags.get('website'), flags.get('report'))
  const { origin, subdomains, knownQueries } = crawled
  const isOwnHost = hostMatcher(hostWithoutWww(new URL(origin)), subdomains)
  const { summary, urls } = await readVisits(files(operands), {
    site: { origin, isOwnHost, knownQueries },
    limits: LIMITS,
    format: flags.get('format'),
    column: flags.get('column'),
  }).catch((error: unknown) => {
    throw error instanceof UnreadableFileError ? new AppError('unprocessable', error.message, { cause: error }) : error
  })
  if (summary.unreadable > 0) printNote(flags, `${summary.unreadable} of ${summary.lines} lines could not be read.`)
  const merged = new Map()
  addUrls(merged, urls)
  const totals = noTotals()
  const rows: VisitRow[] = []
  const join = {
    kinds: new Set([summary.kind]),
    findUrls: crawled.findUrls ?? (async () => new Map<string, JoinedUrl>()),
    isListOnly: crawled.isListOnly,
  }
  for await (const some of joinVisits(merged, join))
    for (const row of some) {
      addToTotals(totals, row)
      if (list !== null && isInList(row, list)) rows.push(row)
    }
  rows.sort((one, other) => weightOf(other) - weightOf(one))
  const isJoined = crawled.findUrls !== null
  printResult(flags, {
    text: summaryText(summary, isJoined ? totals : null) + (list === null ? '' : listText(rows, list)),
    json: { summary, totals: isJoined ? totals : null, ...(list !== null && { urls: rows }) },
  })
  return 0
}

function listOf(named: string | undefined): VisitList | null {
  if (named === undefined) return null
  const list = visitLists.find(each => each === named)
  if (list === undefined) throw new UsageError(`--list must be one of ${visitLists.join(', ')}.`)
  return list
}

async function crawlOf(store: Awaited<ReturnType<typeof openData>>, id: string): Promise<Crawled> {
  if (!isCrawlId(id)) throw new UsageError('Name the crawl by its id, as the URL of its dashboard has it: --crawl ID.')
  const crawl = await endedCrawl(store, Number(id))
  const [start] = await store.reading.pages(crawl.id, { limit: 1 })
  return {
    origin: new URL(start?.finalUrl || crawl.seedUrl).origin,
    subdomains: crawl.options.subdomains,
    knownQueries: new Set(await store.visits.urlsWithQuery(crawl.id, MAX_VISIT_URLS)),
    findUrls: urls => store.visits.joinedUrls(crawl.id, urls),
    isListOnly: crawl.options.isListOnly,
  }
}

async function websiteOf(website: string | undefined, report: string | undefined): Promise<Crawled> {
  const read = report === undefined ? null : urlsOfReport(await readInput(report, report))
  const urls = read?.byUrl ?? null
  if (report !== undefined && urls === null) throw new UsageError(`${report} is no JSON report of an audit.`)
  const [first] = urls?.values() ?? []
  const typed = website ?? first?.finalUrl
  if (typed === undefined)
    throw new UsageError('Name the website of the files: --website URL, --crawl ID or --report FILE.')
  const parsed = parseStartUrl(typed)
  if (!parsed.ok) throw new UsageError(`${parsed.message}: ${typed}`)
  const knownQueries = new Set([...(urls?.keys() ?? [])].filter(url => url.includes('?')))
  return {
    origin: new URL(parsed.url).origin,
    subdomains: [],
    knownQueries,
    findUrls: urls === null ? null : async () => urls,
    isListOnly: read?.isListOnly ?? false,
  }
}

/** Each is opened when the one before it is read. */
function* files(names: readonly string[]): Generator<AsyncIterable<Uint8Array>> {
  for (const name of names) yield name === STANDARD_STREAM ? process.stdin : bytesOf(name)
}

async function* bytesOf(name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(name)
  } catch (cause) {
    throw new UsageError(`${name} cannot be read.`, { cause })
  }
}

function weightOf({ clicks, visits, botRequests }: VisitRow): number {
  return clicks + visits + botRequests
}

function summaryText(summary: VisitSummary, totals: VisitTotals | null): string {
  const { kind, format, lines, counted, otherHosts, fromMs, toMs, people, bots, urls } = summary
  const head = [
    `${visitKindLabels[kind]} (${terminalText(format)}): ${counted} of ${lines} lines counted, ${urls} URLs.`,
    ...(fromMs === null || toMs === null ? [] : [`From ${isoDay(fromMs)} to ${isoDay(toMs)}.`]),
    ...(otherHosts === 0 ? [] : [`${otherHosts} lines are about other hosts.`]),
    ...(kind === 'logs' ? [`${people} requests of browsers.`] : []),
  ]
  const cells = bots.map(({ id, requests, verified, outside, lastMs }) => [
    botById(id).name,
    String(requests),
    String(verified),
    String(outside),
    lastMs === 0 ? '-' : isoDay(lastMs),
  ])
  const table =
    cells.length === 0 ? '' : textTable([['bot', 'requests', 'verified', 'outside its ranges', 'last'], ...cells])
  return `${head.join('\n')}\n${table}${totals === null ? '' : totalsText(totals)}`
}

function totalsText({ lists, waste, clicks, botRequests }: VisitTotals): string {
  const wasted = wasteReasons
    .filter(reason => waste[reason] > 0)
    .map(reason => [wasteLabels[reason], `${waste[reason]}`])
  return [
    ...(clicks > 0 ? [`${clicks} clicks.\n`] : []),
    `${lists.unlinked} URLs are visited, and no link of the crawl reaches them.\n`,
    ...(botRequests > 0 ? [`${lists.status} URLs have another status code for bots than in the crawl.\n`] : []),
    ...(wasted.length > 0 ? [textTable([['wasted requests of bots', 'requests'], ...wasted])] : []),
  ].join('')
}

function listText(rows: readonly VisitRow[], list: VisitList): string {
  if (rows.length === 0) return `${visitListLabels[list]}: none.\n`
  const cells = rows
    .slice(0, LISTED_ROWS)
    .map(row => [
      String(row.clicks),
      String(row.visits),
      String(row.botRequests),
      row.waste ?? '-',
      terminalText(row.url),
    ])
  const more = rows.length - cells.length
  return (
    `${visitListLabels[list]}:\n${textTable([['clicks', 'visits', 'bots', 'waste', 'url'], ...cells])}` +
    (more > 0 ? `… and ${more} more: --json lists all.\n` : '')
  )
}
