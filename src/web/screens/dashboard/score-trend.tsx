/** The scores of the last crawls as a line. Each point opens its crawl. */
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { hrefTo } from '#shared/routes.ts'
import { formatCount } from '../../components/format.ts'
import { trendDates, trendPoints } from '../../components/trend-geometry.ts'

interface ScoreTrendProps extends Pick<CrawlResultResponse, 'scores' | 'crawls'> {
  websiteId: number
}

const size = { width: 312, height: 56, margin: 6 }

export function ScoreTrend({ websiteId, scores, crawls }: ScoreTrendProps) {
  if (scores.length < 2)
    return (
      <p className="grid h-18 place-content-center rounded-control bg-sunken px-3 text-center text-ink-muted text-xs">
        The trend appears after the next crawl.
      </p>
    )
  const points = trendPoints(
    scores.map(({ score }) => score),
    size,
  )
  const startTimes = new Map(crawls.map(({ id, startedAt }) => [id, startedAt]))
  const dates = trendDates(scores.map(({ crawlId }) => startTimes.get(crawlId) ?? null))
  const values = scores.map(({ score }) => score).join(', ')
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold the parts of a drawing */}
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="group"
        aria-label={`Score of the last ${scores.length} crawls: ${values}`}
        className="block w-full max-w-lg overflow-visible"
      >
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          strokeWidth={1.75}
          strokeLinejoin="round"
          className="stroke-accent"
        />
        {scores.map(({ crawlId, score }, index) => {
          const { x, y } = points[index] ?? { x: 0, y: 0 }
          const isShown = index === scores.length - 1
          const name = `${dates[index]}: ${score}`
          return (
            <a key={crawlId} href={hrefTo('dashboard', websiteId, { crawl: crawlId })} aria-label={name}>
              <title>{name}</title>
              <circle cx={x} cy={y} r={12} className="fill-transparent" />
              <circle
                cx={x}
                cy={y}
                r={isShown ? 4 : 2.5}
                strokeWidth={1.5}
                className={isShown ? 'fill-accent stroke-accent' : 'fill-surface stroke-accent'}
              />
            </a>
          )
        })}
      </svg>
      <p aria-hidden className="figures flex max-w-lg justify-between text-ink-muted text-xs leading-4">
        <span>{dates[0]}</span>
        <span>{formatCount(scores.length, 'crawl')}</span>
        <span>{dates.at(-1)}</span>
      </p>
    </div>
  )
}
