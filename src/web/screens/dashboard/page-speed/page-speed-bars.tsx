/** The four scores as bars, each with its number and its band in words. */
import { type PageSpeed, scoreBand } from '#shared/page-speed.ts'
import { classNames } from '../../../components/class-names.ts'
import { lighthouseScores } from './page-speed-scores.ts'
import { bandLooks } from './speed-band.tsx'

export function PageSpeedBars({ speed }: { speed: PageSpeed }) {
  return (
    <ul className="grid gap-4">
      {lighthouseScores.map(({ key, name }) => (
        <ScoreBar key={key} name={name} score={speed[key]} />
      ))}
    </ul>
  )
}

function ScoreBar({ name, score }: { name: string; score: number | null }) {
  const band = score === null ? null : scoreBand(score)
  const look = band && bandLooks[band]
  const Icon = look?.icon
  return (
    <li>
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-sm">
        <span className="font-medium">{name}</span>
        <span className="flex items-center gap-2">
          <span className={classNames('inline-flex items-center gap-1 text-xs', look?.text ?? 'text-ink-muted')}>
            {Icon && <Icon aria-hidden className="size-3.5" />}
            {band ?? 'No score'}
          </span>
          <span className="figures w-7 text-right font-semibold">{score ?? '–'}</span>
        </span>
      </div>
      <div aria-hidden className="h-2 overflow-hidden rounded-full bg-line">
        <div
          className={classNames('h-full origin-left', look?.fill)}
          style={{ transform: `scaleX(${(score ?? 0) / 100})` }}
        />
      </div>
    </li>
  )
}
