import type { Sample } from './crawl-figures.ts'

const PARTS = 10

/** A line for each new phase and each tenth of the pages: of a crawl that breaks off after an hour they are what is left. */
export function progressReporter(pageLimit: number, report: (line: string) => void): (sample: Sample) => void {
  let reported = ''
  return ({ phase, pages, knownUrls, seconds, cpuSeconds, residentMegabytes, databaseMegabytes }) => {
    const place = `${phase} ${Math.floor((pages * PARTS) / pageLimit)}`
    if (place === reported) return
    reported = place
    const megabytes = `${residentMegabytes.toFixed(0)} MB resident, ${databaseMegabytes.toFixed(0)} MB stored`
    const time = `${seconds.toFixed(0)} s (${cpuSeconds.toFixed(0)} s of processor)`
    report(`${phase}: ${pages} pages, ${knownUrls} URLs known, ${time}, ${megabytes}`)
  }
}
