import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hostMatcher } from '#shared/site-hosts.ts'
import { readVisits } from '#visits/read-visits.ts'

/**
 * Reads an access log of ten million lines, or of as many as `--lines` says, in a process of its own, and fails when it takes more than three
 * minutes of processor time or 300 MB for ten million. `npm run bench:logs`
 */
const LINES = 10_000_000
const SECONDS_BUDGET = 180
const MEGABYTES_BUDGET = 300
const LINES_AT_ONCE = 5_000
const FIRST_MS = Date.UTC(2026, 9, 1)
const MEGABYTE = 1_048_576

const agents = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
]
const MONTH = 'Oct'

function* logText(lines: number): Generator<string> {
  let seed = 7
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
  const below = (count: number) => Math.floor(random() * count)
  for (let start = 0; start < lines; start += LINES_AT_ONCE) {
    const some: string[] = []
    for (let index = start; index < Math.min(lines, start + LINES_AT_ONCE); index += 1) {
      const time = new Date(FIRST_MS + index * 250).toISOString()
      const when = `${time.slice(8, 10)}/${MONTH}/${time.slice(0, 4)}:${time.slice(11, 19)} +0000`
      const agent = agents[below(agents.length)] ?? ''
      const address = agent.includes('Googlebot') ? `66.249.66.${below(256)}` : `203.0.${below(256)}.${below(256)}`
      const kind = random()
      const target =
        kind < 0.7
          ? `/page/${Math.floor(random() * random() * 40_000)}`
          : kind < 0.9
            ? `/search?q=word${below(1e6)}&page=${below(9)}`
            : `/assets/${below(300)}.js`
      some.push(
        `${address} - - [${when}] "GET ${target} HTTP/1.1" ${below(10) === 0 ? 404 : 200} ${below(50_000)} "-" "${agent}"`,
      )
    }
    yield `${some.join('\n')}\n`
  }
}

interface Measured {
  counted: number
  seconds: number
  processorSeconds: number
  peakMegabytes: number
}

async function measure(file: string): Promise<Measured> {
  const startedMs = performance.now()
  const { summary } = await readVisits([createReadStream(file)], {
    site: { origin: 'https://example.com', isOwnHost: hostMatcher('example.com'), knownQueries: new Set() },
    limits: { maxBytes: Number.POSITIVE_INFINITY, maxRatio: Number.POSITIVE_INFINITY },
  })
  const { user, system } = process.cpuUsage()
  return {
    counted: summary.counted,
    seconds: (performance.now() - startedMs) / 1_000,
    processorSeconds: (user + system) / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1_024,
  }
}

async function main(lines: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-logs-'))
  try {
    const file = path.join(folder, 'access.log')
    await pipeline(Readable.from(logText(lines)), createWriteStream(file))
    const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), '--read', file])
    const measured: Measured = JSON.parse(stdout)
    const { size } = await stat(file)
    console.log(
      `${measured.counted} lines, ${(size / MEGABYTE).toFixed(0)} MB: ${measured.seconds.toFixed(1)} s, ` +
        `${measured.processorSeconds.toFixed(1)} s of processor time, ${measured.peakMegabytes.toFixed(0)} MB at most`,
    )
    const isInBudget =
      measured.processorSeconds <= (SECONDS_BUDGET * lines) / LINES && measured.peakMegabytes <= MEGABYTES_BUDGET
    if (!isInBudget || measured.counted !== lines) process.exitCode = 1
  } finally {
    await rm(folder, { recursive: true })
  }
}

const [option, value] = process.argv.slice(2)
if (option === '--read' && value !== undefined) console.log(JSON.stringify(await measure(value)))
else await main(option === '--lines' ? Number(value) : LINES)
