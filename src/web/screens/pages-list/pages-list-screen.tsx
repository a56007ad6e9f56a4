/** "All Crawled Pages": every page of a crawl with its status code, scores and issues. */

import { Globe } from 'lucide-react'
import { idNumber } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CrawlChoice } from '../../components/crawl-choice.tsx'
import { LoadingState, Skeleton } from '../../components/fetch-states.tsx'
import { formatCount } from '../../components/format.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { EmptyState } from '../../components/states.tsx'
import { originOf, UrlText } from '../../components/url-text.tsx'
import { useCrawlResult } from '../../queries/crawls.ts'
import { usePageCounts } from '../../queries/pages.ts'
import { useActiveCrawl } from '../../queries/websites.ts'
import { useUrlState } from '../../state/url-state.ts'
import { PagesTable } from './pages-table.tsx'

const urlDefaults = { crawl: '', page: '1' }
const allPages = [{}]

export function PagesListScreen() {
  const { websiteId, isPending } = useActiveCrawl()
  const [urlState, changeUrl] = useUrlState(urlDefaults)
  const crawlId = idNumber(urlState.crawl)
  const crawl = useCrawlResult(websiteId, crawlId)
  const [pageCount = null] = usePageCounts(websiteId, { crawlId, filters: allPages })
  return (
    <>
      <PageHeader
        title="All Crawled Pages"
        back={{ href: '/', label: 'Back to the start page' }}
        description={
          crawl.isLoading ? (
            <Skeleton className="my-1.5 w-64 max-w-full" />
          ) : (
            crawl.data && (
              <span className="flex min-w-0 items-center gap-x-2">
                <UrlText url={crawl.data.url} />
                {pageCount !== null && <span className="figures shrink-0">{formatCount(pageCount, 'URL')}</span>}
              </span>
            )
          )
        }
        actions={<CrawlChoice crawlText={urlState.crawl} onCrawl={crawl => changeUrl({ crawl, page: '1' })} />}
      />
      {websiteId === null && !isPending ? (
        <Card>
          <EmptyState
            icon={Globe}
            title="No pages found"
            description="No website has been crawled yet."
            action={
              <Button href="/" variant="primary">
                Crawl a website
              </Button>
            }
          />
        </Card>
      ) : (
        <PageList
          websiteId={websiteId}
          crawlText={urlState.crawl}
          pageCount={pageCount}
          origin={originOf(crawl.data?.url)}
        />
      )}
    </>
  )
}

interface PageListProps {
  websiteId: number | null
  crawlText: string
  pageCount: number | null
  origin: string | undefined
}

function PageList({ websiteId, ...list }: PageListProps) {
  if (websiteId !== null) return <PagesTable websiteId={websiteId} {...list} />
  return (
    <Card>
      <LoadingState message="Loading pages..." rows={10} className="min-h-[80dvh]" />
    </Card>
  )
}
