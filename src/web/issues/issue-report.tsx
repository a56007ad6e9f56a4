/**
 * A list of issues with filters, export and panel. The scope says which issues the report holds, the filters of the URL which of them
 * are shown.
 */

import { SearchX } from 'lucide-react'
import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { IssueResponse } from '#shared/api/issues.ts'
import { idNumber } from '#shared/routes.ts'
import { Button } from '../components/button.tsx'
import { ListExportMenu } from '../components/list-export-menu.tsx'
import { EmptyState } from '../components/states.tsx'
import { useUrlState } from '../state/url-state.ts'
import { IssueFilters } from './issue-filters.tsx'
import { type IssueLinks, issueLinks } from './issue-links.ts'
import type { IssueTableProps } from './issue-rows.tsx'
import { type IssueScope, scopedFilter } from './issue-scope.ts'
import type { IssueScreenCrawl } from './issue-screen.tsx'
import { firstPage, PagedIssues, useShownIssues } from './paged-issues.tsx'

interface IssueReportProps extends IssueScreenCrawl {
  /** Accessible name of the list. */
  label: string
  scope: IssueScope
  table?: ComponentType<IssueTableProps> | undefined
  countText?: ((shown: string, total: string) => string) | undefined
  /** Target of the view action; by default the report that explains the issue. */
  view?: ((issue: IssueResponse, links: IssueLinks) => string) | undefined
  /** Hook: whether other data must load first, so that the rows do not shift. The same at every render. */
  useIsWaiting?: ((issues: readonly IssueResponse[]) => boolean) | undefined
  /** Shown instead of an empty list without filters. */
  none: ReactNode
  /** Description when no issue matches the filters. */
  noMatch: string
  /** Also called by "Clear filters": clears the screen's own parameter that narrows the scope. */
  onClear?: (() => void) | undefined
  isNarrowed?: boolean | undefined
}

const noFilter = { search: '', type: '', severity: '', check: '', url: '', change: '', segment: '' }
/** Until the first page is loaded. */
const emptyList = { issues: [], totalCount: 0 }
const neverWaits = () => false
const urlDefaults = { ...noFilter, ...firstPage }

export function IssueReport({ websiteId, crawl, crawlText, label, scope, table, view, ...rest }: IssueReportProps) {
  const { none, noMatch, countText, onClear, isNarrowed = false, useIsWaiting = neverWaits } = rest
  const [{ issue: _openIssue, page: _page, ...filter }, changeUrl] = useUrlState(urlDefaults)
  const [clearings, setClearings] = useState(0)
  const issueFilter = { ...scopedFilter(filter, scope), crawl: idNumber(crawlText) ?? undefined }
  const query = useShownIssues(websiteId, issueFilter)
  const { issues, totalCount } = query.data ?? emptyList
  const isWaiting = useIsWaiting(issues)
  const links = useMemo(() => {
    const own = issueLinks({ websiteId, crawl: crawlText })
    return view ? { ...own, view: (issue: IssueResponse) => view(issue, own) } : own
  }, [websiteId, crawlText, view])
  const isFiltered = isNarrowed || Object.values(filter).some(value => value !== '')
  const clear = () => {
    onClear?.()
    changeUrl({ ...noFilter, ...firstPage })
    setClearings(clearings + 1)
  }
  return (
    <>
      <IssueFilters
        // The search box keeps its text while typing: a new one is empty at once.
        key={clearings}
        websiteId={websiteId}
        state={filter}
        onChange={change => changeUrl({ ...change, ...firstPage })}
        types={offeredTypes(scope, crawl?.issueTypes ?? [])}
        isOneSeverity={scope.severity !== undefined}
        checkTitle={issues.find(issue => issue.checkId === filter.check)?.title}
        action={<ListExportMenu list={{ websiteId, part: 'issues', query: issueFilter }} isEmpty={totalCount === 0} />}
      />
      <PagedIssues
        label={label}
        query={query}
        isWaiting={isWaiting}
        links={links}
        table={table}
        countText={countText}
        empty={isFiltered ? <NoMatch description={noMatch} onClear={clear} /> : none}
      />
    </>
  )
}

type TypeCounts = CrawlResultResponse['issueTypes']

/** Undefined where there is no choice, or where the counts, which are of all severities, would be wrong. */
function offeredTypes({ types, severity }: IssueScope, counts: TypeCounts): TypeCounts | undefined {
  if (types?.length === 1 || severity !== undefined) return undefined
  return types === undefined ? counts : counts.filter(({ type }) => types.includes(type))
}

function NoMatch({ description, onClear }: { description: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No issues found"
      description={description}
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  )
}
