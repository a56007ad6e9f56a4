/** Segments with their figures, each of which links to its pages. */
import type { SegmentFigures } from '#shared/api/segments.ts'
import { hrefTo } from '#shared/routes.ts'
import { conditionsOf } from '#shared/segments.ts'
import { conditionsText } from '../../components/filter-chips.tsx'
import { formatCount } from '../../components/format.ts'
import { NumberLink, numberLinkLook } from '../../components/number-link.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { trendDates, trendPoints } from '../../components/trend-geometry.ts'

interface SegmentTableProps {
  segments: readonly SegmentFigures[]
  websiteId: number
  crawlText: string
}

export function SegmentTable({ segments, websiteId, crawlText }: SegmentTableProps) {
  const pagesHref = (segment: string, filters?: string) =>
    hrefTo('pages-list', websiteId, { segment, filters, crawl: crawlText })
  return (
    <Table label="Segments">
      <TableHead>
        <TableRow>
          <TableHeaderCell>Segment</TableHeaderCell>
          <TableHeaderCell className="md:text-right">Score</TableHeaderCell>
          <TableHeaderCell>Trend</TableHeaderCell>
          <TableHeaderCell className="md:text-right">Pages</TableHeaderCell>
          <TableHeaderCell className="md:text-right">With errors</TableHeaderCell>
          <TableHeaderCell className="md:text-right">With warnings</TableHeaderCell>
          <TableHeaderCell>What weighs most</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {segments.map(segment => (
          <TableRow key={segment.name}>
            <TableCell className="min-w-44 [overflow-wrap:anywhere]">
              <a href={pagesHref(segment.name)} className={`font-medium ${numberLinkLook}`}>
                {segment.name}
              </a>
              <span className="block text-ink-muted text-xs leading-5">{conditionsText(conditionsOf(segment))}</span>
            </TableCell>
            <TableCell label="Score" className="figures font-semibold md:text-right">
              {segment.score ?? <span className="font-normal text-ink-muted">–</span>}
            </TableCell>
            <TableCell label="Trend">
              <Trend trend={segment.trend} />
            </TableCell>
            <TableCell label="Pages" className="md:text-right">
              <NumberLink value={segment.pages} href={pagesHref(segment.name)} label={`pages in ${segment.name}`} />
            </TableCell>
            <TableCell label="With errors" className="md:text-right">
              <NumberLink
                value={segment.withErrors}
                href={pagesHref(segment.name, 'errors:over:0')}
                label={`pages with errors in ${segment.name}`}
                className={segment.withErrors > 0 ? 'text-error' : ''}
              />
            </TableCell>
            <TableCell label="With warnings" className="md:text-right">
              <NumberLink
                value={segment.withWarnings}
                href={pagesHref(segment.name, 'warnings:over:0')}
                label={`pages with warnings in ${segment.name}`}
                className={segment.withWarnings > 0 ? 'text-warning' : ''}
              />
            </TableCell>
            <TableCell label="What weighs most">
              <Checks segment={segment} {...{ websiteId, crawlText }} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

interface ChecksProps {
  segment: Pick<SegmentFigures, 'name' | 'checks'>
  websiteId: number
  crawlText: string
}

function Checks({ segment: { name, checks }, websiteId, crawlText }: ChecksProps) {
  if (checks.length === 0) return <span className="text-ink-muted">–</span>
  return (
    <ul className="space-y-0.5">
      {checks.map(({ checkId, title, issueCount }) => (
        <li key={checkId}>
          <a
            href={hrefTo('issues-by-check', websiteId, { segment: name, check: checkId, crawl: crawlText })}
            className={numberLinkLook}
          >
            {title}
          </a>{' '}
          <span className="figures text-ink-muted">{formatCount(issueCount, 'issue')}</span>
        </li>
      ))}
    </ul>
  )
}

const size = { width: 96, height: 28, margin: 3 }

/** The scores of the last crawls as a line; each of them is in its name. */
function Trend({ trend }: Pick<SegmentFigures, 'trend'>) {
  const scored = trend.flatMap(({ score, startedAt }) => (score === null ? [] : [{ score, startedAt }]))
  if (scored.length < 2) return <span className="text-ink-muted">–</span>
  const scores = scored.map(({ score }) => score)
  const dates = trendDates(scored.map(({ startedAt }) => startedAt))
  const points = trendPoints(scores, size)
  const last = points.at(-1)
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={`Scores: ${scores.map((score, index) => `${dates[index]} ${score}`).join(', ')}`}
      className="block h-7 w-24"
    >
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        strokeWidth={1.75}
        strokeLinejoin="round"
        className="stroke-accent"
      />
      {last && <circle cx={last.x} cy={last.y} r={2.5} className="fill-accent" />}
    </svg>
  )
}
