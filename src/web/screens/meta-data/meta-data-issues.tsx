/** The list of meta data issues with its search, its menu and what narrows it to one page; the server does the filtering. */
import { CircleCheckBig, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { Button } from '../../components/button.tsx'
import { ListExportMenu } from '../../components/list-export-menu.tsx'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { Select } from '../../components/select.tsx'
import { EmptyState } from '../../components/states.tsx'
import { IssueFilterChip } from '../../issues/issue-filters.tsx'
import { type IssueLinks, issueLinks } from '../../issues/issue-links.ts'
import { IssueList } from '../../issues/issue-list.tsx'
import type { IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { NoIssues } from '../../issues/no-issues.tsx'
import { useIssues } from '../../queries/issues.ts'
import { idNumber, useUrlState } from '../../state/url-state.ts'
import { askedFor, metaDataFilters } from './meta-data-filters.ts'
import { MetaDataTable } from './meta-data-table.tsx'

const noFilter = { search: '', filter: '', url: '' }
const urlDefaults = { ...noFilter, issue: '' }
const TITLE = 'No meta data issues found'

export function MetaDataIssues({ websiteId, crawl, crawlText }: IssueScreenCrawl) {
  const [{ issue: _openIssue, ...state }, changeUrl] = useUrlState(urlDefaults)
  const [clearings, setClearings] = useState(0)
  const { search, url } = state
  const asked = { search, url, ...askedFor(state.filter), crawl: idNumber(crawlText) ?? undefined }
  const query = useIssues(websiteId, asked)
  const links = useMemo(() => linksOnwards(issueLinks({ websiteId, crawl: crawlText })), [websiteId, crawlText])
  const isFiltered = Object.values(state).some(value => value !== '')
  const change = (changed: Partial<FilterState>) => changeUrl({ ...changed, issue: '' })
  const clear = () => {
    change(noFilter)
    setClearings(clearings + 1)
  }
  return (
    <>
      <div className="flex flex-wrap gap-2 border-line border-b p-3 sm:px-5">
        {/* The search box keeps what is being typed: only a new one is empty at once. */}
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
        <ListExportMenu list={{ websiteId, part: 'issues', query: asked }} isEmpty={query.totalCount === 0} />
        {url !== '' && (
          <div className="flex min-w-0 basis-full">
            <IssueFilterChip label="Page" value={url} onRemove={() => change({ url: '' })} />
          </div>
        )}
      </div>
      <IssueList
        label="Meta data issues"
        query={query}
        links={links}
        table={MetaDataTable}
        moreLabel="Load more issues"
        countText={(shown, total) => `Displaying ${shown} of ${total} meta data issues`}
        isEndless
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
              whenNone="Titles, descriptions and main headings of this crawl are as they should be."
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

/** This is the screen to which the view action leads from elsewhere; here it goes on to the page, or to the report on images. */
function linksOnwards(links: IssueLinks): IssueLinks {
  return {
    ...links,
    view: (issue: IssueResponse) => (issue.type === 'meta_issue' ? links.page(issue.url) : links.view(issue)),
  }
}
