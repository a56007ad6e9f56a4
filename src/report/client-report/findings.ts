import { assertNever } from '#shared/errors.ts'
import { type Attempt, type Evidence, type Hop, type Place, regionLabels } from '#shared/model.ts'
import { parseHttpUrl } from '#shared/url.ts'
import type { IssueRow } from '#store/store.ts'
import { issueAdvice } from '../issue-list.ts'
import type { CheckSummary } from '../summary-facts.ts'
import { cutEnd } from '../terminal-text.ts'
import { severityBadge, statusBadge } from './badges.ts'
import { crawled, crawledCode, type Html, type HtmlValue, html } from './html.ts'
import { andMore, counted, duration, long, urlLink } from './labels.ts'
import type { ClientReportFacts } from './report-facts.ts'
import { findingId } from './summary.ts'

/** Issues of one check that are shown with their evidence. */
export const MAX_ISSUES_PER_CHECK = 50
/** Held at once: an issue's evidence may take tens of kilobytes. */
const BATCH_ISSUES = 10

/** Every check that found something: what, why, how to fix it, an example, and where. */
export async function* findings(facts: ClientReportFacts): AsyncGenerator<Html> {
  yield html`<section id="findings" aria-labelledby="findings-title"><h2 id="findings-title">Findings</h2>\n`
  if (facts.found.length === 0) yield html`<p>No issues were found.</p>\n`
  for (const check of facts.found) yield* finding(facts, check)
  yield html`</section>\n`
}

async function* finding({ reading, crawl }: ClientReportFacts, check: CheckSummary): AsyncGenerator<Html> {
  let shown = 0
  let afterId: number | undefined
  while (shown < MAX_ISSUES_PER_CHECK) {
    const limit = Math.min(BATCH_ISSUES, MAX_ISSUES_PER_CHECK - shown)
    const range = afterId === undefined ? { limit } : { limit, afterId }
    const issues = await reading.issues(crawl.id, { checkId: check.id, ...range })
    const [first] = issues
    if (!first) break
    if (shown === 0) yield head(check, first)
    yield html`${issues.map(each => issue(each, check))}`
    shown += issues.length
    afterId = issues.at(-1)?.id
  }
  if (shown > 0) yield html`</ol>\n${andMore(check.issueCount, shown)}</article>\n`
}

function head(check: CheckSummary, first: IssueRow): Html {
  const { why, fix, example, sources } = issueAdvice(first)
  const id = findingId(check.id)
  const advice = (name: string, text: string) =>
    text === '' ? null : html`<div><dt>${name}</dt><dd>${text}</dd></div>`
  return html`<article aria-labelledby="${id}" class="finding">
<header>${severityBadge(check.severity)}<h3 id="${id}">${crawled(check.title)}</h3><span class="count">${counted(check.issueCount, 'issue')}</span></header>
<dl class="advice">${advice('Why it matters', why)}${advice('How to fix it', fix)}</dl>
${example && exampleOf(example)}
${sources.length === 0 ? null : html`<p class="sources">Sources: ${sources.map(source)}</p>`}
<ol class="issues">
`
}

function exampleOf({ before, after }: { before: string; after: string }): Html {
  const side = (name: string, code: string) =>
    html`<figure><figcaption>${name}</figcaption><pre><code>${code}</code></pre></figure>`
  return html`<div class="example">${side('Before', before)}${side('After', after)}</div>`
}

function source({ title, url }: { title: string; url: string }, index: number): Html {
  const target = parseHttpUrl(url)
  const text = target
    ? html`<a class="source" href="${target.href}" rel="noopener noreferrer">${title}</a>`
    : html`${title}`
  return html`${index === 0 ? '' : ' · '}${text}`
}

function issue({ pageUrl, message, severity, details }: IssueRow, check: CheckSummary): Html {
  const isOther = severity !== check.severity
  const words = message === check.title ? null : html`<p>${long(message)}</p>`
  const proofs = details.evidence.map(evidence)
  return html`<li><p class="where">${isOther ? html`${severityBadge(severity)} ` : null}${urlLink(pageUrl)}</p>${words}
${proofs.length === 0 ? null : html`<dl class="proofs">${proofs}</dl>`}</li>
`
}

/** Entries of one list that are shown: enough to find the cause; the export holds all. */
const MAX_ENTRIES = 5
const MAX_ROWS = 8
const MAX_COLUMNS = 8
const MAX_CODE_LENGTH = 600
const MAX_CELL_LENGTH = 200

/** What proves an issue, as far as a reader on paper needs it. */
function evidence(proof: Evidence): Html {
  return html`<div class="proof"><dt>${crawled(proof.label)}</dt><dd>${body(proof)}</dd></div>\n`
}

function body(proof: Evidence): HtmlValue {
  switch (proof.kind) {
    case 'text':
      return html`<p class="quoted">${long(proof.text)}</p>`
    case 'code':
      return code(proof)
    case 'url':
      return urlLink(proof.url)
    case 'urls':
      return urls(proof)
    case 'hops':
      return hops(proof.hops)
    case 'attempts':
      return attempts(proof.attempts)
    case 'places':
      return places(proof)
    case 'table':
      return table(proof)
    default:
      return assertNever(proof)
  }
}

function code({ code: text, line }: { code: string; line?: number }): Html {
  const where = line === undefined || line === 0 ? null : html`<p class="more">from line ${line}</p>`
  return html`<pre><code>${crawledCode(cutEnd(text, MAX_CODE_LENGTH))}</code></pre>${where}`
}

function urls({ urls: all, total }: { urls: readonly string[]; total: number }): Html {
  const shown = all.slice(0, MAX_ENTRIES)
  return html`<ul>${shown.map(url => html`<li>${urlLink(url)}</li>`)}</ul>${andMore(total, shown.length)}`
}

function hops(all: readonly Hop[]): Html {
  const shown = all.slice(0, MAX_ROWS)
  const target = all.at(-1)?.location ?? ''
  const end = target === '' ? null : html`<li>${urlLink(target)} <span class="more">target</span></li>`
  const stops = shown.map(hop => html`<li>${urlLink(hop.url)} ${statusBadge(hop.status)}</li>`)
  return html`<ol class="hops">${stops}${end}</ol>${andMore(all.length, shown.length)}`
}

function attempts(all: readonly Attempt[]): Html {
  const shown = all.slice(0, MAX_ENTRIES)
  const tries = shown.map(({ atMs, method, status, failure }, index) => {
    const before = shown[index - 1]
    const later = before ? `, ${duration(Math.max(0, atMs - before.atMs))} later` : ''
    return html`<li>${method}${later} ${statusBadge(status)} ${failure === null ? null : long(failure)}</li>`
  })
  return html`<ol class="plain">${tries}</ol>${andMore(all.length, shown.length)}`
}

function places({ places: all, total }: { places: readonly Place[]; total: number }): Html {
  const shown = all.slice(0, MAX_ENTRIES)
  return html`<ul>${shown.map(place)}</ul>${andMore(total, shown.length)}`
}

function place({ sourceUrl, text, region, path, line }: Place): Html {
  const words = text === '' ? null : html` “${crawled(cutEnd(text, MAX_CELL_LENGTH))}”`
  const where = [`in the ${regionLabels[region]}`, ...(line > 0 ? [`line ${line}`] : [])].join(', ')
  const element = path === '' ? null : html` <code>${crawledCode(cutEnd(path, MAX_CELL_LENGTH))}</code>`
  return html`<li>${urlLink(sourceUrl)}${words} <span class="more">${where}</span>${element}</li>`
}

function table({ columns, rows, total = rows.length }: Extract<Evidence, { kind: 'table' }>): Html {
  const shownRows = rows.slice(0, MAX_ROWS)
  const cell = (text: string) => crawled(cutEnd(text, MAX_CELL_LENGTH))
  const heads = columns.slice(0, MAX_COLUMNS).map(column => html`<th scope="col">${cell(column)}</th>`)
  const lines = shownRows.map(row => {
    const cells = row.slice(0, MAX_COLUMNS).map((text, index) => {
      return html`<td data-label="${columns[index] ?? ''}"><div>${cell(text)}</div></td>`
    })
    return html`<tr>${cells}</tr>`
  })
  const left = total - shownRows.length
  const more = left > 0 ? html`<p class="more">and ${counted(left, 'more row')}</p>` : null
  return html`<table class="data proof-table"><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table>${more}`
}
