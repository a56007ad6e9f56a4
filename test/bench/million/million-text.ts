import { cpus, release, totalmem } from 'node:os'
import { memoryGrowthOf, stagesOf, type Window, windowsOf } from './crawl-figures.ts'
import type { ServingCost } from './large-site.ts'
import type { WatchedAudit } from './watched-audit.ts'

interface LargeCrawl {
  /** Pages that the site has, and how many the crawl might visit. */
  urls: number
  pageLimit: number
  serving: ServingCost
  audited: WatchedAudit
  /** Processor time of the server during the crawl. */
  servedCpuSeconds: number
  measuredAt: Date
}

const MINUTE_SECONDS = 60

/** docs/measurements/million.md. */
export function millionText(run: LargeCrawl): string {
  const { urls, pageLimit, serving, audited, servedCpuSeconds, measuredAt } = run
  const { crawl, samples, wallSeconds, reportMegabytes } = audited
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 1024 ** 3)} GB, Linux ${release()}`
  const windows = windowsOf(samples)
  const { error, warning, info } = crawl.counts.bySeverity
  const findings = error + warning + info
  const pages = crawl.counts.pagesCrawled
  const [served, speed] = [(servedCpuSeconds * 1_000) / pages, pages / wallSeconds]
  return `# A crawl of a million URLs

How a crawl goes on as it gets large: whether its last pages cost what its first ones did, what it remembers of each URL, and how long
its end takes. Written by \`npm run bench:million\`.

Measured on ${measuredAt.toISOString().slice(0, 10)}: ${machine}; Node.js ${process.versions.node}; crawler and server on the same machine.
${count(urls)} pages in a tree whose pages have twelve children each, with a navigation: a page links to the start page, the sections, its parent, its
siblings and its children. Each has its own title, description, heading and 150 to 300 words, ${(serving.bytesPerPage / 1_000).toFixed(1)} KB on average, sent as they are (not compressed).
The server makes every response from the number in the URL and stores nothing; one core of it serves ${count(serving.pagesPerCoreSecond)} pages a second,
and it took ${served.toFixed(2)} ms of processor a page while the crawl was under way.
The full audit with a limit of ${count(pageLimit)} pages, everything stored in SQLite, report as JSON; images and other files are not fetched, and
pages may lie ten clicks away instead of three. Megabytes are millions of bytes.

**${count(pages)} pages of ${count(crawl.counts.urlsFound)} known URLs in ${duration(wallSeconds)}** (${speed.toFixed(0)} pages a second, from the start of the process to its end); ${count(findings)} findings.

## By tenths

${table(
  ['pages done', 'known URLs', 'pages/s', 'CPU ms a page', 'resident MB', 'database MB', 'stored KB a page'],
  windows.map(({ end, ...each }) => [
    count(end.pages),
    count(end.knownUrls),
    each.pagesPerSecond.toFixed(0),
    each.cpuMsPerPage.toFixed(2),
    end.residentMegabytes.toFixed(0),
    end.databaseMegabytes.toFixed(0),
    each.storedKilobytesPerPage.toFixed(1),
  ]),
)}

Each row is one tenth of the visiting and where it ended: speed and processor time (of all threads) are those of the tenth, memory and database
those at its end. Files grow by steps, when their log of 16 MB is copied into them. A page makes twelve others known, so all URLs are known
once a twelfth of them is visited.

## Growth

${growthOf(run, windows).join('\n')}

## From start to end

${table(
  ['stage', 'seconds', 'CPU seconds', 'resident MB at most'],
  stagesOf(samples, wallSeconds).map(stage => [
    stage.name,
    stage.seconds.toFixed(1),
    stage.cpuSeconds.toFixed(1),
    stage.peakMegabytes.toFixed(0),
  ]),
)}

The report has ${count(reportMegabytes)} MB.
`
}

function growthOf({ audited }: LargeCrawl, windows: readonly Window[]): string[] {
  const { samples, crawl } = audited
  const [first, last, end] = [windows[0], windows.at(-1), samples.at(-1)]
  if (!first || !last || !end) throw new Error('no page was seen')
  const { bytesPerKnownUrl, bytesPerPage } = memoryGrowthOf(samples)
  const bytesText = (bytes: number | null) => (bytes === null ? 'too few to tell' : `${count(bytes)} bytes`)
  const times = (read: (window: Window) => number) => (read(last) / read(first)).toFixed(2)
  const storedBytes = end.databaseMegabytes * 1_000
  return [
    `- Pages a second, last tenth by the first: ${times(each => each.pagesPerSecond)}.`,
    `- Processor time a page, last tenth by the first: ${times(each => each.cpuMsPerPage)} (the first compiles the program, too).`,
    `- Memory for each known URL, while they became known: ${bytesText(bytesPerKnownUrl)}.`,
    `- Memory for each page visited after the last URL was known: ${bytesText(bytesPerPage)}.`,
    `- Stored at the end: ${(storedBytes / crawl.counts.pagesCrawled).toFixed(1)} KB a page, ${(storedBytes / crawl.counts.urlsFound).toFixed(1)} KB a known URL.`,
  ]
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---:')), ...rows.map(line)].join('\n')
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function duration(seconds: number): string {
  return seconds < 2 * MINUTE_SECONDS
    ? `${seconds.toFixed(1)} seconds`
    : `${(seconds / MINUTE_SECONDS).toFixed(1)} minutes`
}
