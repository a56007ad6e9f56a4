/** Shown instead of an empty list of issues: the crawl is running, it fetched no page, or there are none. */
import { CircleCheckBig, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { CrawledText } from '../components/crawled-text.tsx'
import { EmptyState } from '../components/states.tsx'
import { isCrawlActive } from '../queries/crawls.ts'

interface NoIssuesProps {
  /** undefined while loading. */
  crawl: CrawlResultResponse | undefined
  title?: string
  whileRunning?: string
  whenNone?: ReactNode
  icon?: LucideIcon
}

export function NoIssues({
  crawl,
  title = 'No issues found',
  whileRunning = 'The crawl is running. Issues appear here as they are found.',
  whenNone,
  icon = CircleCheckBig,
}: NoIssuesProps) {
  if (!crawl) return <EmptyState title={title} />
  if (isCrawlActive(crawl)) return <EmptyState title={title} description={whileRunning} />
  if (crawl.pagesCrawled === 0)
    return (
      <EmptyState
        title={title}
        description={
          <span className="break-words">
            No page was fetched, so nothing was checked. <CrawledText text={crawl.endSentence} />
          </span>
        }
      />
    )
  return (
    <EmptyState
      icon={icon}
      title={title}
      description={
        whenNone ?? (
          <span className="break-words">
            No issues were detected for <CrawledText text={crawl.url} dir="ltr" />
          </span>
        )
      }
    />
  )
}
