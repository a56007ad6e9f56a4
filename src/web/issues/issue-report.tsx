/**
 * A report of some of a crawl's issues as a list with its filters, export and panel: what belongs to the report is given by its scope,
 * and what is left of it by the address.
 */
import { SearchX } from 'lucide-react'
import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { IssueResponse } from '#shared/api/issues.ts'
import { Button } from '../components/button.tsx'
import { LoadingState } from '../components/fetch-states.tsx'
import { ListExportMenu } from '../components/list-export-menu.tsx'
import { EmptyState } from '../components/states.tsx'
import { useIssues } from '../queries/issues.ts'
import { idNumber, useUrlState } from '../state/url-state.ts'
import { IssueFilters } from './issue-filters.tsx'
import { type IssueLinks, issueLinks } from './issue-links.ts'
import { IssueList } from './issue-list.tsx'
import type { IssueTableProps } from './issue-rows.tsx'
import { type IssueScope, scopedFilter } from './issue-scope.ts'
import type { IssueScreenCrawl } from './issue-screen.tsx'

interface IssueReportProps extends IssueScreenCrawl {
  /** Accessible name of the list. */
  label: string
  scope: IssueScope
  table?: ComponentType<IssueTableProps> | undefined
  countText?: ((shown: string, total: string) => string) | undefined
  /** Where the view action leads; the report that explains the issue when left out. */
  view?: ((issue: IssueResponse, links: IssueLinks) => string) | undefined
  /** Whether something else has to come before the issues can be drawn without a jump: a hook, the same at every render. */
  useIsWaiting?: ((issues: readonly IssueResponse[]) => boolean) | undefined
  /** In the place of an empty list that nothing filters. */
  none: ReactNode
  /** The same when filters leave nothing. */
  noMatch: string
  /** Also taken back by "Clear filters": what narrows the scope by a parameter of the screen's own. */
  onClear?: (() => void) | undefined
  isNarrowed?: boolean | undefined
}

const noFilter = { search: '', type: '', severity: '', check: '', url: '' }
const neverWaits = () => false
const urlDefaults = { ...noFilter, issue: '' }

export function IssueReport({ websiteId, crawl, crawlText, label, scope, table, view, ...rest }: IssueReportProps) {
  const { none, noMatch, countText, onClear, isNarrowed = false, useIsWaiting = neverWaits } = rest
  const [{ issue: _openIssue, ...filter }, changeUrl] = useUrlState(urlDefaults)
  const [clearings, setClearings] = useState(0)
  const asked = { ...scopedFilter(filter, scope), crawl: idNumber(crawlText) ?? undefined }
  const query = useIssues(websiteId, asked)
  const isWaiting = useIsWaiting(query.issues)
  const links = useMemo(() => {
    const own = issueLinks({ websiteId, crawl: crawlText })
    return view ? { ...own, view: (issue: IssueResponse) => view(issue, own) } : own
  }, [websiteId, crawlText, view])
  const isFiltered = isNarrowed || Object.values(filter).some(value => value !== '')
  const clear = () => {
    onClear?.()
    changeUrl({ ...noFilter, issue: '' })
    setClearings(clearings + 1)
  }
  return (
    <>
      <IssueFilters
        // The search box keeps what is being typed: only a new one is empty at once.
        key={clearings}
        state={filter}
        onChange={change => changeUrl({ ...change, issue: '' })}
        types={offeredTypes(scope, crawl?.issueTypes ?? [])}
        isOneSeverity={scope.severity !== undefined}
        checkTitle={query.issues.find(issue => issue.checkId === filter.check)?.title}
        action={<ListExportMenu list={{ websiteId, part: 'issues', query: asked }} isEmpty={query.totalCount === 0} />}
      />
      {isWaiting ? (
        <LoadingState message="Loading issues..." rows={24} />
      ) : (
        <IssueList
          label={label}
          query={query}
          links={links}
          table={table}
          moreLabel="Load more issues"
          countText={countText}
          isEndless
          empty={isFiltered ? <NoMatch words={noMatch} onClear={clear} /> : none}
        />
      )}
    </>
  )
}

type TypeCounts = CrawlResultResponse['issueTypes']

/** Undefined where there is nothing to choose, or where the counts, which are of every severity, would be wrong. */
function offeredTypes({ types, severity }: IssueScope, counts: TypeCounts): TypeCounts | undefined {
  if (types?.length === 1 || severity !== undefined) return undefined
  return types === undefined ? counts : counts.filter(({ type }) => types.includes(type))
}

function NoMatch({ words, onClear }: { words: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No issues found"
      description={words}
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  )
}
