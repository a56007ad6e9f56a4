/** Image issues: the problem, the page and the affected images. */

import { useCallback, useState } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { plainText } from '#shared/plain-text.ts'
import { idNumber } from '#shared/routes.ts'
import { Badge, SeverityBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatCount, formatKilobytes, formatNumber } from '../../components/format.ts'
import { ImageThumbnail } from '../../components/image-thumbnail.tsx'
import { TableCell } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'
import type { IssueLinks } from '../../issues/issue-links.ts'
import {
  type IssueCells,
  type IssueColumn,
  IssueOpener,
  IssueRows,
  type IssueTableProps,
  PageCount,
} from '../../issues/issue-rows.tsx'
import { issueTypeLabel } from '../../issues/issue-type-label.ts'
import { useUrlState } from '../../state/url-state.ts'
import { isShownIssue, type ShownImage, shownImages } from './image-issue-facts.ts'

const urlDefaults = { crawl: '' }
const columns: readonly IssueColumn[] = [
  { name: 'Severity', width: 'w-29' },
  { name: 'Issue and page', width: 'w-[36%]' },
  { name: 'Images' },
]

export function ImageIssuesTable({ issues, links, ...table }: IssueTableProps) {
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
          <ImageList
            images={shownImages(issue)}
            total={issue.imageCount}
            websiteId={issue.websiteId}
            crawlId={idNumber(crawl)}
          />
        </TableCell>
      </>
    ),
    [links, crawl],
  )
  return <IssueRows {...table} issues={issues.filter(isShownIssue)} columns={columns} fits cells={cells} />
}

interface PageOfImagesProps {
  issue: IssueResponse
  links: IssueLinks
  onOpen: () => void
}

/** The page with the images; for an image on several pages the first, with their number. */
function PageOfImages({ issue, links, onOpen }: PageOfImagesProps) {
  const { sourceUrl, url } = issue
  const page = sourceUrl ?? url
  return (
    <>
      <span className="flex min-w-0 items-center gap-1 text-sm">
        <span className="shrink-0 text-ink-muted">on</span>
        <UrlText url={page} href={links.page(page)} />
      </span>
      <PageCount issue={issue} onOpen={onOpen} />
    </>
  )
}

const SHOWN_AT_FIRST = 3

interface ImageListProps {
  images: readonly ShownImage[]
  /** `images` may hold fewer. */
  total: number
  websiteId: number
  /** Of an earlier crawl, null for the newest. */
  crawlId: number | null
}

/** Preview, URL, problem, size and alt text of each image: the first few, the others on request. */
function ImageList({ images, total, websiteId, crawlId }: ImageListProps) {
  const [isWholeShown, setWholeShown] = useState(false)
  const shown = isWholeShown ? images : images.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <ul className="space-y-3 max-md:mt-2">
        {shown.map((image, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the images of an issue never change their order, and may repeat
          <li key={index} className="flex min-w-0 gap-3">
            <ImageThumbnail websiteId={websiteId} crawlId={crawlId} url={image.src} alt="" isBroken={image.isBroken} />
            <ImageFacts image={image} />
          </li>
        ))}
      </ul>
      {shown.length < images.length && (
        <Button size="small" variant="link" className="mt-1 px-0" onClick={() => setWholeShown(true)}>
          Show {images.length < total ? 'the first' : 'all'} {formatNumber(images.length)} images
        </Button>
      )}
      {shown.length === images.length && images.length < total && (
        <p className="mt-1.5 text-ink-muted text-sm">and {formatCount(total - images.length, 'more image')}</p>
      )}
    </>
  )
}

function ImageFacts({ image }: { image: ShownImage }) {
  const { src, problem, isBroken, isLarge, fileSize, statusCode } = image
  return (
    <div className="min-w-0 flex-1">
      {src === '' ? (
        <span className="block leading-7 text-ink-muted">No URL of its own</span>
      ) : (
        <UrlText url={src} className="min-h-7" />
      )}
      <div className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem]">
        <Badge tone={isBroken ? 'error' : isLarge ? 'warning' : 'neutral'}>
          <CrawledText text={problem} />
        </Badge>
        {statusCode !== undefined && <span className="text-ink-muted">Status {statusCode}</span>}
        {fileSize !== null && !isBroken && (
          <span className={isLarge ? 'font-medium' : 'text-ink-muted'}>{formatKilobytes(fileSize)}</span>
        )}
        <AltText image={image} />
      </div>
    </div>
  )
}

function AltText({ image: { altText, issue } }: { image: ShownImage }) {
  switch (altText.kind) {
    case 'unknown':
      return null
    // The badge shows this already.
    case 'missing':
      return null
    case 'empty':
      return issue.startsWith('empty alt') ? null : <span className="text-ink-muted">Alt text empty</span>
    case 'text':
      return (
        <span className="min-w-0 truncate text-ink-muted" title={plainText(altText.text)}>
          Alt “<CrawledText text={altText.text} />”
        </span>
      )
  }
}
