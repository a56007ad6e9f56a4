import { cpus, totalmem } from 'node:os'
import type { LoadCost } from './api-load.ts'
import type { Latency, Measured } from './api-measure.ts'
import type { StartCost } from './api-start.ts'

export interface SizeCost {
  issues: number
  pages: number
  responses: { name: string; isStream: boolean; measured: Measured }[]
}

export interface ApiCosts {
  sizes: readonly SizeCost[]
  load: LoadCost | null
  start: StartCost | null
  measuredAt: Date
}

/** No response about a million issues may take longer, but for those that are named. Milliseconds of the server's processor. */
const LIMIT_MS = 100

/** Responses that may cost more than the limit, with the reason. */
export const dearResponses: ReadonlyMap<string, string> = new Map([
  [
    'listPages, as many as are sent at once',
    'Ten thousand rows in one response, which is the most that may be requested.',
  ],
  [
    'structure',
    'The first five thousand pages with the links between them. It is read in small batches, between which others are served.',
  ],
  ['report', 'Its beginning is a summary of the whole crawl; read in small batches, too.'],
  ['exportCrawl, all as JSON', 'It begins with the same summary.'],
])

/** docs/measurements/api-costs.md. */
export function apiCostsText({ sizes, load, start, measuredAt }: ApiCosts): string {
  const [cpu] = cpus()
  const largest = sizes.at(-1)
  return `# What responses cost

Written by \`npm run bench:api\` on ${measuredAt.toISOString().slice(0, 10)}: Node.js ${process.versions.node}, ${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 1024 ** 3)} GB, SQLite.
Each GET of the API is requested one at a time over HTTP about a crawl of so many issues, with a tenth as many pages, and as many other
URLs. Times are milliseconds at the client, so that they hold on a quiet machine only; the column *processor* is what one response takes of
the server's processor, whatever else goes on. *First* is the first response after the start of the server: a list with a text, or
far in, has to look through the crawl once, in small steps between which others are served; what was found is kept until the crawl
changes. Of files that are sent while they are made, the time is that of the first bytes.

${largest ? responsesTable(sizes) : ''}
${largest ? summary(largest) : ''}
${load ? loadText(load) : ''}${start ? startText(start) : ''}`
}

function responsesTable(sizes: readonly SizeCost[]): string {
  const heads = sizes.map(({ issues }) => `${issues.toLocaleString('en')} issues: p50 | p99 | processor | first`)
  const names = sizes.at(-1)?.responses.map(({ name }) => name) ?? []
  const lines = names.map(name => {
    const cells = sizes.map(({ responses }) => {
      const measured = responses.find(each => each.name === name)?.measured
      return measured ? [measured.p50, measured.p99, measured.cpuMs, measured.firstMs].map(short).join(' | ') : '| | |'
    })
    return `| ${name} | ${cells.join(' | ')} |`
  })
  return `| | ${heads.join(' | ')} |\n|---|${'---:|'.repeat(4 * sizes.length)}\n${lines.join('\n')}\n`
}

/** Names of the responses that cost more than they may. */
export function overLimit({ responses }: SizeCost): string[] {
  return responses
    .filter(({ name, measured }) => measured.cpuMs > LIMIT_MS && !dearResponses.has(name))
    .map(({ name }) => name)
}

function summary(largest: SizeCost): string {
  const over = overLimit(largest)
  const dear = largest.responses.filter(({ name, measured }) => measured.cpuMs > LIMIT_MS && dearResponses.has(name))
  const named = dear.map(({ name }) => `- ${name}: ${dearResponses.get(name)}`).join('\n')
  const said =
    over.length === 0
      ? `No response about ${largest.issues.toLocaleString('en')} issues that follows the first of its kind takes more than ${LIMIT_MS} ms of the processor`
      : `More than ${LIMIT_MS} ms of the processor are taken by ${over.join('; ')}`
  const slowFirst = largest.responses
    .filter(({ measured }) => measured.firstMs > LIMIT_MS)
    .map(({ name, measured }) => `${name} (${short(measured.firstMs)} ms)`)
  const first =
    slowFirst.length === 0
      ? ''
      : `\nFirst responses that came later than after ${LIMIT_MS} ms: ${slowFirst.join('; ')}.\n`
  return dear.length === 0 ? `${said}.\n${first}` : `${said}, but for these:\n\n${named}\n${first}`
}

function loadText({ crawls, pages, idle, busy, busySeconds }: LoadCost): string {
  return `
## While crawls run

The progress of a crawl, polled while nothing goes on and while ${crawls} crawls of ${pages.toLocaleString('en')} pages each run in the same program, with the servers of
their sites and the client on the same ${cpus().length} processors, for ${busySeconds.toFixed(0)} s.

| | p50 | p99 | polls |
|---|---:|---:|---:|
${latencyRow('idle', idle)}
${latencyRow(`${crawls} crawls`, busy)}
| ratio | ${(busy.p50 / idle.p50).toFixed(1)} | ${(busy.p99 / idle.p99).toFixed(1)} | |
`
}

function latencyRow(name: string, { p50, p99, times }: Latency): string {
  return `| ${name} | ${short(p50)} ms | ${short(p99)} ms | ${times} |`
}

function startText({ runs, firstMs, coldMs, warmMs }: StartCost): string {
  return `
## Start

From the command \`serve\` to the first document that is sent; medians of ${runs}.

| | |
|---|---:|
| nothing compiled, no data yet: the database and the accounts are made | ${firstMs.toFixed(0)} ms |
| nothing compiled | ${coldMs.toFixed(0)} ms |
| compiled before | ${warmMs.toFixed(0)} ms |
`
}

function short(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0)
}
