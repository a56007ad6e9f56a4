import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { compareWithBaseline } from '#report/baseline/compare-with-baseline.ts'
import { comparisonText } from '#report/baseline/comparison-text.ts'
import { readBaseline } from '#report/baseline/read-baseline.ts'
import { chosenComparisons } from '#report/comparison/chosen-crawls.ts'
import { comparedIssuesCsv, comparedPagesCsv, comparisonJson } from '#report/comparison/comparison-export.ts'
import { chosenComparisonText } from '#report/comparison/comparison-text.ts'
import { AppError, assertNever } from '#shared/errors.ts'
import { type PathRule, parsePathMap } from '#shared/path-map.ts'
import type { Store } from '#store/store.ts'
import { type Command, type CommandInput, EXIT_FAILED, UsageError } from './command.ts'
import { endedCrawl, isCrawlId, openData } from './open-data.ts'
import { jsonFlag } from './result.ts'

const formats = ['table', 'json', 'issues-csv', 'pages-csv'] as const
type Format = (typeof formats)[number]

export const command: Command = {
  flags: { format: { type: 'string', choices: formats }, paths: { type: 'string' }, ...jsonFlag },
  help: {
    usage: `\
  sitesounder compare EARLIER LATER [options] what changed between two crawls of the data folder`,
    options: `\
  EARLIER              id of a crawl, or a JSON report as "audit --format json" writes it (findings alone)
  LATER                id of a crawl; of another website for two hosts
  --format FORMAT      table, json, issues-csv or pages-csv (table)
  --json               the same as --format json
  --paths PAIRS        where paths of the earlier crawl are in the later one: "/old/>/new/ /de/>/"
  --data FOLDER        data folder of the server, which may be running (data)`,
    exitCodes: '0 done, 1 refused, 2 wrong usage.',
    examples: `\
  sitesounder compare 41 57
  sitesounder compare 41 57 --format pages-csv > changed-pages.csv
  sitesounder compare last-week.json 57`,
  },
  failedCode: EXIT_FAILED,
  run: compareCommand,
}

const DEFAULT_COLUMNS = 80

interface CompareRequest {
  /** The id of a crawl, or a file. */
  earlier: number | string
  later: number
  format: Format
  paths: readonly PathRule[]
}

/** `sitesounder compare`: two crawls of a data folder, also while a server uses it; it only reads. */
async function compareCommand(input: CommandInput): Promise<number> {
  const request = readRequest(input)
  await using store = await openData(input.settings)
  for await (const text of compared(store, request)) process.stdout.write(text)
  return 0
}

function readRequest({ operands, flags }: CommandInput): CompareRequest {
  const [earlier, later, ...more] = operands
  if (earlier === undefined || later === undefined || more.length > 0)
    throw new UsageError('Name two crawls by their ids: sitesounder compare EARLIER LATER.')
  if (!isCrawlId(later)) throw new UsageError('Name the later crawl by its id, as the URL of its dashboard has it.')
  const named = flags.get('format') ?? (flags.has('json') ? 'json' : 'table')
  const format = formats.find(each => each === named)
  if (format === undefined) throw new UsageError(`--format must be one of ${formats.join(', ')}.`)
  const paths = parsePathMap(flags.get('paths') ?? '')
  if (paths === null) throw new UsageError('--paths must be pairs of paths such as "/old/>/new/ /de/>/".')
  if (isCrawlId(earlier)) return { earlier: Number(earlier), later: Number(later), format, paths }
  if (format !== 'table' || paths.length > 0)
    throw new UsageError('--format and --paths need two crawls: a report is compared by its findings alone.')
  return { earlier, later: Number(later), format, paths }
}

async function* compared(store: Store, request: CompareRequest): AsyncIterable<string> {
  const { reading } = store
  const later = await endedCrawl(store, request.later)
  const width = process.stdout.columns ?? DEFAULT_COLUMNS
  if (typeof request.earlier === 'string') {
    const file = path.resolve(request.earlier)
    if (!existsSync(file)) throw new AppError('not-found', `There is no file ${file}.`)
    const baseline = await readBaseline({ name: `The file ${file}`, open: () => createReadStream(file, 'utf8') })
    const comparison = await compareWithBaseline({ reading, crawl: later, baseline })
    yield await comparisonText({ reading, crawl: later, baseline: comparison, width })
    return
  }
  const earlier = await endedCrawl(store, request.earlier)
  const source = await chosenComparisons(store).compare({ earlier, later, paths: request.paths }, work => work())
  switch (request.format) {
    case 'table':
      yield await chosenComparisonText(source, width)
      return
    case 'json':
      yield* comparisonJson(source)
      return
    case 'issues-csv':
      yield* comparedIssuesCsv(source, {})
      return
    case 'pages-csv':
      yield* comparedPagesCsv(source, {})
      return
    default:
      assertNever(request.format)
  }
}
