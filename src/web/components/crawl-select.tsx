/** Chooses among the crawls of one website, newest first; the newest is the default and has no parameter in the address. */
/** On lists of a crawl that has not ended: they are still filling. Leads to the progress on the dashboard. */

import { CirclePause, LoaderCircle } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { hrefTo } from '#shared/routes.ts'
import { classNames } from './class-names.ts'
import { formatCount, formatDateTime } from './format.ts'
import { Select } from './select.tsx'
import { Skeleton } from './skeleton.tsx'

interface CrawlSelectProps {
  /** Newest first; undefined while they are on their way. */
  crawls: CrawlResultResponse['crawls'] | undefined
  /** Id as text, '' for the newest. */
  value: string
  onValue: (value: string) => void
  className?: string | undefined
}

/** The same before and after the crawls are known, and while their page counts grow: nothing beside it moves. */
const width = 'w-76 max-w-full'

export function CrawlSelect({ crawls, value, onValue, className }: CrawlSelectProps) {
  if (!crawls) return <Skeleton className={classNames(width, 'h-10 rounded-control', className)} />
  const options = crawls.map((crawl, index) => {
    const started = crawl.startedAt === null ? 'Not started' : formatDateTime(crawl.startedAt)
    return {
      value: index === 0 ? '' : String(crawl.id),
      label: `${started} (${formatCount(crawl.pagesCrawled, 'page')})`,
    }
  })
  const isNewest = crawls[0] !== undefined && String(crawls[0].id) === value
  return (
    <Select
      label="Crawl"
      options={options}
      value={isNewest ? '' : value}
      onValue={onValue}
      className={classNames(width, className)}
    />
  )
}

export function CrawlProgressNote({ crawl }: { crawl: CrawlResultResponse }) {
  const isPaused = crawl.status === 'paused'
  return (
    <a
      href={hrefTo('dashboard', crawl.websiteId)}
      className="figures inline-flex h-10 items-center gap-2 rounded-control bg-accent-soft px-3 text-accent text-sm hover:underline"
    >
      {isPaused ? (
        <CirclePause aria-hidden className="size-4 shrink-0" />
      ) : (
        <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />
      )}
      {isPaused ? 'Crawl paused' : 'Crawl running'}: {formatCount(crawl.pagesCrawled, 'page')}
    </a>
  )
}
