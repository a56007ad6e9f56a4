/** One row per group of duplicate pages. */
import { useCallback } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import type { PageResponse } from '#shared/api/pages.ts'
import { SeverityBadge } from '../../components/badge.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatCount } from '../../components/format.ts'
import { TableCell } from '../../components/table.tsx'
import type { IssueLinks } from '../../issues/issue-links.ts'
import {
  type IssueCells,
  type IssueColumn,
  IssueOpener,
  IssueRows,
  type IssueTableProps,
} from '../../issues/issue-rows.tsx'
import { groupFacts, groupMembers, groupSize } from './duplicate-group.ts'
import { MemberComparison } from './member-comparison.tsx'
import { MEMBERS_SHOWN, useMembers } from './use-members.ts'

const columns: readonly IssueColumn[] = [{ name: 'Severity', width: 'w-29' }, { name: 'Pages that are alike' }]

export function DuplicatesTable({ links, ...table }: IssueTableProps) {
  const { pages, isPending } = useMembers(table.issues)
  const cells = useCallback<IssueCells>(
    (issue, open) => (
      <>
        <TableCell className="align-top">
          <SeverityBadge severity={issue.severity} />
        </TableCell>
        <TableCell className="min-w-0 align-top">
          <Group {...{ issue, pages, isPending, links }} onOpen={open} />
        </TableCell>
      </>
    ),
    [pages, isPending, links],
  )
  return <IssueRows {...table} columns={columns} fits cells={cells} />
}

interface GroupProps {
  issue: IssueResponse
  pages: ReadonlyMap<string, PageResponse>
  isPending: boolean
  links: IssueLinks
  onOpen: () => void
}

function Group({ issue, pages, isPending, links, onOpen }: GroupProps) {
  const hidden = groupSize(issue) - Math.min(groupMembers(issue).length, MEMBERS_SHOWN)
  return (
    <>
      <IssueOpener issue={issue} onOpen={onOpen} />
      <GroupFacts issue={issue} />
      <MemberComparison issue={issue} pages={pages} isPending={isPending} pageHref={links.page} />
      {hidden > 0 && (
        <button
          type="button"
          onClick={onOpen}
          className="figures mt-2 text-accent text-sm underline-offset-4 hover:underline"
        >
          and {formatCount(hidden, 'more page')}
        </button>
      )}
    </>
  )
}

function GroupFacts({ issue }: { issue: IssueResponse }) {
  const facts = groupFacts(issue)
  if (facts.length === 0) return null
  return (
    <dl className="mt-0.5 flex min-w-0 flex-wrap gap-x-4 text-ink-muted text-xs leading-5">
      {facts.map(({ label, text }) => (
        <div key={label} className="flex min-w-0 gap-1.5">
          <dt className="shrink-0">
            <CrawledText text={label} />:
          </dt>
          <dd className="figures min-w-0 truncate">
            <CrawledText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
