/**
 * The frame of a screen that lists issues of one crawl: title, summary, choice of crawl, and the states without a website or crawl. The
 * screen passes the list.
 */

import type { ReactNode } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { idNumber } from '#shared/routes.ts'
import { Card } from '../components/card.tsx'
import { CrawlChoice } from '../components/crawl-choice.tsx'
import { CrawlProgressNote } from '../components/crawl-progress-note.tsx'
import { FetchErrorState, Skeleton } from '../components/fetch-states.tsx'
import { NoWebsite } from '../components/no-website.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { isCrawlActive, useCrawlResult } from '../queries/crawls.ts'
import { useActiveCrawl } from '../queries/websites.ts'
import { useShared } from '../sharing/shown.ts'
import { useUrlState } from '../state/url-state.ts'
import { SuppressedButtons } from './suppressed-buttons.tsx'

export interface IssueScreenCrawl {
  websiteId: number
  /** undefined while loading. */
  crawl: CrawlResultResponse | undefined
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

interface IssueScreenProps {
  title: string
  /** The summary under the title. */
  describe: (crawl: CrawlResultResponse) => ReactNode
  back?: { href: string; label: string } | undefined
  /** Between the head and the list, such as counts. */
  above?: ((crawl: IssueScreenCrawl) => ReactNode) | undefined
  /** Behind the choice of crawl, such as an export. */
  action?: ((crawl: IssueScreenCrawl) => ReactNode) | undefined
  /** Shown when no website has been crawled. */
  empty: ReactNode
  waitingText?: string | undefined
  list: (crawl: IssueScreenCrawl) => ReactNode
  /** The list has cards of its own. */
  hasOwnCards?: boolean | undefined
  /** A card of its own below the list. */
  below?: ((crawl: IssueScreenCrawl) => ReactNode) | undefined
}

const urlDefaults = { crawl: '', page: '1', issue: '' }

export function IssueScreen({ title, describe, back, above, below, action, empty, list, ...rest }: IssueScreenProps) {
  const shared = useShared()
  const { waitingText = 'Loading issues...', hasOwnCards = false } = rest
  const { websiteId, isPending } = useActiveCrawl()
  const [{ crawl: crawlText }, changeUrl] = useUrlState(urlDefaults)
  const { data: crawl, error, refetch } = useCrawlResult(websiteId, idNumber(crawlText))
  const isLoading = !error && (websiteId !== null || isPending)
  return (
    <>
      <PageHeader
        title={title}
        back={back}
        description={
          (crawl || isLoading) && (
            // Two lines on phones: the summary seldom fits on one.
            <div className="max-sm:min-h-10.5">
              {crawl ? describe(crawl) : <Skeleton className="my-0.5 w-80 max-w-full" />}
            </div>
          )
        }
        actions={
          <>
            {crawl && isCrawlActive(crawl) && <CrawlProgressNote crawl={crawl} />}
            {crawl && !shared && <SuppressedButtons crawl={crawl} />}
            <CrawlChoice crawlText={crawlText} onCrawl={value => changeUrl({ crawl: value, page: '1', issue: '' })} />
            {websiteId !== null && (crawl || !error) && action?.({ websiteId, crawl, crawlText })}
          </>
        }
      />
      {websiteId !== null && (crawl || !error) && above?.({ websiteId, crawl, crawlText })}
      {hasOwnCards && websiteId !== null && (crawl || !error) ? (
        list({ websiteId, crawl, crawlText })
      ) : (
        <Card>
          {websiteId === null ? (
            <NoWebsite isPending={isPending} waitingText={waitingText} empty={empty} />
          ) : error && !crawl ? (
            <FetchErrorState what="Failed to fetch crawl results" error={error} onRetry={() => void refetch()} />
          ) : (
            list({ websiteId, crawl, crawlText })
          )}
        </Card>
      )}
      {websiteId !== null && (crawl || !error) && below?.({ websiteId, crawl, crawlText })}
    </>
  )
}
