import { PRODUCT_NAME, VERSION_LABEL } from '#shared/constants.ts'
import { reportedOptions } from '#shared/crawl-option-rows.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { HEALTH_FORMULA, OWN_CHECKS, subjects } from '#shared/health-score.ts'
import { dataTable } from './data-table.ts'
import { type Html, html } from './html.ts'
import { code, counted, cut, number } from './labels.ts'
import type { ClientReportFacts } from './report-facts.ts'
import { part, type Sheet } from './sheet.ts'
import { valueList } from './summary-sheet.ts'

/** How the numbers came about: what was checked, how the score is calculated, and with which settings. */
export function methodSheet(facts: ClientReportFacts): Sheet {
  return {
    id: 'method',
    title: 'Method and score',
    body: html`<p class="lead">${checkedSentence(facts)}</p>
${part('How the score is calculated', html`<p>${HEALTH_FORMULA}</p>`)}
<div class="dense">${part('Points by subject', subjectTable(facts))}</div>
<div class="halves">${part('Settings of the crawl', settings(facts))}${part('How it was counted', counting)}</div>
`,
  }
}

function checkedSentence({ checks, fixes, crawl }: ClientReportFacts): string {
  const ran = checks.filter(({ pagesChecked, issueCount }) => pagesChecked > 0 || issueCount > 0)
  const passed = ran.length - fixes.length
  const idle = checks.length - ran.length
  return `${PRODUCT_NAME} ${VERSION_LABEL} requested the pages as a search engine does and ran ${counted(ran.length, 'check')} on ${counted(crawl.counts.pagesCrawled, 'page')}: ${number(passed)} found nothing to fix, ${number(fixes.length)} found something. ${idle === 0 ? '' : `${counted(idle, 'further check')} had nothing to check on this site.`}`
}

function subjectTable({ overview, fixes }: ClientReportFacts): Html {
  const taken = new Map(overview.health?.subjects.map(each => [each.subject, each.taken]))
  const all = subjects.map(({ name, cap }) => ({
    name,
    cap,
    taken: taken.get(name) ?? 0,
    found: fixes.filter(({ subject }) => subject === name).length,
  }))
  // Most websites have none.
  const rows = all.filter(({ name, found }) => name !== OWN_CHECKS || found > 0)
  return dataTable(
    [
      { head: 'Subject', cell: ({ name }) => name },
      { head: 'Checks with findings', isNumber: true, cell: ({ found }) => number(found) },
      { head: 'Points taken', isNumber: true, cell: row => (overview.health ? row.taken.toFixed(1) : '–') },
      { head: 'At most', isNumber: true, cell: ({ cap }) => number(cap) },
    ],
    rows,
    'Points by subject',
  )
}

const MAX_OPTION_LENGTH = 60

/** A client need not read what is as usual, and the page has room for so many. */
const MAX_OPTIONS = 12

function settings({ crawl }: ClientReportFacts): Html {
  const unusual = reportedOptions.filter(({ text }) => text(crawl.options) !== text(defaultCrawlOptions))
  const options = unusual
    .slice(0, MAX_OPTIONS)
    .map(({ label, text }): [string, Html] => [label, cut(text(crawl.options), MAX_OPTION_LENGTH)])
  return valueList([
    ['Start URL', code(crawl.seedUrl, MAX_OPTION_LENGTH)],
    ['Page limit', number(crawl.crawlLimit)],
    ...options,
    ['All other settings', 'as usual'],
  ])
}

const counting = html`<ul class="reasons">
<li>Pages crawled are HTML pages that returned a success status.</li>
<li>A broken URL is one issue, however many pages link to it; the same mistake in a template is one issue with all its pages.</li>
<li>Nothing is called broken after a single attempt: what fails is requested again first.</li>
<li>The gain of a fix is its share of the points that its subject takes; the gains of all fixes add up to what the score lacks.</li>
</ul>
`
