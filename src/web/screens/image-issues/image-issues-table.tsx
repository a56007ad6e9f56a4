/** Image issues: what is wrong and where, with the images that it is about. */
import { useCallback } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { SeverityBadge } from '../../components/badge.tsx'
import { formatCount } from '../../components/format.ts'
import { TableCell, TableHeaderCell } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'
import type { IssueLinks } from '../../issues/issue-links.ts'
import {
  type IssueCells,
  IssueOpener,
  IssueRows,
  IssueTableFrame,
  type IssueTableProps,
} from '../../issues/issue-rows.tsx'
import { issueTypeLabel } from '../../issues/issue-type-label.ts'
import { idNumber, useUrlState } from '../../state/url-state.ts'
import { isShownIssue, shownImages } from './image-issue-facts.ts'
import { ImageList } from './image-list.tsx'

const urlDefaults = { crawl: '' }
/** With one image. */
const rowHeight = { widePx: 110, stackedPx: 230 }

export function ImageIssuesTable({ label, issues, totalCount, openIssueId, onOpen, links }: IssueTableProps) {
  const [{ crawl }] = useUrlState(urlDefaults)
  const cells = useCallback<IssueCells>(
    (issue, open) => (
      <>
        <TableCell className="align-top">
          <SeverityBadge severity={issue.severity} />
        </TableCell>
        <TableCell className="min-w-0 align-top">
          <IssueOpener issue={issue} onOpen={open} />
          <span className="block text-ink-muted text-xs leading-5">{issueTypeLabel(issue.type)}</span>
          <PageOfImages issue={issue} links={links} onOpen={open} />
        </TableCell>
        <TableCell className="min-w-0 align-top">
          <ImageList images={shownImages(issue)} websiteId={issue.websiteId} crawlId={idNumber(crawl)} />
        </TableCell>
      </>
    ),
    [links, crawl],
  )
  return (
    <IssueTableFrame
      label={label}
      totalCount={totalCount}
      fits
      head={
        <>
          <TableHeaderCell className="w-29">Severity</TableHeaderCell>
          <TableHeaderCell className="w-[36%]">Issue and page</TableHeaderCell>
          <TableHeaderCell>Images</TableHeaderCell>
        </>
      }
    >
      <IssueRows
        issues={issues.filter(isShownIssue)}
        columnCount={3}
        rowHeight={rowHeight}
        openIssueId={openIssueId}
        onOpen={onOpen}
        cells={cells}
      />
    </IssueTableFrame>
  )
}

interface PageOfImagesProps {
  issue: IssueResponse
  links: IssueLinks
  onOpen: () => void
}

/** The page that shows them; of an image that several pages show, the first and how many there are. */
function PageOfImages({ issue, links, onOpen }: PageOfImagesProps) {
  const { sourceUrl, url, referringSources } = issue
  const page = sourceUrl ?? url
  return (
    <>
      <span className="flex min-w-0 items-center gap-1 text-sm">
        <span className="shrink-0 text-ink-muted">on</span>
        <UrlText url={page} href={links.page(page)} />
      </span>
      {referringSources.length > 1 && (
        <button type="button" onClick={onOpen} className="figures text-ink-muted text-xs leading-5 hover:underline">
          {formatCount(referringSources.length, 'page')} in all
        </button>
      )}
    </>
  )
}
