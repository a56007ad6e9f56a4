/** "Issues & Errors Overview": every issue of a crawl, filtered by the server, each with its proof one click away. */
import { CircleCheckBig, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import type { CrawlResultAnswer } from '#shared/api.ts'
import { hrefTo } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CrawlProgressNote } from '../../components/crawl-progress-note.tsx'
import { CrawlSelect } from '../../components/crawl-select.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { formatNumber } from '../../components/format.ts'
import { type IssueFilterState, IssueFilters } from '../../components/issue-filters.tsx'
import { issueLinks } from '../../components/issue-links.ts'
import { IssueList } from '../../components/issue-list.tsx'
import { LoadingState } from '../../components/loading-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useActiveCrawl } from '../../layout/active-crawl.ts'
import { idNumber, useAddressState } from '../../queries/address-state.ts'
import { fetchFailure, serverWords } from '../../queries/api-client.ts'
import { isCrawlActive, useCrawlResult } from '../../queries/crawl-result.ts'
import { useIssues } from '../../queries/issues.ts'

const noFilter: IssueFilterState = { search: '', type: '', severity: '', check: '', url: '' }
const addressDefaults = { ...noFilter, crawl: '', issue: '' }

export function ErrorsScreen() {
  const { websiteId, isPending } = useActiveCrawl()
  const [{ crawl: crawlText }, changeAddress] = useAddressState(addressDefaults)
  const { data: crawl, error, refetch } = useCrawlResult(websiteId, idNumber(crawlText))
  return (
    <>
      <PageHeader
        title="Issues & Errors Overview"
        description={<Found crawl={crawl} isAwaited={!error && (websiteId !== null || isPending)} />}
        actions={
          crawl && (
            <>
              {isCrawlActive(crawl) && <CrawlProgressNote crawl={crawl} />}
              <CrawlSelect
                crawls={crawl.crawls}
                value={crawlText}
                onValue={value => changeAddress({ crawl: value, issue: '' })}
              />
            </>
          )
        }
      />
      {error && !crawl && (
        <Card className="mb-4">
          <ErrorState
            message={fetchFailure('Failed to fetch crawl results', error)}
            detail={serverWords(error)}
            onRetry={() => void refetch()}
          />
        </Card>
      )}
      <Card>
        {websiteId === null ? (
          <NoWebsite isPending={isPending} />
        ) : (
          <Issues websiteId={websiteId} crawl={crawl} hasCrawlError={error !== null} />
        )}
      </Card>
    </>
  )
}

interface FoundProps {
  crawl: CrawlResultAnswer | undefined
  isAwaited: boolean
}

function Found({ crawl, isAwaited }: FoundProps) {
  if (!crawl) return isAwaited ? <Skeleton className="my-0.5 w-80 max-w-full" /> : null
  const { errorCount, warningCount, infoCount, pagesCrawled, url } = crawl
  return (
    <p className="figures break-words">
      Found {formatNumber(errorCount + warningCount + infoCount)} issues from crawling {formatNumber(pagesCrawled)}{' '}
      pages of <bdi>{url}</bdi>
    </p>
  )
}

function NoWebsite({ isPending }: { isPending: boolean }) {
  if (isPending) return <LoadingState message="Loading issues..." rows={8} />
  return (
    <EmptyState
      title="No issues found"
      description="Select a website to view issues"
      action={
        <Button href={hrefTo('landing')} variant="primary">
          Crawl a website
        </Button>
      }
    />
  )
}

interface IssuesProps {
  websiteId: number
  crawl: CrawlResultAnswer | undefined
  hasCrawlError: boolean
}

function Issues({ websiteId, crawl, hasCrawlError }: IssuesProps) {
  const [address, changeAddress] = useAddressState(addressDefaults)
  const { search, type, severity, check, url } = address
  const filter = { search, type, severity, check, url }
  const query = useIssues(websiteId, { ...filter, crawl: idNumber(address.crawl) ?? undefined })
  const links = useMemo(() => issueLinks({ websiteId, crawl: address.crawl }), [websiteId, address.crawl])
  const isFiltered = Object.values(filter).some(value => value !== '')
  // One message for one cause: when the crawl cannot be fetched, the list behind it cannot either.
  if (hasCrawlError && query.isError && !query.data) return null
  return (
    <>
      <IssueFilters
        state={filter}
        onChange={change => changeAddress({ ...change, issue: '' })}
        types={crawl?.issueTypes ?? []}
        checkTitle={check === '' ? undefined : query.issues.find(issue => issue.checkId === check)?.title}
      />
      <IssueList
        label="Issues"
        query={query}
        links={links}
        moreLabel="Load more issues"
        isEndless
        empty={
          isFiltered ? (
            <NoMatch onClear={() => changeAddress({ ...noFilter, issue: '' })} />
          ) : (
            <NoIssues crawl={crawl} />
          )
        }
      />
    </>
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No issues found"
      description="No issue of this crawl matches the filters."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  )
}

function NoIssues({ crawl }: { crawl: CrawlResultAnswer | undefined }) {
  if (crawl && isCrawlActive(crawl))
    return (
      <EmptyState title="No issues found" description="The crawl is running. Issues appear here as they are found." />
    )
  return (
    <EmptyState
      icon={CircleCheckBig}
      title="No issues found"
      description={
        crawl && (
          <span className="break-words">
            No issues were detected for <bdi>{crawl.url}</bdi>
          </span>
        )
      }
    />
  )
}
