import { cutEnd, cutMiddle, terminalText } from '#report/terminal-text.ts'
import {
  type FieldMetric,
  type Opportunity,
  type PageSpeed,
  scoreBand,
  type Vital,
  vitalBand,
} from '#shared/page-speed.ts'

const MAX_OPPORTUNITIES = 10
const MAX_ITEMS = 3
const LABEL_WIDTH = 26

/** A measurement as a terminal shows it; everything that comes from the page is made harmless. */
export function pageSpeedText(measured: PageSpeed, { width }: { width: number }): string {
  const sections = [
    head(measured, width),
    ['Scores', ...scores(measured)],
    [`Lab data (one load, simulated ${measured.device})`, ...lab(measured)],
    fieldSection(measured),
    opportunitySection(measured, width),
    measured.warnings.length === 0 ? [] : ['Warnings', ...measured.warnings.map(each => `  ${terminalText(each)}`)],
  ]
  const shown = sections.filter(lines => lines.length > 0)
  return `${shown.map(lines => lines.join('\n')).join('\n\n')}\n`
}

function head(measured: PageSpeed, width: number): string[] {
  const { url, finalUrl, runCount } = measured
  const runs = runCount === 1 ? 'one run' : `the median of ${runCount} runs`
  const who = measured.provider === 'google' ? 'Google PageSpeed Insights' : 'Lighthouse on this machine'
  const browser = measured.browserVersion === null ? '' : `, Chromium ${measured.browserVersion}`
  return [
    cutMiddle(terminalText(url), width),
    ...(finalUrl === url ? [] : [cutMiddle(`led to ${terminalText(finalUrl)}`, width)]),
    `Measured as ${measured.device} by ${who}, ${runs}, on ${measured.measuredAt}`,
    `Lighthouse ${terminalText(measured.lighthouseVersion)}${browser}`,
  ]
}

function scores({ overall, performance, accessibility, bestPractices, seo }: PageSpeed): string[] {
  const rows: [string, number | null][] = [
    ['Overall', overall],
    ['Performance', performance],
    ['Accessibility', accessibility],
    ['Best practices', bestPractices],
    ['SEO', seo],
  ]
  return rows.map(([name, score]) =>
    row(name, score === null ? 'not measured' : pad(score), score === null ? '' : scoreBand(score)),
  )
}

function lab({ lab: of, totalBytes }: PageSpeed): string[] {
  const rows: [name: string, value: number | null, vital: Vital | null][] = [
    ['Largest Contentful Paint', of.lcpMs, 'lcpMs'],
    ['Total Blocking Time', of.tbtMs, 'tbtMs'],
    ['Cumulative Layout Shift', of.cls, 'cls'],
    ['First Contentful Paint', of.fcpMs, 'fcpMs'],
    ['Time to First Byte', of.ttfbMs, 'ttfbMs'],
    ['Speed Index', of.speedIndexMs, null],
  ]
  return [
    ...rows.map(([name, value, vital]) => {
      if (value === null) return row(name, 'not measured', '')
      return row(name, vital === 'cls' ? unitless(value) : time(value), vital === null ? '' : vitalBand(vital, value))
    }),
    ...(totalBytes === null ? [] : [row('Transferred', bytes(totalBytes), '')]),
  ]
}

function fieldSection({ field }: PageSpeed): string[] {
  if (!field) return ['Field data', '  None: too few real visits of this URL are reported.']
  const rows: [name: string, metric: FieldMetric, vital: Vital][] = [
    ['Largest Contentful Paint', field.metrics.lcpMs, 'lcpMs'],
    ['Interaction to Next Paint', field.metrics.inpMs, 'inpMs'],
    ['Cumulative Layout Shift', field.metrics.cls, 'cls'],
    ['First Contentful Paint', field.metrics.fcpMs, 'fcpMs'],
    ['Time to First Byte', field.metrics.ttfbMs, 'ttfbMs'],
  ]
  const words = { page: 'this page', origin: 'all pages of this site' }[field.scope]
  const assessment = { true: 'passed', false: 'not passed', null: 'not enough data' }[String(field.isPassing)]
  return [
    `Field data (real visits of ${words} in 28 days, 75th percentile)`,
    row('Core Web Vitals', assessment ?? '', ''),
    ...rows.flatMap(([name, metric, vital]) =>
      metric === null
        ? []
        : [row(name, vital === 'cls' ? unitless(metric.p75) : time(metric.p75), vitalBand(vital, metric.p75))],
    ),
  ]
}

function opportunitySection({ opportunities }: PageSpeed, width: number): string[] {
  if (opportunities.length === 0) return ['Opportunities', '  None.']
  const shown = opportunities.slice(0, MAX_OPPORTUNITIES)
  const left = opportunities.length - shown.length
  return [
    'Opportunities',
    ...shown.flatMap(each => opportunityLines(each, width)),
    ...(left > 0 ? [`  and ${left} more: --format json has them all`] : []),
  ]
}

function opportunityLines({ title, savingsMs, savingsBytes, items }: Opportunity, width: number): string[] {
  const savings = [savingsMs === null ? [] : time(savingsMs), savingsBytes === null ? [] : bytes(savingsBytes)].flat()
  const saves = savings.length === 0 ? '' : ` (saves ${savings.join(', ')})`
  return [
    `  ${cutEnd(`${terminalText(title)}${saves}`, width - 2)}`,
    ...items.slice(0, MAX_ITEMS).map(({ url }) => `    ${cutMiddle(terminalText(url), width - 4)}`),
  ]
}

function row(name: string, value: string, band: string): string {
  return `  ${name.padEnd(LABEL_WIDTH)}${value.padStart(9)}${band === '' ? '' : `  ${band}`}`
}

function pad(score: number): string {
  return String(score).padStart(3)
}

function unitless(value: number): string {
  return value.toFixed(3)
}

function time(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

function bytes(count: number): string {
  return count < 1_024 * 1_024 ? `${(count / 1_024).toFixed(1)} KB` : `${(count / 1_024 / 1_024).toFixed(1)} MB`
}
