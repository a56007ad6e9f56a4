/** Says on a list of a running crawl that it still grows; links to the progress on the dashboard. */

import { CirclePause, LoaderCircle } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { hrefTo } from '#shared/routes.ts'
import { formatCount } from './format.ts'

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
