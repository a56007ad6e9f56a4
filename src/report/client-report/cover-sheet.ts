import { PRODUCT_NAME, VERSION_LABEL } from '#shared/constants.ts'
import { isCoverageLow } from '#shared/crawl-health.ts'
import { scoreBand } from '#shared/page-speed.ts'
import { crawled, type Html, type HtmlValue, html } from './html.ts'
import { counted, cut, day, number, percent, startOf } from './labels.ts'
import { type ClientReportFacts, firstFixes, gainOf } from './report-facts.ts'
import { authorOf, type Sheet } from './sheet.ts'

const MAX_SENTENCE_LENGTH = 240
const MAX_HOST_LENGTH = 120

/** The first page: who made it for whom, the result in one paragraph and four figures, and what follows on which page. */
export function coverSheet(facts: ClientReportFacts, sheets: readonly Sheet[]): Html {
  const { choices, crawl, host, listFile } = facts
  const contents = sheets.map(
    ({ id, title }, index) =>
      html`<li><a href="#${id}"><span>${title}</span><i aria-hidden="true"></i><b>${index + 2}</b></a></li>`,
  )
  return html`<section class="sheet cover" aria-labelledby="report-title">
<div class="made-by"><div class="logo">${logo(facts)}<b>${authorOf(facts)}</b></div><span class="muted">${day(startOf(crawl))}</span></div>
<div class="title"><p class="kicker">Website audit</p><h1 id="report-title">${cut(host, MAX_HOST_LENGTH)}</h1>
${choices.client === '' ? null : html`<p class="for">Prepared for ${choices.client}</p>`}</div>
${result(facts)}
<dl class="figures">${figures(facts).map(({ name, value, tone = '' }) => html`<div><dt>${name}</dt><dd class="${tone}">${value}</dd></div>`)}</dl>
${sheets.length === 0 ? null : html`<nav class="contents" aria-label="Contents"><p class="muted">Contents</p><ol>${contents}</ol></nav>`}
<div class="running foot"><span>Full URL lists: ${crawled(listFile)}</span><span>Measured with ${PRODUCT_NAME} ${VERSION_LABEL}</span></div>
</section>
`
}

function logo({ choices }: ClientReportFacts): Html {
  // The name stands beside it.
  if (choices.logo !== '') return html`<img src="${choices.logo}" alt="">`
  return html`<svg class="brand-mark" aria-hidden="true"><use href="#icon-brand"/></svg>`
}

function result(facts: ClientReportFacts): Html {
  const { health } = facts.overview
  const sentences = html`${resultSentences(facts).map(sentence => html`${sentence} `)}`
  if (health === null) return html`<div class="result"><p class="say">${sentences}</p></div>`
  const tone = isCoverageLow(health) ? 'info' : bandTones[scoreBand(health.score)]
  const icon = html`<svg class="icon" aria-hidden="true"><use href="#icon-${tone}"/></svg>`
  const band = html`<p class="band ${isCoverageLow(health) ? 'muted' : `${tone}-text`}">${icon}${scoreBand(health.score)} <span>${health.score} of 100</span></p>`
  return html`<div class="result">${ring(health.score, isCoverageLow(health))}<div>${band}<p class="say">${sentences}</p></div></div>`
}

const bandTones: Record<ReturnType<typeof scoreBand>, 'success' | 'warning' | 'error'> = {
  Good: 'success',
  'Needs Improvement': 'warning',
  Poor: 'error',
}

const RADIUS = 44

/** The score as a ring; grey where less than half of the pages were checked. */
function ring(score: number, isWeak: boolean): Html {
  const tone = isWeak ? 'weak' : scoreBand(score).toLowerCase().replaceAll(' ', '-')
  return html`<svg class="ring ${tone}" viewBox="0 0 100 100" role="img" aria-label="Health score: ${score} of 100"><circle class="track" cx="50" cy="50" r="${RADIUS}"/><circle class="value" cx="50" cy="50" r="${RADIUS}" pathLength="100" stroke-dasharray="${score} 100" transform="rotate(-90 50 50)"/><text x="50" y="61">${score}</text></svg>`
}

function resultSentences(facts: ClientReportFacts): HtmlValue[] {
  const { crawl, overview } = facts
  const { health } = overview
  if (crawl.status !== 'complete') return ['The crawl is still running: every number is of this moment.']
  if (health === null) return [cut(crawl.endSentence, MAX_SENTENCE_LENGTH), 'No page was read, so there is no score.']
  const crawledSentence =
    crawl.endReason === 'finished'
      ? `The whole site was crawled, and ${indexablePages(facts)}.`
      : html`${cut(crawl.endSentence, MAX_SENTENCE_LENGTH)} Of what was crawled, ${indexablePages(facts)}.`
  if (facts.fixes.length === 0) return [crawledSentence, 'No issues were found.']
  const { errors } = overview.overview
  const found = `${errors === 0 ? 'There are no errors' : `There ${errors === 1 ? 'is' : 'are'} ${counted(errors, 'error')}`} and ${counted(overview.warningCount, 'warning')}, found by ${counted(facts.fixes.length, 'check')}.`
  const weak = isCoverageLow(health)
    ? `The score rests on less than half of the pages: ${number(health.pagesChecked)} of ${number(health.pages)} were checked.`
    : null
  return [crawledSentence, found, fixesSentence(facts), ...(weak === null ? [] : [weak])]
}

function indexablePages({ overview }: ClientReportFacts): string {
  const indexable = overview.indexabilityCounts.indexable ?? 0
  const pages = overview.pagesCrawled
  return pages === 1
    ? `its page ${indexable === 1 ? 'can' : 'cannot'} be indexed`
    : `${number(indexable)} of ${number(pages)} pages can be indexed`
}

function fixesSentence(facts: ClientReportFacts): string {
  const fixes = firstFixes(facts)
  const missing = 100 - (facts.overview.health?.score ?? 100)
  if (fixes.length === 0) return ''
  return `The first ${fixes.length === 1 ? 'fix is' : `${fixes.length} fixes are`} worth ${gainOf(fixes).toFixed(1)} of the ${missing} missing points.`
}

interface Figure {
  name: string
  value: string
  tone?: string
}

function figures({ overview, change }: ClientReportFacts): Figure[] {
  const { health } = overview
  const { errors } = overview.overview
  const last =
    health !== null && change !== null && change.score !== null
      ? scoreChange(health.score - change.score, change.shortSince)
      : { name: 'Pages checked', value: health === null ? '–' : percent(health.pagesChecked, health.pages) }
  return [
    { name: 'Pages crawled', value: number(overview.pagesCrawled) },
    { name: 'Errors', value: number(errors), tone: errors === 0 ? '' : 'error-text' },
    {
      name: 'Warnings',
      value: number(overview.warningCount),
      tone: overview.warningCount === 0 ? '' : 'warning-text',
    },
    last,
  ]
}

function scoreChange(difference: number, since: string): Figure {
  const value = difference === 0 ? '–' : difference > 0 ? `+${difference}` : `−${-difference}`
  const tone = difference > 0 ? 'success-text' : difference < 0 ? 'warning-text' : ''
  return { name: `Score since ${since}`, value, tone }
}
