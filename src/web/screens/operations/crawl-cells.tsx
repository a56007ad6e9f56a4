/** The cells that the lists of crawls have in common. Addresses and names are what strangers chose. */
import type { OperationsCrawl } from '#shared/api/operations.ts'
import { plainText } from '#shared/plain-text.ts'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatDateTime, formatRelativeTime } from '../../components/format.ts'
import { TableCell } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'

export function AddressCell({ url }: { url: string }) {
  return (
    <TableCell>
      <UrlText url={url} className="font-medium" />
    </TableCell>
  )
}

export function OwnerCell({ owner }: Pick<OperationsCrawl, 'owner'>) {
  return (
    <TableCell label="Owner">
      {owner === null ? (
        <span className="text-ink-muted">Visitor</span>
      ) : (
        <span title={plainText(owner)} className="block min-w-0 truncate">
          <CrawledText text={owner} />
        </span>
      )}
    </TableCell>
  )
}

interface TimeCellProps {
  label: string
  /** ISO 8601; null when it has not come to it. */
  at: string | null
  nowMs: number
}

export function TimeCell({ label, at, nowMs }: TimeCellProps) {
  return (
    <TableCell label={label} className="figures">
      {at === null ? (
        <span className="text-ink-muted">Not yet</span>
      ) : (
        <time dateTime={at} title={formatDateTime(at)}>
          {formatRelativeTime(at, nowMs)}
        </time>
      )}
    </TableCell>
  )
}
