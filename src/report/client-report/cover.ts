import { PRODUCT_NAME } from '#shared/constants.ts'
import { type Html, type HtmlValue, html } from './html.ts'
import { duration, long, moment, number, urlLink } from './labels.ts'
import type { ClientReportFacts } from './report-facts.ts'

/** What was audited, when, how far, and how it ended. */
export function cover({ crawl, overview }: ClientReportFacts): Html {
  const ending =
    crawl.status === 'complete' ? crawl.endSentence : 'The crawl is still running: every number is of this moment.'
  const facts: [string, HtmlValue][] = [
    ['Crawled', crawl.startedMs === null ? 'not yet' : moment(crawl.startedMs)],
    ['Pages crawled', `${number(overview.pagesCrawled)} of at most ${number(crawl.crawlLimit)}`],
    ['Duration', durationOf(crawl)],
  ]
  return html`<header class="cover">
<p class="brand"><svg class="brand-mark" aria-hidden="true"><use href="#icon-brand"/></svg>${PRODUCT_NAME}</p>
<h1><span class="kicker">Website audit</span> ${urlLink(crawl.seedUrl)}</h1>
<dl class="cover-facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p class="ending">${long(ending)}</p>
${crawl.notes.map(note => html`<p class="note">${long(note)}</p>`)}
</header>
`
}

function durationOf({ startedMs, endedMs }: ClientReportFacts['crawl']): string {
  return startedMs === null || endedMs === null ? '–' : duration(Math.max(0, endedMs - startedMs))
}

type ContentsEntry = [id: string, name: string, count: number | null]

function speedEntry(measured: number): ContentsEntry {
  return ['page-speed', 'Page speed', measured]
}

function mutedEntry(count: number): ContentsEntry {
  return ['muted', 'Muted', count]
}

/** The parts of the report, with how much stands in each. */
export function contents({ crawl, overview, found, mutedCount }: ClientReportFacts): Html {
  const parts: ContentsEntry[] = [
    ['summary', 'Summary', null],
    ['findings', 'Findings', found.length],
    ...(mutedCount === 0 ? [] : [mutedEntry(mutedCount)]),
    ...(overview.pageSpeedSample === null ? [] : [speedEntry(overview.pageSpeedSample.measured)]),
    ['broken-links', 'Broken links', overview.issueDistribution.brokenLinks],
    ['redirects', 'Redirecting URLs', overview.statusCounts['3xx'] ?? 0],
    ['pages', 'Pages', crawl.counts.pagesListed],
    ['appendix', 'Appendix', null],
  ]
  const entry = ([id, name, count]: ContentsEntry) =>
    html`<li><a href="#${id}">${name}</a>${count === null ? null : html` <span class="count">${number(count)}</span>`}</li>`
  return html`<nav aria-label="Contents"><ol>${parts.map(entry)}</ol></nav>\n`
}
