/** The images of the page with their alt texts and files. */
import { ImageIcon } from 'lucide-react'
import { LARGE_IMAGE_BYTES } from '#shared/constants.ts'
import { isErrorStatus } from '#shared/http-status.ts'
import type { PageFactsResponse } from '#shared/page-detail.ts'
import { isAbove } from '#shared/thresholds.ts'
import { Badge, HttpStatus } from '../../components/badge.tsx'
import { beginningOf, CrawledText } from '../../components/crawled-text.tsx'
import { formatKilobytes, formatNumber } from '../../components/format.ts'
import { ImageThumbnail } from '../../components/image-thumbnail.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'

type Images = PageFactsResponse['images']
type Image = Images['items'][number]

interface ImagesTableProps {
  images: Images
  websiteId: number
  crawlId: number | null
}

const MAX_ALT_LENGTH = 300

export function ImagesTable({ images, websiteId, crawlId }: ImagesTableProps) {
  if (images.items.length === 0)
    return <EmptyState icon={ImageIcon} title="No images found" description="This page has no images." />
  return (
    <>
      <Table label="Images of this page" className="md:table-fixed">
        <TableHead>
          <tr>
            <TableHeaderCell className="w-24">
              <span className="sr-only">Preview</span>
            </TableHeaderCell>
            <TableHeaderCell>Image</TableHeaderCell>
            <TableHeaderCell className="w-[32%]">Alt text</TableHeaderCell>
            <TableHeaderCell className="w-28">Dimensions</TableHeaderCell>
            <TableHeaderCell className="w-28">File</TableHeaderCell>
          </tr>
        </TableHead>
        <TableBody>
          {images.items.map((image, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: images stand in the order of the source, and may repeat
            <TableRow key={index}>
              <TableCell>
                {image.src !== null && (
                  <ImageThumbnail
                    websiteId={websiteId}
                    crawlId={crawlId}
                    url={image.src}
                    alt=""
                    isBroken={isErrorStatus(image.statusCode)}
                  />
                )}
              </TableCell>
              <TableCell className="md:align-top">
                {image.src === null ? (
                  <span className="text-ink-muted">No URL, or an inline image</span>
                ) : (
                  <UrlText url={image.src} className="md:pointer-coarse:-mt-1" />
                )}
                <span className="text-ink-muted text-xs">
                  In {image.region}
                  {image.line > 0 && `, line ${image.line}`}
                </span>
              </TableCell>
              <TableCell label="Alt text" className="md:align-top">
                <AltText image={image} />
              </TableCell>
              <TableCell label="Dimensions" className="figures md:align-top">
                {image.width === null && image.height === null ? (
                  <span className="text-ink-muted text-xs">Not set</span>
                ) : (
                  `${image.width ?? '–'} × ${image.height ?? '–'}`
                )}
              </TableCell>
              <TableCell label="File" className="md:align-top">
                <FileFacts image={image} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {images.items.length < images.total && (
        <p className="border-line border-t px-4 py-3 text-ink-muted text-sm sm:px-5">
          Showing the first {formatNumber(images.items.length)} of {formatNumber(images.total)} images
        </p>
      )}
    </>
  )
}

function AltText({ image: { alt, isDecorative, hasOtherName } }: { image: Image }) {
  if (alt)
    return (
      <CrawledText
        text={beginningOf(alt, MAX_ALT_LENGTH)}
        className="min-w-0 [overflow-wrap:anywhere] max-md:text-right"
      />
    )
  if (isDecorative) return <Badge>Decorative</Badge>
  if (hasOtherName) return <Badge>Named by other text</Badge>
  return alt === null ? <Badge tone="error">Missing</Badge> : <Badge tone="warning">Empty</Badge>
}

function FileFacts({ image: { statusCode, bytes } }: { image: Image }) {
  if (statusCode === null && bytes === null) return <span className="text-ink-muted text-xs">Not checked</span>
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {statusCode !== null && <HttpStatus status={statusCode} />}
      {bytes !== null && (
        <span className="figures">
          {formatKilobytes(bytes)}
          {isAbove(bytes, LARGE_IMAGE_BYTES) && <span className="text-warning"> large</span>}
        </span>
      )}
    </span>
  )
}
