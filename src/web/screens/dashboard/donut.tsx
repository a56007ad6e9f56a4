/**
 * A donut chart with its total in the middle. Hovering a slice, or focusing its entry in the legend, shows its count and name there. The
 * legend has all data as text, so the ring itself is hidden from screen readers.
 */

import { clsx } from 'clsx'
import { useState } from 'react'
import { formatNumber } from '../../components/format.ts'
import { donutSlices, slicePath } from './donut-geometry.ts'

type DonutColour = 'red' | 'amber' | 'green' | 'blue' | 'purple'

interface DonutEntry {
  name: string
  count: number
  colour: DonutColour
  /** URL of the rows it counts; linked only above zero. */
  href: string
}

interface DonutProps {
  entries: readonly DonutEntry[]
  /** Under the total in the middle. */
  totalLabel: string
}

const colours: Record<DonutColour, { fill: string; dot: string }> = {
  red: { fill: 'fill-chart-red', dot: 'bg-chart-red' },
  amber: { fill: 'fill-chart-amber', dot: 'bg-chart-amber' },
  green: { fill: 'fill-chart-green', dot: 'bg-chart-green' },
  blue: { fill: 'fill-chart-blue', dot: 'bg-chart-blue' },
  purple: { fill: 'fill-chart-purple', dot: 'bg-chart-purple' },
}

const size = { outerRadius: 98, innerRadius: 66 }

export function Donut({ entries, totalLabel }: DonutProps) {
  const [activeIndex, setActiveIndex] = useState<number | null>(null)
  const total = entries.reduce((sum, entry) => sum + entry.count, 0)
  const active = activeIndex === null ? undefined : entries[activeIndex]
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-8 gap-y-5">
      <div aria-hidden className="relative size-52 shrink-0">
        <Ring entries={entries} activeIndex={activeIndex} onActive={setActiveIndex} />
        <div className="pointer-events-none absolute inset-0 grid place-content-center text-center">
          <span className="figures font-semibold text-3xl leading-9 tracking-tight">
            {formatNumber(active?.count ?? total)}
          </span>
          <span className="text-ink-muted text-sm">{active?.name ?? totalLabel}</span>
        </div>
      </div>
      <div className="min-w-44">
        <p className="sr-only">
          {formatNumber(total)} {totalLabel}
        </p>
        <ul className="space-y-0.5">
          {entries.map((entry, index) => (
            <li
              key={entry.name}
              onPointerEnter={() => setActiveIndex(entry.count > 0 ? index : null)}
              onPointerLeave={() => setActiveIndex(null)}
              onFocus={() => setActiveIndex(index)}
              onBlur={() => setActiveIndex(null)}
            >
              <LegendEntry entry={entry} isActive={index === activeIndex} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

interface RingProps {
  entries: readonly DonutEntry[]
  activeIndex: number | null
  onActive: (index: number | null) => void
}

function Ring({ entries, activeIndex, onActive }: RingProps) {
  const slices = donutSlices(entries.map(entry => entry.count))
  return (
    <svg viewBox="-100 -100 200 200" className="size-full">
      <title>Issue distribution</title>
      {slices.length === 0 && (
        <path d={slicePath({ from: 0, to: 2 * Math.PI }, size)} className="fill-line" fillRule="evenodd" />
      )}
      {slices.map(slice => {
        const entry = entries[slice.index]
        return (
          entry && (
            // The legend has the same link for the keyboard; this one is for the pointer only.
            <a key={entry.name} href={entry.href} tabIndex={-1}>
              <path
                d={slicePath(slice, size)}
                fillRule="evenodd"
                className={clsx(
                  'stroke-2 stroke-surface transition-opacity',
                  colours[entry.colour].fill,
                  activeIndex !== null && activeIndex !== slice.index && 'opacity-35',
                )}
                onPointerEnter={() => onActive(slice.index)}
                onPointerLeave={() => onActive(null)}
              />
            </a>
          )
        )
      })}
    </svg>
  )
}

function LegendEntry({ entry, isActive }: { entry: DonutEntry; isActive: boolean }) {
  const text = (
    <>
      <span aria-hidden className={clsx('size-3 shrink-0 rounded-[3px]', colours[entry.colour].dot)} />
      <span className="figures">
        {entry.name} ({formatNumber(entry.count)})
      </span>
    </>
  )
  const look = 'flex items-center gap-2.5 rounded-control px-2 py-1 text-sm'
  if (entry.count === 0) return <span className={clsx(look, 'text-ink-muted')}>{text}</span>
  return (
    <a href={entry.href} className={clsx(look, 'hover:bg-sunken', isActive && 'bg-sunken')}>
      {text}
    </a>
  )
}
