import { setImmediate } from 'node:timers/promises'
import { isoDay } from '#shared/iso-time.ts'
import { MAX_VISIT_URLS, type VisitImport, type VisitSummary } from '#shared/visits.ts'
import { type CountedRequests, createRequestCounter, reduceUrls, type Site } from './count-requests.ts'
import { type CountedRows, createRowCounter, tableColumns } from './count-rows.ts'
import { emptyEntry } from './log-entry.ts'
import { logFormat } from './log-format.ts'
import { type LineLimits, textLines, UnreadableFileError } from './text-lines.ts'

/** Reads files of visits: lines in, sums out. */

export interface VisitReading {
  site: Site
  limits: LineLimits
  /** `log_format` of nginx or `LogFormat` of Apache; recognised without. */
  format?: string | undefined
  /** The column of an analytics export that counts; recognised without. */
  column?: string | undefined
  onProgress?: (bytesRead: number) => void
  signal?: AbortSignal
}

/** What a file, or several logs together, have come to. */
interface LineCounter {
  kind: VisitSummary['kind']
  format: string
  found: CountedRequests | CountedRows
  /** False for a line that could not be read. */
  count(line: string): boolean
}

/**
 * The sums of a file, or of several access logs together.
 *
 * @throws UnreadableFileError with a sentence for a person.
 */
export async function readVisits(
  files: Iterable<AsyncIterable<Uint8Array>>,
  reading: VisitReading,
): Promise<VisitImport> {
  const requests = createRequestCounter(reading.site)
  const read = { lines: 0, unreadable: 0 }
  const counters: LineCounter[] = []
  for (const file of files) {
    let counter: LineCounter | null = null
    for await (const { lines, tooLong, bytesRead } of textLines(file, reading.limits)) {
      if (counter === null && lines.length > 0) {
        counter = lineCounter(lines, reading, requests)
        counters.push(counter)
        refuseMixed(counters)
      }
      read.lines += lines.length + tooLong
      read.unreadable += tooLong
      for (const line of lines) if (!counter?.count(line)) read.unreadable += 1
      reading.onProgress?.(bytesRead)
      reading.signal?.throwIfAborted()
      await setImmediate()
    }
  }
  const [first] = counters
  if (!first || first.found.counted + first.found.otherHosts === 0) throw new UnreadableFileError(NOTHING_READ)
  if (first.found.counted === 0)
    throw new UnreadableFileError('All lines are about other hosts than that of the website.')
  const { found } = first
  if (found.urls.size > MAX_VISIT_URLS) found.further += reduceUrls(found.urls, MAX_VISIT_URLS)
  return { summary: summaryOf(first, { ...read, urls: found.urls.size }), urls: [...found.urls.values()] }
}

const NOTHING_READ =
  'No line of the file could be read. It must be an access log (Apache, nginx, W3C, CloudFront or JSON lines), or a CSV export with a column of URLs and one of numbers.'
const SAMPLE_LINES = 200

function lineCounter(
  lines: readonly string[],
  { site, format, column }: VisitReading,
  requests: ReturnType<typeof createRequestCounter>,
): LineCounter {
  const sample = lines.slice(0, SAMPLE_LINES)
  const log = column === undefined ? logFormat(sample, format) : null
  if (log !== null) {
    const entry = emptyEntry()
    const count = (line: string) => (log.parse(line, entry) ? requests.count(entry) : line === '' || line[0] === '#')
    return { kind: 'logs', format: log.name, found: requests.found, count }
  }
  const columns = tableColumns(sample, column)
  if (columns === null) throw new UnreadableFileError(NOTHING_READ)
  const rows = createRowCounter(columns, site)
  const name = columns.kind === 'search' ? 'Pages report of Search Console' : `Column ${columns.valueName}`
  return { kind: columns.kind, format: name, found: rows.found, count: rows.count }
}

/** The figures of two exports may be about the same visits; the requests of two logs are not. */
function refuseMixed(counters: readonly LineCounter[]): void {
  if (counters.length > 1 && counters.some(({ kind }) => kind !== 'logs'))
    throw new UnreadableFileError('Read exports one at a time, and apart from access logs.')
}

const DAY_MS = 86_400_000

function summaryOf(
  { kind, format, found }: LineCounter,
  read: { lines: number; unreadable: number; urls: number },
): VisitSummary {
  const { counted, otherHosts, further } = found
  const requests = 'bots' in found ? found : null
  return {
    kind,
    format,
    ...read,
    counted,
    otherHosts,
    further,
    fromMs: requests?.fromMs ?? null,
    toMs: requests?.toMs ?? null,
    people: requests?.people ?? 0,
    bots: [...(requests?.bots ?? [])]
      .map(([id, bot]) => ({ id, ...bot }))
      .sort((one, other) => other.requests - one.requests),
    days: [...(requests?.days ?? [])]
      .sort(([one], [other]) => one - other)
      .map(([day, counts]) => ({ day: isoDay(day * DAY_MS), ...counts })),
  }
}
