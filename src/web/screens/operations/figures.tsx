/** The server in numbers; each one leads to the rows it counts, where there are any to show. */
import type { OperationsResponse } from '#shared/api/operations.ts'
import { hrefTo } from '#shared/routes.ts'
import { formatNumber } from '../../components/format.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { StorageFigure } from './storage-figure.tsx'

export function Figures({ operations }: { operations: OperationsResponse | undefined }) {
  const counts = operations?.counts
  return (
    <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4" aria-label="Figures">
        <Figure label="Running" value={operations?.runningCount} href="#running" />
        <Figure label="Waiting" value={operations?.waitingCount} href="#waiting" />
        <Figure label="Crawls" value={counts?.crawls} />
        <Figure label="Websites" value={counts?.websites} />
        <Figure label="Visitors" value={counts?.visitors} />
        <Figure label="Users" value={counts?.users} href={hrefTo('users')} />
      </ul>
      <StorageFigure storage={operations?.storage} />
    </div>
  )
}

interface FigureProps {
  label: string
  /** undefined until it is known. */
  value: number | undefined
  /** Where the rows behind the number are; followed only above zero. */
  href?: string
}

const frame = 'block h-full rounded-card border border-line bg-surface px-4 py-3 shadow-card'

function Figure({ label, value, href }: FigureProps) {
  const content = (
    <>
      <span className="block font-medium text-ink-muted text-sm group-hover:text-accent">{label}</span>
      <span className="figures mt-0.5 flex h-8 items-center font-semibold text-xl tracking-tight group-hover:text-accent">
        {value === undefined ? <Skeleton className="h-5 w-14" /> : formatNumber(value)}
      </span>
    </>
  )
  return (
    <li>
      {href === undefined || !value ? (
        <span className={frame}>{content}</span>
      ) : (
        <a href={href} className={`group ${frame} transition-colors hover:border-accent`}>
          {content}
        </a>
      )}
    </li>
  )
}
