/** Broken links, one row per target: high-priority sources first, then by the number of referring pages. */
import { Link2, SearchX } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { IssueResponse } from '#shared/api/issues.ts'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { LoadingState } from '../../components/fetch-states.tsx'
import { formatCount, formatNumber } from '../../components/format.ts'
import { ListExportMenu } from '../../components/list-export-menu.tsx'
import { EmptyState } from '../../components/states.tsx'
import { IssueFilters } from '../../issues/issue-filters.tsx'
import { type IssueLinks, issueLinks } from '../../issues/issue-links.ts'
import { IssueList, type IssueListQuery } from '../../issues/issue-list.tsx'
import { IssueScreen, type IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { typesContaining } from '../../issues/issue-type-label.ts'
import { NoIssues } from '../../issues/no-issues.tsx'
import { useIssues } from '../../queries/issues.ts'
import { useUrlState } from '../../state/url-state.ts'
import { byImportance, sortBrokenLinks } from './broken-link-facts.ts'
import { BrokenLinksTable } from './broken-links-table.tsx'

const noFilter = { search: '', severity: '', check: '', url: '', change: '', segment: '' }
const firstRows = { page: '1', issue: '' }
const urlDefaults = { ...noFilter, ...firstRows }
const brokenTypes = typesContaining('broken').join(',')
/** The server sorts by other rules, so this many are fetched before any is shown: rows must not move while they are read. */
const FETCHED_FIRST = 500

export function BrokenLinksScreen() {
  return (
    <IssueScreen
      title="Broken Links"
      describe={summary}
      empty={
        <EmptyState
          title="No website selected"
          description="Crawl a website to see which of its links are broken."
          action={
            <Button href={hrefTo('landing')} variant="primary">
              Crawl a website
            </Button>
          }
        />
      }
      list={crawl => <BrokenLinks {...crawl} />}
    />
  )
}

function summary({ issueDistribution, url }: CrawlResultResponse) {
  return (
    <p className="figures break-words">
      {formatCount(issueDistribution.brokenLinks, 'broken link')} on <CrawledText text={url} dir="ltr" />
    </p>
  )
}

function BrokenLinks({ websiteId, crawl, crawlText }: IssueScreenCrawl) {
  const [{ issue: _openIssue, page: _page, ...filter }, changeUrl] = useUrlState(urlDefaults)
  const [clearings, setClearings] = useState(0)
  const listQuery = { ...filter, type: brokenTypes, crawl: idNumber(crawlText) ?? undefined }
  const query = useIssues(websiteId, listQuery)
  const isFetchingFirst = useFetchFirst(query)
  const issues = useMemo(() => sortBrokenLinks(query.issues), [query.issues])
  const links = useMemo(() => linksToSources(issueLinks({ websiteId, crawl: crawlText })), [websiteId, crawlText])
  const isFiltered = Object.values(filter).some(value => value !== '')
  const clear = () => {
    changeUrl({ ...noFilter, ...firstRows })
    setClearings(clearings + 1)
  }
  return (
    <>
      <IssueFilters
        // The search box keeps the typed text in its own state; a new key resets it.
        key={clearings}
        websiteId={websiteId}
        state={{ ...filter, type: '' }}
        onChange={({ type: _type, ...change }) => changeUrl({ ...change, ...firstRows })}
        checkTitle={issues.find(issue => issue.checkId === filter.check)?.title}
        action={
          <ListExportMenu
            list={{ websiteId, part: 'issues', query: listQuery, arrangement: byImportance }}
            isEmpty={query.totalCount === 0}
          />
        }
      />
      {isFetchingFirst ? (
        <LoadingState message="Loading issues..." rows={24} />
      ) : (
        <IssueList
          label="Broken links"
          query={query}
          issues={issues}
          links={links}
          table={BrokenLinksTable}
          footer={query.hasNextPage && <SortedAmong loaded={issues.length} />}
          empty={isFiltered ? <NoMatch onClear={clear} /> : <NoneBroken crawl={crawl} />}
        />
      )}
    </>
  )
}

/** On other screens the view action links to this screen; here it links to the page with the link. */
function linksToSources(links: IssueLinks): IssueLinks {
  return { ...links, view: (issue: IssueResponse) => links.page(issue.sourceUrl ?? issue.url) }
}

/** Fetches batches until all or `FETCHED_FIRST` issues are loaded or one fails; true meanwhile. */
function useFetchFirst({ issues, hasNextPage, isFetching, isError, fetchNextPage }: IssueListQuery): boolean {
  const isFetchingFirst = hasNextPage && issues.length < FETCHED_FIRST && !isError
  useEffect(() => {
    if (isFetchingFirst && !isFetching) void fetchNextPage()
  }, [isFetchingFirst, isFetching, fetchNextPage])
  return isFetchingFirst
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

function NoneBroken({ crawl }: { crawl: CrawlResultResponse | undefined }) {
  return (
    <NoIssues
      crawl={crawl}
      icon={Link2}
      whileRunning="The crawl is running. Links are checked after its pages."
      whenNone="No broken links were found in this crawl."
    />
  )
}
