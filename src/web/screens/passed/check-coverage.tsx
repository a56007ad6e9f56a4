/** How many pages each check checked, and why not the others: ten checks at a time; filter, search and page are in the URL. */

import { CircleCheck, SearchX } from 'lucide-react'
import { isOfWholeCrawl, type WholeCheckResult } from '#shared/api/checks.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card, CardHeader, CardTitle } from '../../components/card.tsx'
import { Fetched } from '../../components/fetch-states.tsx'
import { formatCount, formatNumber } from '../../components/format.ts'
import { Pagination, pageSizeOf } from '../../components/pagination.tsx'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { Select } from '../../components/select.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import type { IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { useCrawlChecks } from '../../queries/issues.ts'
import { pageNumber, useUrlState } from '../../state/url-state.ts'
import { coverageFilters, shownChecks } from './coverage-filters.ts'

const urlDefaults = { checks: '', checkSearch: '', checkPage: '1', checkSize: String(TABLE_PAGE_SIZE) }

export function CheckCoverage(place: IssueScreenCrawl) {
  const { websiteId, crawlText } = place
  const crawl = idNumber(crawlText) ?? undefined
  const results = useCrawlChecks(websiteId, { crawl })
  return (
    <Card aria-labelledby="check-coverage" className="mt-4">
      <CardHeader>
        <CardTitle id="check-coverage">What Was Checked</CardTitle>
      </CardHeader>
      <Fetched query={results} what="Failed to fetch the checks" message="Loading checks..." rows={10}>
        {checks => <Coverage checks={checks.filter(isOfWholeCrawl)} place={place} />}
      </Fetched>
    </Card>
  )
}

function Coverage({ checks, place }: { checks: readonly WholeCheckResult[]; place: IssueScreenCrawl }) {
  const [urlState, change] = useUrlState(urlDefaults)
  const { checks: filter, checkSearch } = urlState
  const [text, setText] = useDebouncedText(checkSearch, search => change({ checkSearch: search, checkPage: '1' }))
  const shown = shownChecks(checks, { filter, search: checkSearch })
  const pageSize = pageSizeOf(urlState.checkSize)
  const page = Math.min(pageNumber(urlState.checkPage), Math.max(1, Math.ceil(shown.length / pageSize)))
  const showAll = () => {
    setText('')
    change(urlDefaults)
  }
  return (
    <>
      <div className="flex flex-wrap gap-2 border-line border-b p-3 sm:px-5">
        <SearchInput
          label="Search checks..."
          value={text}
          onValue={setText}
          className="min-w-44 grow basis-56 sm:max-w-sm"
        />
        <Select
          label="Checks"
          options={coverageFilters}
          value={coverageFilters.some(({ value }) => value === filter) ? filter : ''}
          onValue={value => change({ checks: value, checkPage: '1' })}
          className="w-56 max-sm:w-auto max-sm:grow"
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title="No checks found"
          description="No check fits the search and the filter."
          action={<Button onClick={showAll}>Show all checks</Button>}
        />
      ) : (
        <Table label="What each check checked">
          <TableHead>
            <TableRow>
              <TableHeaderCell className="w-[38%]">Check</TableHeaderCell>
              <TableHeaderCell>Issues</TableHeaderCell>
              <TableHeaderCell>Pages checked</TableHeaderCell>
              <TableHeaderCell className="w-[34%]">Pages not checked</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.slice((page - 1) * pageSize, page * pageSize).map(check => (
              <CheckRow key={check.id} check={check} place={place} />
            ))}
          </TableBody>
        </Table>
      )}
      <Pagination
        label="Pagination of checks"
        page={page}
        pageSize={pageSize}
        total={shown.length}
        onPage={next => change({ checkPage: String(next) })}
        onPageSize={size => change({ checkSize: size, checkPage: '1' })}
      />
    </>
  )
}

function CheckRow({ check, place }: { check: WholeCheckResult; place: IssueScreenCrawl }) {
  const { title, notChecked, pagesChecked } = check
  const missed = notChecked.reduce((sum, { pages }) => sum + pages, 0)
  return (
    <TableRow>
      <TableCell>{title}</TableCell>
      <TableCell label="Issues">
        <Issues check={check} place={place} />
      </TableCell>
      <TableCell label="Pages checked" className="figures whitespace-nowrap">
        {formatNumber(pagesChecked)} of {formatNumber(pagesChecked + missed)}
      </TableCell>
      <TableCell label="Pages not checked">
        {missed === 0 ? (
          <span className="text-ink-muted">{pagesChecked > 0 ? 'None' : 'It applies to no page of this crawl'}</span>
        ) : (
          <ul className="figures space-y-0.5 text-[0.8125rem]">
            {notChecked.map(({ reason, pages }) => (
              <li key={reason}>
                {formatCount(pages, 'page')}: <span className="text-ink-muted">{reason}</span>
              </li>
            ))}
          </ul>
        )}
      </TableCell>
    </TableRow>
  )
}

/** A check that checked no page has not passed. */
function Issues({ check, place }: { check: WholeCheckResult; place: IssueScreenCrawl }) {
  const { id, issueCount, pagesChecked } = check
  if (issueCount > 0)
    return (
      <a
        href={hrefTo('errors', place.websiteId, { check: id, crawl: place.crawlText })}
        className="figures text-accent underline"
      >
        {formatCount(issueCount, 'issue')}
      </a>
    )
  if (pagesChecked === 0) return <Badge>Not checked</Badge>
  return (
    <Badge tone="success">
      <CircleCheck aria-hidden />
      No issues
    </Badge>
  )
}
