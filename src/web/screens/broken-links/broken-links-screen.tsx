/** Broken links, one row per target, those that matter most first: high-priority sources, then the number of referring pages. */
import { Link2, SearchX } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { CrawlResultAnswer } from '#shared/api.ts'
import { hrefTo } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CrawlProgressNote } from '../../components/crawl-progress-note.tsx'
import { CrawlSelect } from '../../components/crawl-select.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { formatCount, formatNumber } from '../../components/format.ts'
import { type IssueFilterState, IssueFilters } from '../../components/issue-filters.tsx'
import { issueLinks } from '../../components/issue-links.ts'
import { IssueList, type IssueListQuery } from '../../components/issue-list.tsx'
import { typesContaining } from '../../components/issue-type-label.ts'
import { LoadingState } from '../../components/loading-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useActiveCrawl } from '../../layout/active-crawl.ts'
import { idNumber, useAddressState } from '../../queries/address-state.ts'
import { isCrawlActive, useCrawlResult } from '../../queries/crawl-result.ts'
import { useIssues } from '../../queries/issues.ts'
import { sortBrokenLinks } from './broken-link-order.ts'
import { BrokenLinksTable } from './broken-links-table.tsx'

const noFilter = { search: '', severity: '', check: '', url: '' }
const addressDefaults = { ...noFilter, crawl: '', issue: '' }
const brokenTypes = typesContaining('broken').join(',')
/** The server sorts by other rules, so this many are fetched before any is shown: rows that change places cannot be read. */
const GATHERED_AT_FIRST = 500

export function BrokenLinksScreen() {
  const { websiteId, isPending } = useActiveCrawl()
  const [{ crawl: crawlText }, changeAddress] = useAddressState(addressDefaults)
  const { data: crawl, error } = useCrawlResult(websiteId, idNumber(crawlText))
  return (
    <>
      <PageHeader
        title="Broken Links"
        description={<Summary crawl={crawl} isAwaited={!error && (websiteId !== null || isPending)} />}
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
      <Card>
        {websiteId === null ? <NoWebsite isPending={isPending} /> : <BrokenLinks websiteId={websiteId} crawl={crawl} />}
      </Card>
    </>
  )
}

interface SummaryProps {
  crawl: CrawlResultAnswer | undefined
  isAwaited: boolean
}

function Summary({ crawl, isAwaited }: SummaryProps) {
  if (!crawl) return isAwaited ? <Skeleton className="my-0.5 w-80 max-w-full" /> : null
  return (
    <p className="figures break-words">
      {formatCount(crawl.issueDistribution.brokenLinks, 'target')} that links of <bdi>{crawl.url}</bdi> do not reach
    </p>
  )
}

function NoWebsite({ isPending }: { isPending: boolean }) {
  if (isPending) return <LoadingState message="Loading issues..." rows={8} />
  return (
    <EmptyState
      title="No website selected"
      description="Crawl a website to see which of its links are broken."
      action={
        <Button href={hrefTo('landing')} variant="primary">
          Crawl a website
        </Button>
      }
    />
  )
}

interface BrokenLinksProps {
  websiteId: number
  crawl: CrawlResultAnswer | undefined
}

function BrokenLinks({ websiteId, crawl }: BrokenLinksProps) {
  const [address, changeAddress] = useAddressState(addressDefaults)
  const { search, severity, check, url } = address
  const filter: IssueFilterState = { search, severity, check, url, type: brokenTypes }
  const query = useIssues(websiteId, { ...filter, crawl: idNumber(address.crawl) ?? undefined })
  const isGathering = useGathering(query)
  const issues = useMemo(() => sortBrokenLinks(query.issues), [query.issues])
  const links = useMemo(() => {
    const all = issueLinks({ websiteId, crawl: address.crawl })
    // This is the screen to which the view action leads from elsewhere; here it goes on to the page that holds the link.
    return { ...all, view: (issue: (typeof issues)[number]) => all.page(issue.sourceUrl ?? issue.url) }
  }, [websiteId, address.crawl])
  const isFiltered = [search, severity, check, url].some(value => value !== '')
  return (
    <>
      <IssueFilters
        state={filter}
        onChange={change => changeAddress({ ...change, issue: '' })}
        checkTitle={check === '' ? undefined : issues.find(issue => issue.checkId === check)?.title}
      />
      {isGathering ? (
        <LoadingState message="Loading issues..." rows={8} />
      ) : (
        <IssueList
          label="Broken links"
          query={query}
          issues={issues}
          links={links}
          table={BrokenLinksTable}
          moreLabel="Load more issues"
          footer={query.hasNextPage && <SortedAmong loaded={issues.length} />}
          empty={
            isFiltered ? (
              <NoMatch onClear={() => changeAddress({ ...noFilter, issue: '' })} />
            ) : (
              <NoneBroken crawl={crawl} />
            )
          }
        />
      )}
    </>
  )
}

/** Fetches batch after batch until all are there, enough are, or one fails; true meanwhile. */
function useGathering({
  issues,
  hasNextPage,
  isFetching,
  isFetchNextPageError,
  fetchNextPage,
}: IssueListQuery): boolean {
  const isGathering = hasNextPage && issues.length < GATHERED_AT_FIRST && !isFetchNextPageError
  useEffect(() => {
    // The query keeps its own error, which ends the gathering.
    if (isGathering && !isFetching) fetchNextPage().catch(() => {})
  }, [isGathering, isFetching, fetchNextPage])
  return isGathering
}

function SortedAmong({ loaded }: { loaded: number }) {
  return (
    <p className="order-first self-center text-ink-muted text-sm">
      Sorted by importance among the {formatNumber(loaded)} loaded
    </p>
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No issues found"
      description="No broken link of this crawl matches the filters."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  )
}

function NoneBroken({ crawl }: { crawl: CrawlResultAnswer | undefined }) {
  if (crawl && isCrawlActive(crawl))
    return <EmptyState title="No issues found" description="The crawl is running. Links are checked after its pages." />
  return <EmptyState icon={Link2} title="No issues found" description="No broken links were found in this crawl." />
}
