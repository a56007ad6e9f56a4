import { parseHttpUrl } from '#shared/url.ts'
import type { IssueRow } from '#store/store.ts'
import { issueAdvice } from '../issue-list.ts'
import type { CheckSummary } from '../summary-facts.ts'
import { severityBadge } from './badges.ts'
import { evidence } from './evidence.ts'
import { crawled, type Html, html } from './html.ts'
import { address, andMore, counted, long } from './labels.ts'
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
    const issues = await reading.issues(crawl.id, { checkId: check.checkId, ...range })
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
  const id = findingId(check.checkId)
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
  return html`<li><p class="where">${isOther ? html`${severityBadge(severity)} ` : null}${address(pageUrl)}</p>${words}
${proofs.length === 0 ? null : html`<dl class="proofs">${proofs}</dl>`}</li>
`
}
