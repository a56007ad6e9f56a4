/** The cells of a result: allowed or blocked, and the line that decides. */
import type { RobotsTest } from '#shared/robots-test.ts'
import { Badge } from '../../components/badge.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { TableCell } from '../../components/table.tsx'

export function RobotsResult({ result: { isAllowed, line, rule } }: { result: RobotsTest }) {
  return (
    <>
      <TableCell label="Result">
        <Badge tone={isAllowed ? 'success' : 'error'}>{isAllowed ? 'Allowed' : 'Blocked'}</Badge>
      </TableCell>
      <TableCell label="Deciding line" className="break-all">
        {line === null ? (
          <span className="text-ink-muted">{isAllowed ? 'No rule matches' : 'The file could not be read'}</span>
        ) : (
          <span>
            {line}:{' '}
            <code className="text-[0.8125rem]">
              <CrawledText text={rule} dir="ltr" />
            </code>
          </span>
        )}
      </TableCell>
    </>
  )
}
