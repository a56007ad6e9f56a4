/** The pages that an issue affects: the first few, and all of them on request. */
import { useState } from 'react'
import { affectedPages } from '#shared/affected-pages.ts'
import type { IssueResponse } from '#shared/api/issues.ts'
import { Button } from '../components/button.tsx'
import { formatNumber } from '../components/format.ts'
import { UrlText } from '../components/url-text.tsx'
import { useIssuePages } from '../queries/issue-pages.ts'

interface IssuePagesProps {
  issue: IssueResponse
  pageHref: (url: string) => string
}

const SHOWN_AT_FIRST = 6

export function IssuePages({ issue, pageHref }: IssuePagesProps) {
  const [isOpen, setOpen] = useState(false)
  const { urls, total, error, isFetching, hasNextPage, fetchNextPage } = useIssuePages(issue, isOpen)
  const named = [...new Set(affectedPages(issue))]
  const count = Math.max(issue.affectedCount, named.length)
  const origin = URL.parse(issue.pageUrl)?.origin
  // The first few are those that most pages link to; all of them come in another order.
  const shown = urls.length > 0 ? urls : named.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <ul className="divide-y divide-line rounded-control border border-line">
        {shown.map(url => (
          <li key={url} className="px-3 py-1 text-[0.8125rem]">
            <UrlText url={url} origin={origin} href={pageHref(url)} />
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className="mt-1.5 text-sm">
          The pages could not be loaded.
        </p>
      )}
      {urls.length === 0 && count > shown.length && (
        <Button
          size="small"
          variant="link"
          className="mt-1 px-0"
          disabled={isFetching}
          onClick={() => (isOpen ? void fetchNextPage() : setOpen(true))}
        >
          All {formatNumber(count)} pages
        </Button>
      )}
      {urls.length > 0 && (
        <p role="status" className="figures mt-1.5 text-ink-muted text-sm">
          Showing {formatNumber(urls.length)} of {formatNumber(total)} pages
        </p>
      )}
      {urls.length > 0 && hasNextPage && (
        <Button size="small" className="mt-1" disabled={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}
