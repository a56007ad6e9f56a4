/**
 * What proves an issue: one drawing per kind of evidence. Everything in it was written by a crawled site, so it is only
 * ever shown by `CrawledText`.
 */
import type { IssueResponse } from '#shared/api/issues.ts'
import { assertNever } from '#shared/errors.ts'
import { plainText } from '#shared/plain-text.ts'
import { CrawledText, LongCrawledText } from '../components/crawled-text.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../components/table.tsx'
import { UrlText } from '../components/url-text.tsx'
import { IssueAttempts } from './issue-attempts.tsx'
import { IssueCode } from './issue-code.tsx'
import { IssueHops } from './issue-hops.tsx'
import { IssuePlaceList } from './issue-place-list.tsx'
import { IssueUrlList } from './issue-url-list.tsx'

type Evidence = IssueResponse['details']['evidence'][number]

interface IssueEvidenceProps {
  evidence: Evidence
  /** Where the address of a page leads inside the product. */
  pageHref: (url: string) => string
}

export function IssueEvidence({ evidence, pageHref }: IssueEvidenceProps) {
  return (
    <div>
      <h4 className="mb-1.5 font-medium text-sm">
        <CrawledText text={evidence.label} />
      </h4>
      <Proof evidence={evidence} pageHref={pageHref} />
    </div>
  )
}

function Proof({ evidence, pageHref }: IssueEvidenceProps) {
  switch (evidence.kind) {
    case 'text':
      return (
        <p className="whitespace-pre-wrap break-words rounded-control border border-line px-3 py-2 text-sm">
          <LongCrawledText text={evidence.text} />
        </p>
      )
    case 'code':
      return <IssueCode label={evidence.label} code={evidence.code} firstLine={evidence.line} />
    case 'url':
      return (
        <div className="rounded-control border border-line px-3 py-1 text-sm">
          <UrlText url={evidence.url} />
        </div>
      )
    case 'urls':
      return <IssueUrlList urls={evidence.urls} total={evidence.total} />
    case 'hops':
      return <IssueHops hops={evidence.hops} />
    case 'attempts':
      return <IssueAttempts attempts={evidence.attempts} />
    case 'places':
      return <IssuePlaceList places={evidence.places} total={evidence.total} hrefOf={pageHref} />
    case 'table':
      return <EvidenceTable evidence={evidence} />
    default:
      return assertNever(evidence)
  }
}

function EvidenceTable({ evidence }: { evidence: Extract<Evidence, { kind: 'table' }> }) {
  return (
    <div className="overflow-hidden rounded-control border border-line">
      <Table label={plainText(evidence.label)} narrow="scroll">
        <TableHead>
          <tr>
            {evidence.columns.map(column => (
              <TableHeaderCell key={column}>
                <CrawledText text={column} />
              </TableHeaderCell>
            ))}
          </tr>
        </TableHead>
        <TableBody>
          {evidence.rows.map((row, rowIndex) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never change their order, and may repeat
            <TableRow key={rowIndex}>
              {row.map((cell, cellIndex) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <TableCell key={cellIndex} className="align-top">
                  <LongCrawledText text={cell} className="break-words" />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
