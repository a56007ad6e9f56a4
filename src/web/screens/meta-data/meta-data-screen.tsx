/** "Meta Data Issues": issues of titles, descriptions, main headings and alt texts, filtered by the server. */
import { CircleCheckBig, SearchX } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { IssueResponse } from '#shared/api/issues.ts'
import { plainText } from '#shared/plain-text.ts'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { SeverityBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatCount } from '../../components/format.ts'
import { ListExportMenu } from '../../components/list-export-menu.tsx'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { Select } from '../../components/select.tsx'
import { EmptyState } from '../../components/states.tsx'
import { TableCell } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'
import { IssueFilterChip } from '../../issues/issue-filters.tsx'
import { type IssueLinks, issueLinks } from '../../issues/issue-links.ts'
import {
  type IssueCells,
  type IssueColumn,
  IssueOpener,
  IssueRows,
  type IssueTableProps,
  PageCount,
} from '../../issues/issue-rows.tsx'
import { IssueScreen, type IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { issueTypeLabel } from '../../issues/issue-type-label.ts'
import { NoIssues } from '../../issues/no-issues.tsx'
import { firstPage, PagedIssues, useShownIssues } from '../../issues/paged-issues.tsx'
import { useActiveCrawl } from '../../queries/websites.ts'
import { useUrlState } from '../../state/url-state.ts'
import { filterOf, metaDataFilters } from './meta-data-filters.ts'

export function MetaDataScreen() {
  const { websiteId } = useActiveCrawl()
  return (
    <IssueScreen
      title="Meta Data Issues"
      back={{ href: hrefTo('dashboard', websiteId), label: 'Back to the dashboard' }}
      describe={found}
      empty={<NoSelectedWebsite see="what its titles, descriptions and headings lack" />}
      list={place => <MetaDataIssues {...place} />}
    />
  )
}

function found({ issueDistribution, url }: CrawlResultResponse) {
  return (
    <p className="figures break-words">
      {formatCount(issueDistribution.metaIssues, 'meta data issue')} on <CrawledText text={url} dir="ltr" />
    </p>
  )
}

const noFilter = { search: '', filter: '', url: '' }
const urlDefaults = { ...noFilter, ...firstPage }
const TITLE = 'No meta data issues found'

function MetaDataIssues({ websiteId, crawl, crawlText }: IssueScreenCrawl) {
  const [{ issue: _openIssue, page: _page, ...state }, changeUrl] = useUrlState(urlDefaults)
  const [clearings, setClearings] = useState(0)
  const { search, url } = state
  const listQuery = { search, url, ...filterOf(state.filter), crawl: idNumber(crawlText) ?? undefined }
  const query = useShownIssues(websiteId, listQuery)
  const links = useMemo(() => linksOnwards(issueLinks({ websiteId, crawl: crawlText })), [websiteId, crawlText])
  const isFiltered = Object.values(state).some(value => value !== '')
  const change = (changed: Partial<FilterState>) => changeUrl({ ...changed, ...firstPage })
  const clear = () => {
    change(noFilter)
    setClearings(clearings + 1)
  }
  return (
    <>
      <div className="flex flex-wrap gap-2 border-line border-b p-3 sm:px-5">
        {/* The search box keeps the typed text in its own state; a new key resets it. */}
        <PageSearch key={clearings} search={search} onSearch={text => change({ search: text })} />
        <Button onClick={clear} disabled={!isFiltered}>
          Clear
        </Button>
        <Select
          label="Filter"
          options={metaDataFilters}
          value={metaDataFilters.some(({ value }) => value === state.filter) ? state.filter : ''}
          onValue={filter => change({ filter })}
          className="w-52 max-sm:w-auto max-sm:grow"
        />
        <ListExportMenu list={{ websiteId, part: 'issues', query: listQuery }} isEmpty={query.data?.totalCount === 0} />
        {url !== '' && (
          <div className="flex min-w-0 basis-full">
            <IssueFilterChip label="Page" value={url} onRemove={() => change({ url: '' })} />
          </div>
        )}
      </div>
      <PagedIssues
        label="Meta data issues"
        query={query}
        links={links}
        table={MetaDataTable}
        countText={(shown, total) => `Displaying ${shown} of ${total} meta data issues`}
        empty={
          isFiltered ? (
            <EmptyState
              icon={SearchX}
              title={TITLE}
              description="No meta data issue of this crawl matches the search and the filter."
              action={<Button onClick={clear}>Clear filters</Button>}
            />
          ) : (
            <NoIssues
              crawl={crawl}
              title={TITLE}
              icon={CircleCheckBig}
              whenNone="No issues with titles, descriptions or main headings in this crawl."
            />
          )
        }
      />
    </>
  )
}

type FilterState = typeof noFilter

function PageSearch({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [text, setText] = useDebouncedText(search, onSearch)
  return (
    <SearchInput
      label="Search pages..."
      value={text}
      onValue={setText}
      className="min-w-44 grow basis-56 max-sm:basis-full"
    />
  )
}

/** On other screens the view action links to this screen; here it links to the page or to the image report. */
function linksOnwards(links: IssueLinks): IssueLinks {
  return {
    ...links,
    view: (issue: IssueResponse) => (issue.type === 'meta_issue' ? links.page(issue.url) : links.view(issue)),
  }
}

const columns: readonly IssueColumn[] = [
  { name: 'URL', width: 'w-[44%]' },
  { name: 'Issue Type' },
  { name: 'Severity', width: 'w-29' },
  { name: 'View', width: 'w-22', isNameHidden: true },
]

function MetaDataTable({ links, ...table }: IssueTableProps) {
  const cells = useCallback<IssueCells>(
    (issue, open) => (
      <>
        <TableCell className="min-w-0 md:align-top">
          <UrlText url={issue.url} href={links.page(issue.url)} className="md:pointer-coarse:-mt-1" />
          <PageCount issue={issue} onOpen={open} />
        </TableCell>
        <TableCell className="md:align-top">
          <IssueOpener issue={issue} onOpen={open} />
          <span className="block text-ink-muted text-xs leading-5">{issueTypeLabel(issue.type)}</span>
        </TableCell>
        <TableCell label="Severity" className="md:align-top">
          <SeverityBadge severity={issue.severity} />
        </TableCell>
        <TableCell className="text-right md:align-top">
          <Button href={links.view(issue)} size="small" aria-label={`View: ${plainText(issue.message)}`}>
            View
          </Button>
        </TableCell>
      </>
    ),
    [links],
  )
  return <IssueRows {...table} columns={columns} cells={cells} />
}
