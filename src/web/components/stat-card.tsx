/** Cards with one number of a crawl. */

import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Skeleton } from './fetch-states.tsx'
import { formatNumber } from './format.ts'

interface CardFigureProps {
  label: string
  /** null while loading. */
  value: number | null
  icon: LucideIcon
  /** At the right of the number, below it where there is no room. */
  children?: ReactNode
}

/** A number with its name and icon; within a `group` it reacts to the pointer. */
export function CardFigure({ label, value, icon: Icon, children }: CardFigureProps) {
  return (
    <>
      <span className="flex items-center justify-between gap-2">
        <span className="font-medium text-ink-muted text-sm">{label}</span>
        <Icon aria-hidden className="size-4 shrink-0 text-ink-faint group-hover:text-accent" />
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="figures flex h-9 items-center font-semibold text-2xl tracking-tight group-hover:text-accent">
          {value === null ? <Skeleton className="h-6 w-16" /> : formatNumber(value)}
        </span>
        {children}
      </span>
    </>
  )
}

interface StatCardProps {
  label: string
  /** null while loading. */
  value: number | null
  /** The list behind the number; followed only above zero. */
  href: string
  icon: LucideIcon
  /** Percent against the crawl before; null or zero shows nothing. */
  changePercent?: number | null | undefined
  /** What more of it means: more errors are worse, more pages are neither. */
  meaningOfMore?: 'worse' | 'neutral' | undefined
}

const frame = 'relative block min-w-0 rounded-card border border-line bg-surface px-4 py-3 shadow-card sm:px-5'

/** The number, its change since the last crawl, and above zero a link to the list it counts. */
export function StatCard(props: StatCardProps) {
  const { value, href } = props
  if (value === null || value === 0)
    return (
      <div className={frame}>
        <Content {...props} />
      </div>
    )
  return (
    <a href={href} className={clsx(frame, 'group transition-colors hover:border-accent')}>
      <Content {...props} />
    </a>
  )
}

function Content({ label, value, icon, changePercent, meaningOfMore = 'neutral' }: StatCardProps) {
  return (
    <CardFigure label={label} value={value} icon={icon}>
      {changePercent ? <Change percent={changePercent} meaningOfMore={meaningOfMore} /> : null}
    </CardFigure>
  )
}

function Change({ percent, meaningOfMore }: { percent: number; meaningOfMore: 'worse' | 'neutral' }) {
  const isMore = percent > 0
  const Icon = isMore ? ArrowUp : ArrowDown
  const tone = meaningOfMore === 'neutral' ? 'text-ink' : isMore ? 'text-warning' : 'text-success'
  return (
    <span className="flex flex-wrap items-center gap-x-1 text-ink-muted text-xs leading-5">
      <span className={clsx('figures inline-flex items-center gap-0.5 font-medium', tone)}>
        <Icon aria-hidden className="size-3.5" />
        <span className="sr-only">{isMore ? 'up' : 'down'} </span>
        {formatNumber(Math.abs(percent))}&nbsp;%
      </span>
      from last crawl
    </span>
  )
}
