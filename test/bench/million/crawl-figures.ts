import type { CrawlRow } from '#store/store.ts'

/** What is made of the samples that were taken of one crawl. */

/** A process and its crawl at one moment. Megabytes are millions of bytes. */
export interface Sample {
  /** Since the process began; so is the time of its processor, of all threads. */
  seconds: number
  cpuSeconds: number
  residentMegabytes: number
  databaseMegabytes: number
  phase: CrawlRow['phase']
  pages: number
  knownUrls: number
}

/** A tenth of the pages. */
export interface Window {
  /** Where it ends. */
  end: Sample
  pagesPerSecond: number
  cpuMsPerPage: number
  storedKilobytesPerPage: number
}

export interface Stage {
  name: string
  seconds: number
  cpuSeconds: number
  /** Held at most. */
  peakMegabytes: number
}

export interface MemoryGrowth {
  /** While URLs became known: bytes for each; null where they were too few for a figure. */
  bytesPerKnownUrl: number | null
  /** After the last one became known: bytes for each page; null likewise. */
  bytesPerPage: number | null
}

const WINDOWS = 10
const BYTES_PER_MEGABYTE = 1_000_000
const KILOBYTES_PER_MEGABYTE = 1_000
/** What garbage is waiting to be collected is more than fewer leave. */
const LEAST_TO_TELL = 50_000
/** Of the URLs known at last: until then a process grows for other reasons, too. */
const WARMED_UP = 0.1

const stageNames: readonly [Sample['phase'], string][] = [
  ['visiting', 'visiting pages'],
  ['probing', 'what was not visited, and questions about the host'],
  ['checking', 'ending: link index and checks of the whole site'],
  ['done', 'report, and end of the process'],
]

/** Fewer than ten where several ended between two samples. */
export function windowsOf(samples: readonly Sample[]): Window[] {
  const all = samples.at(-1)?.pages ?? 0
  const first = samples.findLast(({ pages }) => pages === 0) ?? samples[0]
  const windows: Window[] = []
  let before = first
  for (let number = 1; number <= WINDOWS && before; number++) {
    const end = samples.find(({ pages }) => pages > 0 && pages >= (all * number) / WINDOWS)
    if (!end || end.pages === before.pages) continue
    windows.push(windowBetween(before, end))
    before = end
  }
  return windows
}

function windowBetween(before: Sample, end: Sample): Window {
  const pages = end.pages - before.pages
  return {
    end,
    pagesPerSecond: pages / (end.seconds - before.seconds),
    cpuMsPerPage: ((end.cpuSeconds - before.cpuSeconds) * 1_000) / pages,
    storedKilobytesPerPage: ((end.databaseMegabytes - before.databaseMegabytes) * KILOBYTES_PER_MEGABYTE) / pages,
  }
}

/** The start goes until the first page is requested; each other stage until the next begins, the last until the process has ended. */
export function stagesOf(samples: readonly Sample[], wallSeconds: number): Stage[] {
  const begun = stageNames.flatMap(([phase, name]) => {
    const index = samples.findIndex(sample => sample.phase === phase)
    return index < 0 ? [] : [{ name, index }]
  })
  const all = [{ name: 'start', index: 0 }, ...begun]
  return all.map(({ name, index }, position) => {
    const next = all[position + 1]?.index
    const [begin, end] = [samples[index], next === undefined ? samples.at(-1) : samples[next]]
    const isStart = position === 0
    const beginSeconds = isStart ? 0 : (begin?.seconds ?? 0)
    const endSeconds = next === undefined ? wallSeconds : (end?.seconds ?? 0)
    const during = samples.slice(index, next === undefined ? undefined : next + 1)
    return {
      name,
      seconds: endSeconds - beginSeconds,
      cpuSeconds: (end?.cpuSeconds ?? 0) - (isStart ? 0 : (begin?.cpuSeconds ?? 0)),
      peakMegabytes: during.reduce((most, each) => Math.max(most, each.residentMegabytes), 0),
    }
  })
}

/** Slopes of the memory held while pages were visited, over all samples, since a single one is off by whatever garbage waits. */
export function memoryGrowthOf(samples: readonly Sample[]): MemoryGrowth {
  const visiting = samples.filter(({ phase, pages }) => phase === 'visiting' && pages > 0)
  const known = visiting.at(-1)?.knownUrls ?? 0
  const growing = visiting.filter(({ knownUrls }) => knownUrls >= known * WARMED_UP && knownUrls < known)
  const grown = visiting.filter(({ knownUrls }) => knownUrls === known)
  return {
    bytesPerKnownUrl: bytesPer(growing, ({ knownUrls }) => knownUrls),
    bytesPerPage: bytesPer(grown, ({ pages }) => pages),
  }
}

function bytesPer(samples: readonly Sample[], countOf: (sample: Sample) => number): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || countOf(last) - countOf(first) < LEAST_TO_TELL) return null
  return BYTES_PER_MEGABYTE * slope(samples.map(sample => [countOf(sample), sample.residentMegabytes]))
}

/** Of the line with the least squares. */
function slope(points: readonly (readonly [number, number])[]): number {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}
