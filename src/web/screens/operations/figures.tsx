/** The figures of the server: counts, storage in use, and when they were fetched. */

import { clsx } from 'clsx'
import { TriangleAlert } from 'lucide-react'
import type { OperationsResponse } from '#shared/api/operations.ts'
import { hrefTo } from '#shared/routes.ts'
import { Skeleton } from '../../components/fetch-states.tsx'
import { formatNumber } from '../../components/format.ts'
import { serverMessage } from '../../queries/api-client.ts'
import { formatBytes, type StorageUse, storageUse } from './operator-view.ts'

/** Counts that link to the rows they count, and the storage in use. */
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
  /** undefined while loading. */
  value: number | undefined
  /** URL of the rows it counts; linked only above zero. */
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

const timeOfDay = new Intl.DateTimeFormat('en', { timeStyle: 'medium' })

interface FiguresNoteProps {
  /** Epoch milliseconds. */
  atMs: number
  /** Of the latest refresh; null when it succeeded. */
  error: Error | null
}

/** When the figures were fetched, and why they could not be refreshed since. */
export function FiguresNote({ atMs, error }: FiguresNoteProps) {
  const at = new Date(atMs)
  return (
    <div className="figures text-sm sm:text-right">
      <p className="text-ink-muted">
        Figures from <time dateTime={at.toISOString()}>{timeOfDay.format(at)}</time>
      </p>
      <p role="status" className="text-warning">
        {error && (
          <>
            <TriangleAlert aria-hidden className="mr-1 inline size-3.5 align-[-0.125em]" />
            Not refreshed since: {serverMessage(error) ?? 'the server does not respond'}. Trying again.
          </>
        )}
      </p>
    </div>
  )
}

const colours: Record<StorageUse['state'], string> = {
  free: 'bg-accent',
  'nearly-full': 'bg-chart-amber',
  full: 'bg-chart-red',
}
const labels: Record<StorageUse['state'], string> = {
  free: '',
  'nearly-full': 'Nearly full',
  full: 'Full: no new crawl starts, and running crawls end early',
}

function StorageFigure({ storage }: { storage: OperationsResponse['storage'] | undefined }) {
  return (
    <section
      aria-label="Storage"
      className="flex min-h-32 flex-col rounded-card border border-line bg-surface px-4 py-3 shadow-card"
    >
      <h2 className="font-medium text-ink-muted text-sm">Storage</h2>
      {storage ? <Use {...storage} /> : <Skeleton className="mt-2 h-5 w-40" />}
    </section>
  )
}

function Use({ usedBytes, quotaBytes }: OperationsResponse['storage']) {
  const use = storageUse({ usedBytes, quotaBytes })
  return (
    <>
      <p className="figures mt-0.5 flex min-h-8 flex-wrap items-baseline gap-x-1.5">
        <span className="font-semibold text-xl tracking-tight">{formatBytes(usedBytes)}</span>
        <span className="text-ink-muted text-sm">
          {use === null || quotaBytes === null
            ? 'in use'
            : `of ${formatBytes(quotaBytes)} (${use.percent === 0 ? 'under 1' : use.percent}%)`}
        </span>
      </p>
      {use && (
        <>
          <p className={clsx('min-h-5 text-xs leading-5', use.state === 'full' ? 'text-error' : 'text-warning')}>
            {labels[use.state]}
          </p>
          <meter
            className="sr-only"
            aria-label="Storage in use"
            aria-valuetext={[`${use.percent}%`, labels[use.state]].filter(Boolean).join(', ')}
            min={0}
            max={100}
            value={use.percent}
          />
          <div aria-hidden className="mt-auto mb-1 h-2 shrink-0 overflow-hidden rounded-full bg-line">
            <div
              className={clsx('h-full origin-left rounded-full', colours[use.state])}
              style={{ transform: `scaleX(${use.percent / 100})` }}
            />
          </div>
        </>
      )}
    </>
  )
}
