import { scoreBand } from '#shared/page-speed.ts'
import { type PageSpeedSample, type SampledSpeed, type SampleGroup, sampleLabel } from '#shared/page-speed-sample.ts'
import { type DataColumn, dataTable } from './data-table.ts'
import { crawledCode, type Html, html } from './html.ts'
import { andMore, counted, duration, long, number, urlLink } from './labels.ts'
import type { ClientReportFacts } from './report-facts.ts'

const MAX_GROUPS = 20

type Row = SampledSpeed & { group: SampleGroup }

const providers: Record<SampledSpeed['provider'], string> = {
  google: 'Google PageSpeed Insights',
  lighthouse: 'Lighthouse on the server that crawled',
}

const columns: readonly DataColumn<Row>[] = [
  {
    head: 'Page',
    cell: ({ url, group: { pages, name } }) =>
      html`${urlLink(url)}${pages > 1 ? html`<br>for ${counted(pages, 'page')} like ${crawledCode(name)}` : null}`,
  },
  { head: 'Performance', isNumber: true, cell: ({ performance }) => score(performance) },
  { head: 'LCP', isNumber: true, cell: ({ lab }) => (lab.lcpMs === null ? '–' : duration(lab.lcpMs)) },
  { head: 'TBT', isNumber: true, cell: ({ lab }) => (lab.tbtMs === null ? '–' : duration(lab.tbtMs)) },
  { head: 'CLS', isNumber: true, cell: ({ lab }) => (lab.cls === null ? '–' : lab.cls.toFixed(2)) },
  { head: 'Real visits', cell: ({ field }) => realVisits(field) },
]

/** The pages whose speed was measured, and which were not; nothing where that was not requested. */
export function pageSpeed({ overview }: ClientReportFacts): Html | null {
  const sample = overview.pageSpeedSample
  if (sample === null) return null
  const rows = sample.groups.flatMap(group => group.measured.map(measured => ({ ...measured, group })))
  return html`<section id="page-speed" aria-labelledby="page-speed-title"><h2 id="page-speed-title">Page speed</h2>
<p>${sampleLabel(sample)}. A measured page represents all pages of the same template.</p>
${rows.length === 0 ? null : html`<p>${conditions(rows)}</p>\n${dataTable(columns, rows, 'Measured pages')}`}
${failures(sample)}${notMeasured(sample)}</section>
`
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

function failures({ groups }: PageSpeedSample): Html | null {
  const failed = groups.flatMap(group => group.failed)
  if (failed.length === 0) return null
  return dataTable(
    [
      { head: 'Page that could not be measured', cell: ({ url }) => urlLink(url) },
      { head: 'Why', cell: ({ message }) => long(message) },
    ],
    failed,
    'Pages that could not be measured',
  )
}

function notMeasured({ groups }: PageSpeedSample): Html | null {
  const missed = groups.filter(({ measured }) => measured.length === 0)
  if (missed.length === 0) return null
  const shown = missed.slice(0, MAX_GROUPS)
  return html`${dataTable(
    [
      { head: 'Template without a measurement', cell: ({ name }) => crawledCode(name) },
      { head: 'Pages', isNumber: true, cell: ({ pages }) => number(pages) },
      { head: 'Such as', cell: ({ exampleUrl }) => urlLink(exampleUrl) },
    ],
    shown,
    'Templates without a measurement',
  )}${andMore(missed.length, shown.length)}`
}
