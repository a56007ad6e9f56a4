/** Whether a speed is good: icon, word and colour, the same three everywhere. */
import { CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { SpeedBand } from '#shared/page-speed.ts'
import { Badge, type BadgeTone } from '../../../components/badge.tsx'

interface BandLook {
  icon: LucideIcon
  tone: BadgeTone
  text: string
  /** Of rings and bars. */
  stroke: string
  fill: string
}

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
