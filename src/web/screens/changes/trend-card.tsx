/** One figure of the kept crawls as a line, and all of them as a table. Each point opens its crawl; a mark says that settings changed. */
import { useQuery } from '@tanstack/react-query'
import { type TrendResponse, trendEndpoints } from '#shared/api/trend.ts'
import { hrefTo } from '#shared/routes.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { startTimes } from '../../components/crawl-labels.ts'
import { FetchErrorState, Skeleton } from '../../components/fetch-states.tsx'
import { formatNumber } from '../../components/format.ts'
import { numberLinkLook } from '../../components/number-link.tsx'
import { Select } from '../../components/select.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { trendDates, trendPoints } from '../../components/trend-geometry.ts'
import { callApi } from '../../queries/api-client.ts'
import { useUrlState } from '../../state/url-state.ts'

type TrendCrawl = TrendResponse['crawls'][number]

const figures: Record<string, { label: string; of: (crawl: TrendCrawl) => number }> = {
  score: { label: 'Score', of: ({ score }) => score },
  pages: { label: 'Pages', of: ({ pages }) => pages },
  indexable: { label: 'Indexable pages', of: ({ indexablePages }) => indexablePages },
  errors: { label: 'Errors', of: ({ issues }) => issues.error },
  warnings: { label: 'Warnings', of: ({ issues }) => issues.warning },
  infos: { label: 'Infos', of: ({ issues }) => issues.info },
}

const urlDefaults = { trend: 'score' }
const size = { width: 640, height: 140, margin: 10 }

export function TrendCard({ websiteId }: { websiteId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['issues', websiteId, 'trend'],
    queryFn: ({ signal }) => callApi(trendEndpoints.crawlTrend, { id: websiteId, signal }),
  })
  return (
    <Card aria-label="Trend">
      {!data && error ? (
        <FetchErrorState what="Failed to fetch the trend" error={error} onRetry={() => void refetch()} />
      ) : (
        <Trend websiteId={websiteId} crawls={data?.crawls} />
      )}
    </Card>
  )
}

function Trend({ websiteId, crawls }: { websiteId: number; crawls: TrendCrawl[] | undefined }) {
  const [{ trend }, change] = useUrlState(urlDefaults)
  const subjects = [...new Set((crawls ?? []).flatMap(crawl => crawl.subjects.map(({ subject }) => subject)))]
  const figure = (Object.hasOwn(figures, trend) ? figures[trend] : undefined) ?? {
    label: trend,
    of: (crawl: TrendCrawl) => crawl.subjects.find(({ subject }) => subject === trend)?.issues ?? 0,
  }
  return (
    <>
      <CardHeader>
        <CardTitle>Trend</CardTitle>
        <Select
          label="Figure"
          options={[
            ...Object.entries(figures).map(([value, { label }]) => ({ value, label })),
            ...subjects.map(subject => ({ value: subject, label: `Issues: ${subject}` })),
          ]}
          value={trend}
          onValue={value => change({ trend: value })}
          className="w-60 max-sm:w-full"
        />
      </CardHeader>
      <CardContent className="min-h-72">
        {!crawls && <Skeleton className="h-60" />}
        {crawls && crawls.length < 2 && (
          <p className="text-ink-muted text-sm">The trend appears after the next crawl.</p>
        )}
        {crawls && crawls.length > 1 && (
          <>
            <Line websiteId={websiteId} crawls={crawls} label={figure.label} values={crawls.map(figure.of)} />
            <Crawls websiteId={websiteId} crawls={crawls.toReversed()} />
          </>
        )}
      </CardContent>
    </>
  )
}

interface LineProps {
  websiteId: number
  crawls: readonly TrendCrawl[]
  label: string
  values: readonly number[]
}

function Line({ websiteId, crawls, label, values }: LineProps) {
  const points = trendPoints(values, size)
  const dates = trendDates(crawls.map(({ startedAt }) => startedAt))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold the parts of a drawing
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="group"
      aria-label={`${label} of the last ${crawls.length} crawls: ${values.join(', ')}`}
      className="mb-4 block w-full overflow-visible"
    >
      {crawls.map(({ crawlId, changedSettings }, index) => {
        const x = points[index]?.x ?? 0
        return changedSettings.length === 0 ? null : (
          <line key={crawlId} x1={x} x2={x} y1={0} y2={size.height} strokeDasharray="3 3" className="stroke-warning">
            <title>Settings changed: {changedSettings.join(', ')}</title>
          </line>
        )
      })}
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        strokeWidth={1.75}
        strokeLinejoin="round"
        className="stroke-accent"
      />
      {crawls.map(({ crawlId }, index) => {
        const { x, y } = points[index] ?? { x: 0, y: 0 }
        const name = `${dates[index]}: ${formatNumber(values[index] ?? 0)}`
        return (
          <a key={crawlId} href={hrefTo('dashboard', websiteId, { crawl: crawlId })} aria-label={name}>
            <title>{name}</title>
            <circle cx={x} cy={y} r={12} className="fill-transparent" />
            <circle cx={x} cy={y} r={3} strokeWidth={1.5} className="fill-surface stroke-accent" />
          </a>
        )
      })}
    </svg>
  )
}

const columns = Object.entries(figures)

function Crawls({ websiteId, crawls }: { websiteId: number; crawls: readonly TrendCrawl[] }) {
  const starts = startTimes(crawls)
  return (
    <Table label="Figures of the kept crawls" narrow="scroll">
      <TableHead>
        <TableRow>
          <TableHeaderCell>Crawl</TableHeaderCell>
          {columns.map(([name, { label }]) => (
            <TableHeaderCell key={name} className="text-right">
              {label}
            </TableHeaderCell>
          ))}
          <TableHeaderCell>Settings that changed</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {crawls.map((crawl, index) => (
          <TableRow key={crawl.crawlId}>
            <TableCell className="whitespace-nowrap">
              <a href={hrefTo('dashboard', websiteId, { crawl: crawl.crawlId })} className={numberLinkLook}>
                {starts[index]}
              </a>
            </TableCell>
            {columns.map(([name, { of }]) => (
              <TableCell key={name} className="text-right">
                <span className="figures">{formatNumber(of(crawl))}</span>
              </TableCell>
            ))}
            <TableCell>{crawl.changedSettings.join(', ') || <span className="text-ink-muted">–</span>}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
