/** Titled parts of the overview, and their facts. */

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

interface Fact {
  name: string
  value: ReactNode
}

/** Names and values in two columns, stacked at phone width. Skips falsy entries such as `count > 1 && {…}`. */
export function FactsList({ facts }: { facts: readonly (Fact | false | null | undefined)[] }) {
  return (
    <dl className="divide-y divide-line text-sm">
      {facts.map(
        fact =>
          fact && (
            <div key={fact.name} className="gap-4 py-2 sm:grid sm:grid-cols-[9.5rem_minmax(0,1fr)]">
              <dt className="text-ink-muted">{fact.name}</dt>
              <dd className="min-w-0 break-words">{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
