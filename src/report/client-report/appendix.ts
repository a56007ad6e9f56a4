import { checkById } from '#checks/index.ts'
import { PRODUCT_NAME, VERSION_LABEL } from '#shared/constants.ts'
import { reportedOptions } from '#shared/crawl-options.ts'
import { skipLabels } from '#shared/model.ts'
import { dataTable } from './data-table.ts'
import { crawled, type Html, type HtmlValue, html } from './html.ts'
import { long, moment, number } from './labels.ts'
import type { ClientReportFacts } from './report-facts.ts'

type Counter = ClientReportFacts['counters'][number]

/** What was looked at without finding anything, what was not looked at and why, and how the numbers came about. */
export function appendix(facts: ClientReportFacts): Html {
  return html`<section id="appendix" aria-labelledby="appendix-title"><h2 id="appendix-title">Appendix</h2>
${passedChecks(facts)}${uncheckedChecks(facts)}${skipReasons(facts)}${idleChecks(facts)}${skippedUrls(facts)}${settings(facts)}${howCounted}</section>
`
}

function passedChecks({ counters }: ClientReportFacts): Html {
  const passed = counters.filter(({ failed, passed: count }) => failed === 0 && count > 0)
  return part(
    'Checks that passed',
    passed.length === 0
      ? html`<p>No check passed everywhere.</p>`
      : html`<ul class="passed">${passed.map(({ checkId }) => html`<li>${passedTitle(checkId)}</li>`)}</ul>`,
  )
}

function passedTitle(checkId: string): string {
  return checkById.get(checkId)?.passedTitle ?? checkId
}

function title(checkId: string): string {
  return checkById.get(checkId)?.title ?? checkId
}

/** Checks that checked nothing. */
function uncheckedChecks({ counters }: ClientReportFacts): Html | null {
  const rows = counters
    .filter(({ passed, failed }) => passed + failed === 0)
    .map(counter => ({ name: title(counter.checkId), reasons: reasonsOf(counter) }))
  if (rows.length === 0) return null
  return part(
    'Checks that were skipped',
    dataTable(
      [
        { head: 'Check', cell: ({ name }) => name },
        {
          head: 'Why',
          cell: ({ reasons }) => html`${reasons.slice(0, MAX_REASONS).map(reason => html`<p>${long(reason)}</p>`)}`,
        },
      ],
      rows,
      'Checks that were skipped, and why',
    ),
  )
}

const MAX_REASONS = 20

function reasonsOf({ skipped }: Counter): string[] {
  return Object.keys(skipped)
}

/** Why checks that ran skipped single pages. */
function skipReasons({ counters }: ClientReportFacts): Html | null {
  const counts = new Map<string, number>()
  for (const { passed, failed, skipped } of counters) {
    if (passed + failed === 0) continue
    for (const [reason, count] of Object.entries(skipped)) counts.set(reason, (counts.get(reason) ?? 0) + count)
  }
  const rows = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, MAX_REASONS)
  if (rows.length === 0) return null
  return part(
    'Pages that single checks skipped',
    dataTable(
      [
        { head: 'Reason', cell: ([reason]) => long(reason) },
        { head: 'Times', isNumber: true, cell: ([, count]) => number(count) },
      ],
      rows,
      'Reasons, and how often a check skipped a page for it',
    ),
  )
}

/** Checks that found no page of the kind that they check. */
function idleChecks({ counters }: ClientReportFacts): Html | null {
  const ran = new Set(counters.map(({ checkId }) => checkId))
  const idle = [...checkById.values()].filter(({ id }) => !ran.has(id))
  if (idle.length === 0) return null
  return part(
    'Checks with nothing to check',
    html`<ul class="passed">${idle.map(check => html`<li>${check.title}</li>`)}</ul>`,
  )
}

function skippedUrls({ skippedCounts }: ClientReportFacts): Html {
  const rows = skippedCounts.filter(({ count }) => count > 0)
  return part(
    'URLs found and not crawled',
    rows.length === 0
      ? html`<p>None.</p>`
      : dataTable(
          [
            { head: 'Why', cell: ({ reason }) => skipLabels[reason] },
            { head: 'URLs', isNumber: true, cell: ({ count }) => number(count) },
          ],
          rows,
          'URLs that were not crawled, by reason',
        ),
  )
}

function settings({ crawl }: ClientReportFacts): Html {
  const { options, startedMs, endedMs } = crawl
  const rows: [string, HtmlValue][] = [
    ['Start URL', crawled(crawl.seedUrl)],
    ['Page limit', number(crawl.crawlLimit)],
    ...reportedOptions.map(({ label, text }): [string, HtmlValue] => [label, text(options)]),
    ['Started', startedMs === null ? '–' : moment(startedMs)],
    ['Ended', endedMs === null ? '–' : moment(endedMs)],
    ['Created by', `${PRODUCT_NAME} ${VERSION_LABEL}`],
  ]
  return part(
    'Settings of this crawl',
    html`<dl class="settings">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`,
  )
}

const howCounted = part(
  'How it was counted',
  html`<ul>
<li>“Pages crawled” counts HTML pages that returned a success status; the page limit counts the same. “Total pages” also counts URLs that redirect, fail or do not respond.</li>
<li>Errors, warnings and infos count issues. A broken URL is one issue, however many pages link to it.</li>
<li>In the categories an issue counts once, in the first that fits: broken links, redirects, duplicates, meta issues, other. The figure “Redirects” counts every issue about redirects, so it may be larger than the category.</li>
<li>A page has passed when it has no error and no warning of its own. Infos and what concerns the whole host do not count against it.</li>
<li>Nothing is called broken after a single try: what fails is requested again first.</li>
</ul>`,
)

function part(heading: string, body: Html): Html {
  return html`<section class="part"><h3>${heading}</h3>\n${body}</section>\n`
}
