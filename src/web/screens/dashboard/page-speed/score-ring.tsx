/** Scores and their ratings (Good, Needs Improvement, Poor). */

import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react'
import { type SpeedBand, scoreBand } from '#shared/page-speed.ts'
import { Badge, type BadgeTone } from '../../../components/badge.tsx'

interface RingProps {
  /** null without a score. */
  score: number | null
  /** Grey: the score says little. */
  isMuted?: boolean | undefined
  /** Its size, and that of the number. */
  className: string
}

const RADIUS = 44
const STROKE_WIDTH = 9

/** A score of 0 to 100 as a ring around its number. */
export function Ring({ score, isMuted = false, className }: RingProps) {
  return (
    <div className={clsx('relative', className)}>
      <svg viewBox="-50 -50 100 100" className="size-full -rotate-90" aria-hidden>
        <circle r={RADIUS} fill="none" strokeWidth={STROKE_WIDTH} className="stroke-line" />
        {score !== null && score > 0 && (
          <circle
            r={RADIUS}
            fill="none"
            strokeWidth={STROKE_WIDTH}
            strokeLinecap="round"
            pathLength={100}
            // A round end reaches over its length; a full ring has none.
            strokeDasharray={score >= 100 ? undefined : `${score} 100`}
            className={isMuted ? 'stroke-line-strong' : bandLooks[scoreBand(score)].stroke}
          />
        )}
      </svg>
      <span className="figures absolute inset-0 grid place-content-center font-semibold tracking-tight">
        {score ?? '–'}
        <span className="sr-only">{score === null ? 'no score' : ' of 100'}</span>
      </span>
    </div>
  )
}

interface ScoreRingProps extends Pick<RingProps, 'score'> {
  label: string
  isLarge?: boolean | undefined
}

/** A ring with its name and rating. */
export function ScoreRing({ label, score, isLarge = false }: ScoreRingProps) {
  return (
    <div className="flex flex-col items-center gap-2 text-center">
      <Ring score={score} className={isLarge ? 'size-36 text-4xl' : 'size-24 text-2xl'} />
      <p className="font-medium text-sm">{label}</p>
      {score === null ? (
        <span className="text-ink-muted text-xs leading-5.5">No score</span>
      ) : (
        <SpeedBadge band={scoreBand(score)} />
      )}
    </div>
  )
}

interface BandLook {
  icon: LucideIcon
  tone: BadgeTone
  text: string
  /** Classes of rings and bars. */
  stroke: string
  fill: string
}

/** A rating is never colour alone: icon, text and colour. */
export const bandLooks: Record<SpeedBand, BandLook> = {
  Good: {
    icon: CircleCheck,
    tone: 'success',
    text: 'text-success',
    stroke: 'stroke-chart-green',
    fill: 'bg-chart-green',
  },
  'Needs Improvement': {
    icon: TriangleAlert,
    tone: 'warning',
    text: 'text-warning',
    stroke: 'stroke-chart-amber',
    fill: 'bg-chart-amber',
  },
  Poor: { icon: CircleAlert, tone: 'error', text: 'text-error', stroke: 'stroke-chart-red', fill: 'bg-chart-red' },
}

export function SpeedBadge({ band }: { band: SpeedBand }) {
  const { icon: Icon, tone } = bandLooks[band]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {band}
    </Badge>
  )
}
