import { cpus, release, totalmem } from 'node:os'
import { ratioBudgets, TARGET_GROWTH, TARGET_RATIO, targetMegabytes } from './bench-budgets.ts'
import type { BenchResult, EverythingResult, Row } from './bench-result.ts'

/** docs/measurements/benchmarks.md. */
export function benchmarksPage(results: readonly BenchResult[], run: { runs: number; measuredAt: Date }): string {
  const [first] = results
  const [cpu] = cpus()
  const hasEverything = results.some(({ everything }) => everything !== null)
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 1024 ** 3)} GB, Linux ${release()}`
  return `# Benchmarks

How fast a crawl is, measured beside the least that any crawler could do: a loop on undici that downloads and inflates the same pages and
reads nothing of them. Written by \`npm run bench\`; other crawlers, as far as this machine has them, are measured beside with
\`npm run bench -- --peers\`. They find and follow links, some read a few facts; none checks, and only those that mirror store anything.

Measured on ${run.measuredAt.toISOString().slice(0, 10)}: ${machine}; Node.js ${process.versions.node}; pages served by ${first?.server ?? 'no server'} on the same machine.
Medians of ${run.runs} runs in turns, with the least and the most in brackets. Times are those of whole processes, from start to end.

The site is generated: pages of 20 to 60 KB with 76 links on average, seeded with defects. A run counts only when the report finds exactly
what was seeded. The audit runs all checks, stores everything, requests failing URLs again and writes its report; images and other files
are not fetched. The program keeps what it has compiled, so that a second start is quicker; the first of the runs may be the one that
compiles.
${hasEverything ? EVERYTHING : ''}
${results.map(section).join('\n')}
## Targets

${[...results.map(summary), ...results.flatMap(everythingSummary), ...results.flatMap(multiples), ...results.map(memory), ...growth(results)].join('\n')}

What keeps it from more: every page is parsed as browsers do, read for some hundred facts, checked by all page checks, packed and written to
disk with its links, and the crawl as a whole is checked at the end; the loop does none of it. The download itself is a small part.
A profile of 3,000 pages (2026-11-22) divides the processor time of a page: 50 % to the thread that reads pages, 37 % to the engine's, which is the
main one here (frontier, storing, checks of the whole site, report), 13 % to V8's own threads (compiling and collecting garbage). Of the
reading thread's part 38 % are HTML, text and links, 23 % packing and compressing, 9 % page checks, 6 % garbage, 4 % messages to the engine, the
rest fetching and start. No single place stands out any more. 0.4 of the loop would leave 0.6 ms for a page on both processors together, where
reading its HTML alone takes 0.2.
That thread is what the others wait for: a second one on these two processors brings no more pages and takes a sixth more processor time.

What takes the memory: two threads with a V8 isolate each (before the first page 150 MB in all). Each URL that is
known takes 250 bytes, its text included, until the site checks run; a page of this site makes sixteen known, nearly all of them pictures. At the
end of the visiting of 20,000 pages the 650 MB were 290 of the two threads' objects, half of it garbage that waits to be collected, 160 of what is
allocated beside them (the database's cache, bodies on their way, and what the allocator keeps of freed ones), 70 of compiled code, 60 of the
program itself. Earlier garbage collection saved 50 MB and cost 7 % of the time. The URLs are dropped from memory before the site checks run, so that its
checks no longer add to the peak.
A site of 200,000 pages: [benchmarks-large.md](benchmarks-large.md); a million URLs: [scaling.md](../scaling.md#one-crawl-of-a-million-pages).
`
}

const EVERYTHING = `
With everything on they are: the same pages then also name pictures, stylesheets, scripts and pages of other sites, some of each dead, and
the audit requests all of that, robots.txt, sitemaps and whatever else a crawl fetches, without a pause between two requests to one
other site. The server notes every request of the audit; the loop makes the very same ones, by the same methods and in the order in which
the responses came, 32 at once. Such a run counts only when both sent the server the same requests, and omitted nothing that the pages name.
`

function section({ pages, rows, ratio, everything }: BenchResult): string {
  return `## ${pages.toLocaleString('en')} pages

${table(rows, { unit: 'pages', count: pages })}

The full audit reaches ${ratio.toFixed(3)} of the loop.
${everything ? everythingSection(pages, everything) : ''}`
}

function everythingSection(pages: number, { rows, ratio, requests, headRequests }: EverythingResult): string {
  return `
### ${pages.toLocaleString('en')} pages, everything on

${table(rows, { unit: 'requests', count: requests })}

These are ${requests.toLocaleString('en')} requests, ${headRequests.toLocaleString('en')} of them with HEAD. In requests per second the full audit reaches ${ratio.toFixed(3)} of the loop.
`
}

/** Everything is given for what is counted: pages, or requests. */
function table(rows: readonly Row[], { unit, count }: { unit: 'pages' | 'requests'; count: number }): string {
  const lines = rows.map(({ name, wallSeconds, cpuSeconds, peakMegabytes }) => {
    const cpu = (seconds: number) => ((seconds * 1_000) / count).toFixed(2)
    const rate = (seconds: number) => (count / seconds).toFixed(0)
    return `| ${name} | ${rate(wallSeconds.median)} (${rate(wallSeconds.most)} to ${rate(wallSeconds.least)}) | ${wallSeconds.median.toFixed(1)} s | ${cpu(cpuSeconds.median)} s (${cpu(cpuSeconds.least)} to ${cpu(cpuSeconds.most)}) | ${peakMegabytes.median.toFixed(0)} MB |`
  })
  return `| | ${unit} per second | wall | CPU per 1,000 ${unit} | peak memory |
|---|---|---|---|---|
${lines.join('\n')}`
}

function summary({ pages, ratio }: BenchResult): string {
  const size = `${pages.toLocaleString('en')} pages: ${ratio.toFixed(3)} of the loop`
  const budget = ratioBudgets.get(pages)
  const least = budget === undefined ? '' : `; below ${budget} the benchmark fails`
  return ratio >= TARGET_RATIO
    ? `- ${size}; the target of ${TARGET_RATIO} is met${least}.`
    : `- ${size}; this falls short of the target of ${TARGET_RATIO}${least}.`
}

/** There is no target for it. */
function everythingSummary({ pages, everything }: BenchResult): string[] {
  if (everything === null) return []
  const size = `${pages.toLocaleString('en')} pages, everything on`
  return [`- ${size}: ${everything.ratio.toFixed(3)} of the loop in requests per second; no target is set for it.`]
}

/** Our pages per second in those of each peer. */
function multiples({ pages, rows }: BenchResult): string[] {
  const audit = auditOf(rows)
  const peers = rows.filter(row => row.role === 'peer')
  if (!audit || peers.length === 0) return []
  const times = peers.map(
    ({ name, wallSeconds }) => `${(wallSeconds.median / audit.wallSeconds.median).toFixed(1)} times ${name}`,
  )
  return [`- ${pages.toLocaleString('en')} pages: in pages per second the full audit is ${times.join(', ')}.`]
}

function memory({ pages, rows }: BenchResult): string {
  const peak = auditOf(rows)?.peakMegabytes.median ?? Number.NaN
  const target = targetMegabytes(pages)
  return `- ${pages.toLocaleString('en')} pages: ${peak.toFixed(0)} MB at most; the target of ${target} MB is ${peak < target ? 'met' : 'not met'}.`
}

/** Time per page on the largest site in that on the smallest. */
function growth(results: readonly BenchResult[]): string[] {
  const [smallest] = results
  const largest = results.at(-1)
  if (!smallest || !largest || smallest === largest) return []
  const perPage = ({ pages, rows }: BenchResult) => (auditOf(rows)?.wallSeconds.median ?? Number.NaN) / pages
  const times = perPage(largest) / perPage(smallest)
  const sizes = `${largest.pages.toLocaleString('en')} pages as at ${smallest.pages.toLocaleString('en')}`
  return [
    `- A page takes ${times.toFixed(2)} times as long at ${sizes}; at most ${TARGET_GROWTH} is the target, which is ${times <= TARGET_GROWTH ? 'met' : 'not met'}.`,
  ]
}

function auditOf(rows: readonly Row[]): Row | undefined {
  return rows.find(row => row.role === 'audit')
}
