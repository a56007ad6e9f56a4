/** Broken links, one row per target: its status code, its URL, the referring pages and the link text. */
import { useCallback } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { plainText } from '#shared/plain-text.ts'
import { Badge, HttpStatus, SeverityBadge } from '../../components/badge.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatCount } from '../../components/format.ts'
import { TableCell } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'
import {
  type IssueCells,
  type IssueColumn,
  IssueOpener,
  IssueRows,
  type IssueTableProps,
} from '../../issues/issue-rows.tsx'
import { firstPlace, targetStatus } from './broken-link-facts.ts'

const columns: readonly IssueColumn[] = [
  { name: 'Severity', width: 'w-29' },
  { name: 'Status', width: 'w-26' },
  { name: 'Target', width: 'w-[30%]' },
  { name: 'Linked from' },
  { name: 'Link text', width: 'w-[15%]' },
]

export function BrokenLinksTable({ links, ...table }: IssueTableProps) {
  const cells = useCallback<IssueCells>(
    (issue, open) => <Cells issue={issue} onOpen={open} pageHref={links.page} />,
    [links],
  )
  return <IssueRows {...table} columns={columns} cells={cells} />
}

interface CellsProps {
  issue: IssueResponse
  onOpen: () => void
  pageHref: (url: string) => string
}

function Cells({ issue, onOpen, pageHref }: CellsProps) {
  const { details, sourceUrl, referringSourceCount } = issue
  const status = targetStatus(issue)
  return (
    <>
      <TableCell className="md:align-top">
        <SeverityBadge severity={issue.severity} />
      </TableCell>
      <TableCell label="Status" className="md:align-top">
        {status === undefined ? <span className="text-ink-faint text-xs">none</span> : <HttpStatus status={status} />}
      </TableCell>
      <TableCell className="md:align-top">
        <UrlText url={details.targetUrl ?? issue.url} className="font-medium md:pointer-coarse:-mt-1" />
        <span className="block text-ink-muted text-xs leading-5">
          <IssueOpener issue={issue} onOpen={onOpen} />
        </span>
      </TableCell>
      <TableCell className="md:align-top">
        {sourceUrl !== null && <UrlText url={sourceUrl} href={pageHref(sourceUrl)} hasActions={false} />}
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {referringSourceCount > 1 && (
            <button type="button" onClick={onOpen} className="figures text-ink-muted text-xs leading-5 hover:underline">
              {formatCount(referringSourceCount, 'referring page')}
            </button>
          )}
          {details.highPrioritySource && <Badge tone="accent">High priority</Badge>}
        </span>
      </TableCell>
      <TableCell label="Link text" className="md:align-top">
        <LinkText issue={issue} />
      </TableCell>
    </>
  )
}

function LinkText({ issue }: { issue: IssueResponse }) {
  const place = firstPlace(issue)
  if (!place) return <span className="text-ink-muted text-xs">unknown</span>
  return (
    <span className="min-w-0 max-md:text-right">
      {place.text === '' ? (
        <span className="block text-ink-muted">No text</span>
      ) : (
        <span className="line-clamp-2 break-words" title={plainText(place.text)}>
          <CrawledText text={place.text} />
        </span>
      )}
      <span className="block text-ink-muted text-xs leading-5">in {place.region}</span>
    </span>
  )
}
