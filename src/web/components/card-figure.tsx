/** A number with its name and icon, as the cards of counts show it; within a `group` it answers to the pointer. */
import type { LucideIcon } from 'lucide-react'
import { formatNumber } from './format.ts'
import { Skeleton } from './skeleton.tsx'

interface CardFigureProps {
  label: string
  /** null while it is not known yet. */
  value: number | null
  icon: LucideIcon
}

export function CardFigure({ label, value, icon: Icon }: CardFigureProps) {
  return (
    <>
      <span className="flex items-center justify-between gap-2">
        <span className="font-medium text-ink-muted text-sm">{label}</span>
        <Icon aria-hidden className="size-4 shrink-0 text-ink-faint group-hover:text-accent" />
      </span>
      <span className="figures mt-1 flex h-9 items-center font-semibold text-2xl tracking-tight group-hover:text-accent">
        {value === null ? <Skeleton className="h-6 w-16" /> : formatNumber(value)}
      </span>
    </>
  )
}
