import { cpus, release, totalmem } from 'node:os'
import type { Arrangement, Figures } from './arrangement.ts'

interface Run {
  sites: number
  pages: number
  runs: number
  server: string
  measuredAt: Date
}

const THOUSAND = 1_000
const HEADINGS = [
  'arrangement',
  'pages/s',
  'of one process with SQLite',
  'CPU s per 1,000 pages: ours',
  'database',
  'MB at most: what crawls',
  'what shows',
  'database',
  'connections at most',
  'commits per 1,000 pages',
  'bytes per page: stored',
  'log',
]

/** docs/measurements/scale-costs.md. */
export function scalePage(measured: ReadonlyMap<Arrangement, readonly Figures[]>, run: Run): string {
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 1024 ** 3)} GB, Linux ${release()}`
  const count = run.sites * run.pages
  const rows = [...measured].map(([arrangement, figures]) => ({ arrangement, figures: middle(figures) }))
  const base = rows[0]?.figures.wallSeconds ?? Number.NaN
  const largest = (rows.at(1)?.figures.tables ?? [])
    .map(({ name, bytes }) => `\`${name}\` ${(bytes / count).toFixed(0)}`)
    .join(', ')
  return `# What it costs to crawl with many processes

The same ${run.sites} generated websites of ${run.pages} pages (20 to 60 KB, 76 links on average), crawled at once for ${run.sites} visitors, by each
arrangement in turns: medians of ${run.runs} run${run.runs === 1 ? '' : 's'}. Written by \`npm run bench:scale\`.

Measured on ${run.measuredAt.toISOString().slice(0, 10)}: ${machine}; Node.js ${process.versions.node}; PostgreSQL, ${run.server} and all of our processes
on this one machine, so more workers share its processors instead of bringing their own: what grows with them here is what they cost, and what
a machine of their own saves is not seen. Ratios hold where absolute figures do not.

| ${HEADINGS.join(' | ')} |
| ${HEADINGS.map((_, index) => (index === 0 ? '---' : '---:')).join(' | ')} |
${rows.map(({ arrangement, figures }) => row(arrangement, figures, { count, base })).join('\n')}

CPU: user and system, of all processes of ours (the one that serves the API gets requests of ${run.sites} visitors ten times a second), and of all those of PostgreSQL
(durable: it waits for the disk). Megabytes: the largest resident set of a process of ours; of PostgreSQL, what its processes have each for
themselves. Connections: the most that \`pg_stat_activity\` showed. Bytes: how much the database grew, its indexes included, without its log
(PostgreSQL) or with what waits in it (SQLite). Commits: every question of the screens and of the queue is one, too.

The largest tables of one PostgreSQL, with their indexes, in bytes per page: ${largest}.
`
}

function row(arrangement: Arrangement, figures: Figures, { count, base }: { count: number; base: number }): string {
  const perThousand = (value: number | null, digits: number) =>
    value === null ? '' : ((value / count) * THOUSAND).toFixed(digits)
  const cells = [
    arrangement.name,
    (count / figures.wallSeconds).toFixed(0),
    `${(base / figures.wallSeconds).toFixed(2)} ×`,
    perThousand(figures.ourCpuSeconds, 1),
    perThousand(figures.databaseCpuSeconds, 1),
    figures.crawlingMegabytes.toFixed(0),
    arrangement.workers === null ? '' : figures.showingMegabytes.toFixed(0),
    figures.databaseMegabytes?.toFixed(0) ?? '',
    String(figures.connections ?? ''),
    perThousand(figures.commits, 0),
    (figures.databaseBytes / count).toFixed(0),
    figures.logBytes === null ? '' : (figures.logBytes / count).toFixed(0),
  ]
  return `| ${cells.join(' | ')} |`
}

/** The median of each figure. */
function middle(figures: readonly Figures[]): Figures {
  type Figure = Exclude<keyof Figures, 'tables'>
  const median = (name: Figure) => {
    const values = figures.map(each => each[name]).filter(value => value !== null)
    return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null
  }
  const always = (name: Figure) => median(name) ?? Number.NaN
  return {
    wallSeconds: always('wallSeconds'),
    ourCpuSeconds: always('ourCpuSeconds'),
    databaseCpuSeconds: median('databaseCpuSeconds'),
    crawlingMegabytes: always('crawlingMegabytes'),
    showingMegabytes: always('showingMegabytes'),
    databaseMegabytes: median('databaseMegabytes'),
    connections: median('connections'),
    databaseBytes: always('databaseBytes'),
    commits: median('commits'),
    logBytes: median('logBytes'),
    tables: figures[0]?.tables ?? [],
  }
}
