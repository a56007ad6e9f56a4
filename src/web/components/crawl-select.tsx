/** The choice among the crawls of a website, and the note that the chosen one is still running. */

import { clsx } from 'clsx'
import { CirclePause, LoaderCircle } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { hrefTo } from '#shared/routes.ts'
import { Skeleton } from './fetch-states.tsx'
import { formatCount, formatDateTime } from './format.ts'
import { Select } from './select.tsx'

interface CrawlSelectProps {
  /** Newest first; undefined while loading. */
  crawls: CrawlResultResponse['crawls'] | undefined
  /** Id as text, '' for the newest. */
  value: string
  onValue: (value: string) => void
  className?: string | undefined
}

/** One width before and after the crawls are loaded, so that nothing beside it moves. */
const width = 'w-76 max-w-full'

/** Lists the crawls newest first. The newest is the default and has no parameter in the URL. */
export function CrawlSelect({ crawls, value, onValue, className }: CrawlSelectProps) {
  if (!crawls) return <Skeleton className={clsx(width, 'h-10 rounded-control', className)} />
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
      className={clsx(width, className)}
    />
  )
}

/** Says on a list of a running crawl that it still grows; links to the progress on the dashboard. */
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
