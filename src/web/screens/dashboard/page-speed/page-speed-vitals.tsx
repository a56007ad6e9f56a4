/** Core Web Vitals and other metrics: lab data of one load, and field data of real visits, side by side. */
import type { FieldMetric, PageSpeed } from '#shared/page-speed.ts'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../components/table.tsx'
import { bandOf, formatVital, thresholdText, vitalRows } from './page-speed-labels.ts'
import { bandLooks, SpeedBadge } from './score-ring.tsx'

interface PageSpeedVitalsProps {
  speed: PageSpeed
  /** Only the most important ones, in rows of the same height for each provider. */
  isShort?: boolean | undefined
}

export function PageSpeedVitals({ speed, isShort = false }: PageSpeedVitalsProps) {
  const { lab, field } = speed
  const rows = vitalRows.filter(row => (isShort ? row.isShort : row.lab !== undefined || field !== null))
  return (
    <div>
      <Table label="Core Web Vitals">
        <TableHead>
          <tr>
            <TableHeaderCell>Core Web Vitals</TableHeaderCell>
            <TableHeaderCell>Lab: one load</TableHeaderCell>
            {field && <TableHeaderCell>Field: real visits</TableHeaderCell>}
          </tr>
        </TableHead>
        <TableBody>
          {rows.map(row => (
            <TableRow key={row.short}>
              <TableCell>
                <span className="font-medium">
                  {row.name} ({row.short})
                </span>
                <span className="block text-ink-muted text-xs leading-4">
                  {[row.isCore && 'Core Web Vital', thresholdText(row)].filter(Boolean).join(': ')}
                </span>
              </TableCell>
              <TableCell label="Lab">
                <Value vital={row.lab} value={row.lab === undefined ? null : lab[row.lab]} />
              </TableCell>
              {field && (
                <TableCell label="Field">
                  <FieldValue
                    vital={row.field}
                    metric={row.field === undefined ? null : field.metrics[row.field]}
                    isShort={isShort}
                  />
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <p className="px-4 pt-3 text-ink-muted text-xs sm:px-5">{fieldText(speed)}</p>
    </div>
  )
}

function Value({ vital, value }: { vital: string | undefined; value: number | null }) {
  if (vital === undefined) return <span className="text-ink-muted">field data only</span>
  if (value === null) return <span className="text-ink-muted">not measured</span>
  const band = bandOf(vital, value)
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      <span className="figures min-w-14 font-medium">{formatVital(vital, value)}</span>
      {band && <SpeedBadge band={band} />}
    </span>
  )
}

interface FieldValueProps {
  vital: string | undefined
  metric: FieldMetric | null
  isShort: boolean
}

function FieldValue({ vital, metric, isShort }: FieldValueProps) {
  if (vital === undefined) return <span className="text-ink-muted">lab data only</span>
  if (!metric) return <span className="text-ink-muted">too few visits</span>
  if (isShort) return <Value vital={vital} value={metric.p75} />
  const { good, needsImprovement, poor } = metric
  const shares = [
    { band: 'Good', share: good },
    { band: 'Needs Improvement', share: needsImprovement },
    { band: 'Poor', share: poor },
  ] as const
  return (
    <span className="inline-block">
      <Value vital={vital} value={metric.p75} />
      <span aria-hidden className="mt-1.5 flex h-1.5 w-40 gap-px overflow-hidden rounded-full">
        {shares.map(({ band, share }) => (
          <span key={band} className={bandLooks[band].fill} style={{ flexGrow: share, flexBasis: 0 }} />
        ))}
      </span>
      <span className="figures mt-1 block text-ink-muted text-xs">
        {percent(good)} good, {percent(needsImprovement)} needs improvement, {percent(poor)} poor
      </span>
    </span>
  )
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}

function fieldText({ field, provider }: PageSpeed): string {
  if (!field)
    return provider === 'google'
      ? 'Google has no field data of this page: too few people visited it with Chrome in the last 28 days.'
      : 'There are no field data: Lighthouse loads the page once, in the lab. Field data of real visits come from Google PageSpeed Insights.'
  const of = field.scope === 'page' ? 'this page' : 'all pages of this origin, because this page has too few visits'
  const assessment =
    field.isPassing === null
      ? 'There are too few field data to assess the Core Web Vitals.'
      : field.isPassing
        ? 'Core Web Vitals assessment: passed.'
        : 'Core Web Vitals assessment: failed.'
  return `${assessment} Field data are the 75th percentile of visits of ${of}, in the last 28 days (Chrome UX Report).`
}
