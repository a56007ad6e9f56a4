/** The stored headers of the response. */
import { ListX } from 'lucide-react'
import type { PageFactsResponse } from '#shared/page-detail.ts'
import { LongCrawledText } from '../../components/crawled-text.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'

export function HeadersTable({ facts: { headers } }: { facts: PageFactsResponse }) {
  if (headers.length === 0)
    return (
      <EmptyState icon={ListX} title="No headers found" description="The response has none of the stored headers." />
    )
  return (
    <>
      <Table label="Response headers" className="md:table-fixed">
        <TableHead>
          <tr>
            <TableHeaderCell className="w-64">Header</TableHeaderCell>
            <TableHeaderCell>Value</TableHeaderCell>
          </tr>
        </TableHead>
        <TableBody>
          {headers.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headers keep their order and may repeat
            <TableRow key={index}>
              <TableCell className="break-all font-medium font-mono text-[0.8125rem] md:align-top">{name}</TableCell>
              <TableCell className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
                <LongCrawledText text={value} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <p className="border-line border-t px-4 py-3 text-ink-muted text-sm sm:px-5">
        Only headers about search, caching and security are stored.
      </p>
    </>
  )
}
