import { openPageSpeed } from '#pagespeed/open-page-speed.ts'
import type { PageSpeedService } from '#pagespeed/page-speed.ts'
import type { PageSpeedResult } from '#pagespeed/result.ts'
import { operatorLog } from '#runtime/operator-log.ts'
import { pageSpeedOptions } from '#runtime/page-speed.ts'
import { targetPolicy } from '#settings/fetch-limits.ts'
import { type PageSpeedDevice, pageSpeedDevices, pageSpeedPhaseLabels } from '#shared/page-speed.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import { writeTextFile } from './audit/audit-files.ts'
import { type Command, type CommandInput, EXIT_USAGE, onEndRequested, UsageError } from './command.ts'
import { fileNamed } from './input-file.ts'
import { pageSpeedText } from './pagespeed-text.ts'
import { jsonFlag } from './result.ts'

export const command: Command = {
  flags: {
    device: { type: 'string', choices: pageSpeedDevices },
    runs: { type: 'string' },
    format: { type: 'string', choices: ['text', 'json'] },
    ...jsonFlag,
    output: { type: 'string' },
  },
  help: {
    usage: '  sitesounder pagespeed URL [options]         measure the speed of one page',
    options: `\
  --device DEVICE      mobile or desktop (mobile)
  --runs N             number of measurements; the median run is reported (1)
  --format FORMAT      text or json (text)
  --json               the same as --format json
  --output FILE        write the result to this file instead of the terminal; - is standard output`,
    exitCodes: '0 measured, 2 could not be measured, 130 stopped by Ctrl-C.',
    takesSettings: true,
    examples: `\
  sitesounder pagespeed example.com
  sitesounder pagespeed https://example.com/shop --device desktop --runs 3 --format json --output speed.json`,
  },
  failedCode: EXIT_USAGE,
  run: pagespeedCommand,
}

const EXIT_COULD_NOT_MEASURE = 2
const EXIT_INTERRUPTED = 130
const PROGRESS_INTERVAL_MS = 200
const MAX_RUNS = 15
const DEFAULT_WIDTH = 80
const FILE_WIDTH = 100
/** There is but one at the command line. */
const OWNER_ID = 0

interface PageSpeedRequest {
  url: string
  device: PageSpeedDevice
  runs: number
  format: 'text' | 'json'
  output: string | undefined
}

/** `sitesounder pagespeed`: one page, measured once or several times. */
async function pagespeedCommand(input: CommandInput): Promise<number> {
  const request = readRequest(input)
  const policy = targetPolicy(input.settings)
  await using pageSpeed = openPageSpeed(
    pageSpeedOptions(input.settings, { policy, results: null, yieldsToCrawls: false, log: operatorLog }),
  )
  const leaving = new AbortController()
  const forget = onEndRequested(() => leaving.abort())
  const progress = input.flags.has('quiet') ? null : showProgress(pageSpeed, request)
  let result: PageSpeedResult
  try {
    result = await pageSpeed.measure({ ...request, ownerId: OWNER_ID, signal: leaving.signal })
  } finally {
    progress?.end()
    forget()
  }
  if (!result.ok) {
    console.error(result.failure.message)
    return result.failure.code === 'cancelled' ? EXIT_INTERRUPTED : EXIT_COULD_NOT_MEASURE
  }
  const isTerminal = request.output === undefined && process.stdout.isTTY === true
  const width = isTerminal ? (process.stdout.columns ?? DEFAULT_WIDTH) : FILE_WIDTH
  const isJson = request.format === 'json'
  const text = isJson ? `${JSON.stringify(result.pageSpeed, null, 2)}\n` : pageSpeedText(result.pageSpeed, { width })
  if (request.output === undefined) process.stdout.write(text)
  else await writeTextFile(request.output, parts(text))
  return 0
}

async function* parts(text: string): AsyncIterable<string> {
  yield text
}

/** Throws UsageError with a sentence for what makes no sense. */
function readRequest({ operands, flags }: CommandInput): PageSpeedRequest {
  const [typed, ...more] = operands
  if (typed === undefined || more.length > 0) throw new UsageError('Name one URL to measure, such as example.com.')
  const parsed = parseStartUrl(typed)
  if (!parsed.ok) throw new UsageError(`${parsed.message}: ${typed}`)
  const runs = Number(flags.get('runs') ?? 1)
  if (!Number.isSafeInteger(runs) || runs < 1 || runs > MAX_RUNS)
    throw new UsageError(`--runs must be a whole number, 1 to ${MAX_RUNS}.`)
  return {
    url: parsed.url,
    device: oneOf(pageSpeedDevices, flags.get('device') ?? 'mobile', '--device'),
    runs,
    format: oneOf(['text', 'json'], flags.get('format') ?? (flags.has('json') ? 'json' : 'text'), '--format'),
    output: fileNamed(flags.get('output')),
  }
}

function oneOf<const T extends string>(known: readonly T[], given: string, flag: string): T {
  const found = known.find(each => each === given)
  if (found === undefined) throw new UsageError(`${flag} must be one of ${known.join(', ')}, not “${given}”.`)
  return found
}

/** What is being done, on standard error: one line that is written over again on a terminal, a line for each step elsewhere. */
function showProgress(pageSpeed: PageSpeedService, { url, device }: PageSpeedRequest): { end(): void } {
  const isTerminal = process.stderr.isTTY === true
  let shown = ''
  const show = () => {
    const progress = pageSpeed.progressOf({ ownerId: OWNER_ID, url, device })
    if (progress?.state !== 'running') return
    const words = pageSpeedPhaseLabels[progress.phase]
    const seconds = Math.round((Date.now() - progress.startedMs) / 1_000)
    const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}…`
    if (isTerminal) process.stderr.write(`\r\u001b[K${sentence} ${seconds} s`)
    else if (words !== shown) process.stderr.write(`${sentence}\n`)
    shown = words
  }
  const timer = setInterval(show, PROGRESS_INTERVAL_MS)
  return {
    end() {
      clearInterval(timer)
      if (isTerminal) process.stderr.write('\r\u001b[K')
    },
  }
}
