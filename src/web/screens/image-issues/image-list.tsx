/** The images of one issue: picture, address, what is wrong, size and alt text. The first few at once, the others on request. */
import { useState } from 'react'
import { plainText } from '#shared/plain-text.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatKilobytes, formatNumber } from '../../components/format.ts'
import { ImageThumbnail } from '../../components/image-thumbnail.tsx'
import { UrlText } from '../../components/url-text.tsx'
import type { ShownImage } from './image-issue-facts.ts'

const SHOWN_AT_FIRST = 3

interface ImageListProps {
  images: readonly ShownImage[]
  websiteId: number
  /** Of an earlier crawl, null for the newest. */
  crawlId: number | null
}

export function ImageList({ images, websiteId, crawlId }: ImageListProps) {
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
          Show all {formatNumber(images.length)} images
        </Button>
      )}
    </>
  )
}

function ImageFacts({ image }: { image: ShownImage }) {
  const { src, problem, isBroken, isLarge, fileSize, statusCode } = image
  return (
    <div className="min-w-0 flex-1">
      {src === '' ? (
        <span className="block leading-7 text-ink-muted">No web address of its own</span>
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
    // The badge says so already.
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
