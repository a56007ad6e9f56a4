import type { SegmentFigures } from '#shared/api/segments.ts'
import { type DataColumn, dataTable } from './data-table.ts'
import { MAX_TITLE_LENGTH } from './fix-table.ts'
import { type Html, type HtmlValue, html } from './html.ts'
import { counted, cut, number } from './labels.ts'
import { linesOf, roomOf, thatFit } from './page-room.ts'
import type { ClientReportFacts } from './report-facts.ts'
import type { Sheet } from './sheet.ts'

const ROW_HEIGHT = 6
const LINE_HEIGHT = 18.5
const TEXT_LINE = 26
/** Head of the table, and the sentence below a list that goes on. */
const TABLE_HEIGHT = 72

/** The named parts of the website, each with a score of its own. Without segments there is none. */
export function segmentsSheet({ segments, change, choices }: ClientReportFacts): Sheet[] {
  if (segments.length === 0) return []
  const shown = thatFit(segments, roomOf(choices.paper) - TABLE_HEIGHT, heightOf)
  const rest = segments.length - shown.length
  const columns: DataColumn<SegmentFigures>[] = [
    { head: 'Segment', cell: ({ name }) => html`<b>${name}</b>` },
    { head: 'Score', isNumber: true, cell: ({ score }) => score ?? '–' },
    ...(change === null ? [] : [{ head: `Since ${change.shortSince}`, isNumber: true, cell: scoreChange }]),
    { head: 'Pages', isNumber: true, cell: ({ pages }) => number(pages) },
    { head: 'With errors', isNumber: true, cell: ({ withErrors }) => number(withErrors) },
    { head: 'With warnings', isNumber: true, cell: ({ withWarnings }) => number(withWarnings) },
    { head: 'What weighs most', cell: heaviest },
  ]
  return [
    {
      id: 'segments',
      title: 'Segments',
      body: html`<p class="lead">Parts of the website, each with a health score of its own pages.</p>
<div class="dense segments">${dataTable(columns, shown, 'Segments')}</div>
${rest > 0 ? html`<p class="caption">and ${counted(rest, 'further segment')}</p>` : null}`,
    },
  ]
}

function heightOf({ name, checks }: SegmentFigures): number {
  const title = checks[0]?.title.slice(0, MAX_TITLE_LENGTH) ?? ''
  return ROW_HEIGHT + LINE_HEIGHT * Math.max(linesOf(name, TEXT_LINE), linesOf(title, TEXT_LINE))
}

function heaviest({ checks: [check] }: SegmentFigures): HtmlValue {
  return check ? cut(check.title, MAX_TITLE_LENGTH) : html`<span class="muted">–</span>`
}

/** Points since the earlier crawl, which is first in the trend. */
function scoreChange({ score, trend }: SegmentFigures): Html {
  const earlier = trend.length > 1 ? (trend[0]?.score ?? null) : null
  if (score === null || earlier === null || score === earlier)
    return html`<span class="muted">${score === earlier && score !== null ? '0' : '–'}</span>`
  return score > earlier
    ? html`<b class="success-text">+${score - earlier}</b>`
    : html`<b class="warning-text">−${earlier - score}</b>`
}
