/** A row of buttons, one of which is pressed: few choices with their counts. It scrolls inside itself where it is too wide. */
import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { formatNumber } from './format.ts'

export interface Segment {
  value: string
  label: string
  /** How many rows it shows; absent where that is not known. */
  count?: number | undefined
  icon?: LucideIcon | undefined
}

interface SegmentsProps {
  /** Accessible name of the group. */
  label: string
  segments: readonly Segment[]
  value: string
  onValue: (value: string) => void
}

export function Segments({ label, segments, value, onValue }: SegmentsProps) {
  return (
    <fieldset className="flex h-10 min-w-0 overflow-x-auto rounded-control border border-line-strong bg-surface p-0.5 max-md:w-full">
      <legend className="sr-only">{label}</legend>
      {segments.map(({ icon: Icon, ...segment }) => {
        const isChosen = segment.value === value
        return (
          <button
            key={segment.value}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onValue(segment.value)}
            className={clsx(
              'inline-flex items-center gap-1.5 rounded-md px-2.5 font-medium text-[0.8125rem] whitespace-nowrap max-md:grow max-md:justify-center',
              isChosen ? 'bg-accent-soft text-accent' : 'text-ink-muted hover:bg-sunken hover:text-ink',
            )}
          >
            {Icon && <Icon aria-hidden className="size-3.5" />}
            {segment.label}
            {segment.count !== undefined && <span className="figures">{formatNumber(segment.count)}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}
