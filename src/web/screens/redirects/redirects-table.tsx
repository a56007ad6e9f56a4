/** Redirect issues: the problem, the redirect as a chain, and the pages that link to it. */
import { useCallback } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { SeverityBadge } from '../../components/badge.tsx'
import { formatCount } from '../../components/format.ts'
import { TableCell } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'
import type { IssueLinks } from '../../issues/issue-links.ts'
import {
  type IssueCells,
  type IssueColumn,
  IssueOpener,
  IssueRows,
  type IssueTableProps,
} from '../../issues/issue-rows.tsx'
import { issueTypeLabel } from '../../issues/issue-type-label.ts'
import { RedirectChain } from './redirect-chain.tsx'
import { hopCount, redirectSteps } from './redirect-steps.ts'

const columns: readonly IssueColumn[] = [
  { name: 'Severity', width: 'w-29' },
  { name: 'Issue', width: 'w-[28%]' },
  { name: 'Redirect' },
  { name: 'Linked from', width: 'w-[24%]' },
]

export function RedirectsTable({ links, ...table }: IssueTableProps) {
  const cells = useCallback<IssueCells>((issue, open) => <Cells issue={issue} links={links} onOpen={open} />, [links])
  return <IssueRows {...table} columns={columns} cells={cells} />
}

interface CellsProps {
  issue: IssueResponse
  links: IssueLinks
  onOpen: () => void
}

function Cells({ issue, links, onOpen }: CellsProps) {
  const steps = redirectSteps(issue)
  const hops = hopCount(steps)
  return (
    <>
      <TableCell className="align-top">
        <SeverityBadge severity={issue.severity} />
      </TableCell>
      <TableCell className="min-w-0 align-top">
        <IssueOpener issue={issue} onOpen={onOpen} />
        <span className="figures block text-ink-muted text-xs leading-5">
          {issueTypeLabel(issue.type)}
          {hops > 0 && `, ${formatCount(hops, 'hop')}`}
        </span>
      </TableCell>
      <TableCell className="min-w-0 align-top">
        <RedirectChain steps={steps} />
      </TableCell>
      <TableCell className="min-w-0 align-top">
        <Sources issue={issue} links={links} onOpen={onOpen} />
      </TableCell>
    </>
  )
}

const SOURCES_SHOWN = 2

function Sources({ issue, links, onOpen }: CellsProps) {
  const { referringSources, referringSourceCount, sourceUrl } = issue
  const sources = referringSources.length > 0 ? referringSources : sourceUrl === null ? [] : [sourceUrl]
  if (sources.length === 0) return <span className="text-ink-muted text-xs">not known</span>
  return (
    <>
      <span className="text-ink-muted text-xs md:sr-only">Linked from</span>
      <ul>
        {sources.slice(0, SOURCES_SHOWN).map(url => (
          <li key={url}>
            <UrlText url={url} href={links.page(url)} hasActions={false} className="min-h-7" />
          </li>
        ))}
      </ul>
      {referringSourceCount > SOURCES_SHOWN && (
        <button type="button" onClick={onOpen} className="figures text-ink-muted text-xs leading-5 hover:underline">
          {formatCount(referringSourceCount, 'referring page')} in all
        </button>
      )}
    </>
  )
}
