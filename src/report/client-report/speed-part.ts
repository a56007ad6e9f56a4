import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { scoreBand } from '#shared/page-speed.ts'
import { type SampledSpeed, type SampleGroup, sampleLabel } from '#shared/page-speed-sample.ts'
import type { CrawlRow } from '#store/store.ts'
import { withinSite } from '../issue-list.ts'
import { type DataColumn, dataTable } from './data-table.ts'
import { type Html, html } from './html.ts'
import { code, counted, duration } from './labels.ts'
import { part } from './sheet.ts'

const MAX_ROWS = 6
const MAX_URL_LENGTH = 48

type Row = SampledSpeed & { group: SampleGroup }

const providers: Record<SampledSpeed['provider'], string> = {
  google: 'Google PageSpeed Insights',
  lighthouse: 'Lighthouse on the server that crawled',
}

const columnsOf = (seedUrl: string): readonly DataColumn<Row>[] => [
  {
    head: 'Page',
    cell: ({ url, group: { pages } }) =>
      html`${code(withinSite(url, seedUrl), MAX_URL_LENGTH)}${pages > 1 ? html` <span class="muted">for ${counted(pages, 'page')}</span>` : null}`,
  },
  { head: 'Performance', isNumber: true, cell: ({ performance }) => score(performance) },
  { head: 'LCP', isNumber: true, cell: ({ lab }) => (lab.lcpMs === null ? '–' : duration(lab.lcpMs)) },
  { head: 'TBT', isNumber: true, cell: ({ lab }) => (lab.tbtMs === null ? '–' : duration(lab.tbtMs)) },
  { head: 'CLS', isNumber: true, cell: ({ lab }) => (lab.cls === null ? '–' : lab.cls.toFixed(2)) },
  { head: 'Real visits', cell: ({ field }) => realVisits(field) },
]

interface SpeedFacts {
  overview: Pick<CrawlResultResponse, 'pageSpeedSample'>
  crawl: Pick<CrawlRow, 'seedUrl'>
}

/** The pages whose speed was measured; nothing where that was not requested. */
export function speedPart({ overview, crawl }: SpeedFacts): Html | null {
  const sample = overview.pageSpeedSample
  if (sample === null) return null
  const rows = sample.groups.flatMap(group => group.measured.map(measured => ({ ...measured, group })))
  const shown = rows.slice(0, MAX_ROWS)
  const more = rows.length - shown.length
  const table = html`${dataTable(columnsOf(crawl.seedUrl), shown, 'Measured pages')}<p class="caption">${conditions(rows)}${more > 0 ? ` ${counted(more, 'further page')} measured.` : ''}</p>`
  return part(
    'Page speed',
    html`<p>${sampleLabel(sample)}. A measured page represents all pages of the same template.</p>
${rows.length === 0 ? null : table}`,
  )
}

function score(value: number | null): string {
  return value === null ? '–' : `${value} (${scoreBand(value)})`
}

function realVisits(field: SampledSpeed['field']): string {
  if (field === null) return 'no data'
  const whose = field.scope === 'page' ? '' : ', whole site'
  if (field.isPassing === null) return `not enough data${whose}`
  return `Core Web Vitals ${field.isPassing ? 'passed' : 'failed'}${whose}`
}

/** Figures without their conditions say nothing. */
function conditions(rows: readonly Row[]): string {
  const measurers = rows.map(
    ({ provider, device, runCount, lighthouseVersion }) =>
      `${providers[provider]}, ${device}, ${counted(runCount, 'run')} each, Lighthouse ${lighthouseVersion}`,
  )
  return `Measured by ${[...new Set(measurers)].join('; ')}. LCP, TBT and CLS are of the lab: one load under set conditions.`
}
