/** How much of the storage all crawls together take, as a number, in words and as a bar. */

import { clsx } from 'clsx'
import type { OperationsResponse } from '#shared/api/operations.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { formatBytes } from './format-bytes.ts'
import { type StorageUse, storageUse } from './storage-use.ts'

const colours: Record<StorageUse['state'], string> = {
  free: 'bg-accent',
  'nearly-full': 'bg-chart-amber',
  full: 'bg-chart-red',
}
const words: Record<StorageUse['state'], string> = {
  free: '',
  'nearly-full': 'Nearly full',
  full: 'Full: no crawl is started, and those that run end early',
}

export function StorageFigure({ storage }: { storage: OperationsResponse['storage'] | undefined }) {
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
            {words[use.state]}
          </p>
          <meter
            className="sr-only"
            aria-label="Storage in use"
            aria-valuetext={[`${use.percent}%`, words[use.state]].filter(Boolean).join(', ')}
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
