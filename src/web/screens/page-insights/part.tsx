/** A titled part of the overview. */

import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface PartProps {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

export function Part({ title, aside, className, children }: PartProps) {
  return (
    <section className={clsx('min-w-0', className)}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold text-[0.9375rem]">{title}</h3>
        {aside && <span className="figures text-ink-muted text-sm">{aside}</span>}
      </div>
      {children}
    </section>
  )
}
