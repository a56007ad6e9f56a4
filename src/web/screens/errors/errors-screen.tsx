/** "Issues & Errors Overview": every issue of a crawl, filtered by the server, each with its proof one click away. */
import { SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { CrawlResultAnswer } from '#shared/api/crawls.ts'
import { hrefTo } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { formatNumber } from '../../components/format.ts'
import { type IssueFilterState, IssueFilters } from '../../components/issue-filters.tsx'
import { issueLinks } from '../../components/issue-links.ts'
import { IssueList } from '../../components/issue-list.tsx'
import { IssueScreen, type IssueScreenCrawl } from '../../components/issue-screen.tsx'
import { ListExportMenu } from '../../components/list-export-menu.tsx'
import { NoIssues } from '../../components/no-issues.tsx'
import { idNumber, useAddressState } from '../../queries/address-state.ts'
import { useIssues } from '../../queries/issues.ts'

const noFilter: IssueFilterState = { search: '', type: '', severity: '', check: '', url: '' }
const addressDefaults = { ...noFilter, issue: '' }

export function ErrorsScreen() {
  return (
    <IssueScreen
      title="Issues & Errors Overview"
      describe={found}
      empty={
        <EmptyState
          title="No issues found"
          description="Select a website to view issues"
          action={
            <Button href={hrefTo('landing')} variant="primary">
              Crawl a website
            </Button>
          }
        />
      }
      list={crawl => <Issues {...crawl} />}
    />
  )
}

function found({ errorCount, warningCount, infoCount, pagesCrawled, url }: CrawlResultAnswer) {
  return (
    <p className="figures break-words">
      Found {formatNumber(errorCount + warningCount + infoCount)} issues from crawling {formatNumber(pagesCrawled)}{' '}
      pages of <CrawledText text={url} dir="ltr" />
    </p>
  )
}

function Issues({ websiteId, crawl, crawlText }: IssueScreenCrawl) {
  const [{ issue: _openIssue, ...filter }, changeAddress] = useAddressState(addressDefaults)
  const [clearings, setClearings] = useState(0)
  const asked = { ...filter, crawl: idNumber(crawlText) ?? undefined }
  const query = useIssues(websiteId, asked)
  const links = useMemo(() => issueLinks({ websiteId, crawl: crawlText }), [websiteId, crawlText])
  const isFiltered = Object.values(filter).some(value => value !== '')
  const clear = () => {
    changeAddress({ ...noFilter, issue: '' })
    setClearings(clearings + 1)
  }
  return (
    <>
      <IssueFilters
        // The search box keeps what is being typed: only a new one is empty at once.
        key={clearings}
        state={filter}
        onChange={change => changeAddress({ ...change, issue: '' })}
        types={crawl?.issueTypes ?? []}
        checkTitle={query.issues.find(issue => issue.checkId === filter.check)?.title}
        action={<ListExportMenu list={{ websiteId, part: 'issues', query: asked }} isEmpty={query.totalCount === 0} />}
      />
      <IssueList
        label="Issues"
        query={query}
        links={links}
        moreLabel="Load more issues"
        isEndless
        empty={isFiltered ? <NoMatch onClear={clear} /> : <NoIssues crawl={crawl} />}
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
