/** Names and values in two columns, one under the other at phone width. */
import type { ReactNode } from 'react'

export interface Fact {
  name: string
  value: ReactNode
}

/** Facts that are left out, such as `count > 1 && {…}`, take no room. */
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
