/** The evidence of an issue, by its kind. All of it comes from a crawled site: it is shown by `CrawledText` alone. */
import { ExternalLink } from 'lucide-react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { assertNever } from '#shared/errors.ts'
import { plainText } from '#shared/plain-text.ts'
import { parseHttpUrl } from '#shared/url.ts'
import { Button } from '../components/button.tsx'
import { CrawledText, LongCrawledText } from '../components/crawled-text.tsx'
import { formatCount } from '../components/format.ts'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../components/table.tsx'
import { UrlText } from '../components/url-text.tsx'
import { differenceOf } from './fix-difference.ts'
import { IssueCode } from './issue-code.tsx'
import { type IssueEvidence, type SourceElement, sourceElements, wrongPart } from './issue-parts.ts'
import { IssueAttempts, IssueHops } from './issue-requests.tsx'
import { IssueUrlList } from './issue-url-list.tsx'

interface EvidenceListProps {
  evidence: readonly IssueEvidence[]
  issue: IssueResponse
  /** Link to the insights of a page. */
  pageHref: (url: string) => string
}

export function IssueEvidenceList({ evidence, issue, pageHref }: EvidenceListProps) {
  const about = { issue, pageHref, origin: URL.parse(issue.pageUrl)?.origin }
  return (
    <>
      {evidence.some(isSource) && <SourcePage issue={issue} pageHref={pageHref} />}
      <div className="space-y-4">
        {evidence.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the evidence of an issue never changes its order
          <div key={index}>
            {entry.label !== issue.title && (
              <h4 className="mb-1 font-medium text-[0.8125rem]">
                <CrawledText text={entry.label} />
              </h4>
            )}
            <Proof entry={entry} {...about} />
          </div>
        ))}
      </div>
    </>
  )
}

function isSource(entry: IssueEvidence): boolean {
  return entry.kind === 'code' || (entry.kind === 'table' && sourceElements(entry) !== null)
}

/** The page whose source is quoted; of an issue of one page, the head names it. */
function SourcePage({ issue, pageHref }: Pick<EvidenceListProps, 'issue' | 'pageHref'>) {
  const { pageUrl, affectedCount } = issue
  const url = parseHttpUrl(pageUrl)
  if (affectedCount === 1 || !url) return null
  return (
    <div className="mb-2 flex items-center justify-between gap-3 text-[0.8125rem]">
      <UrlText url={pageUrl} origin={url.origin} href={pageHref(pageUrl)} hasActions={false} />
      <Button size="small" href={url.href} target="_blank" rel="noopener noreferrer">
        <ExternalLink aria-hidden />
        Open Page
      </Button>
    </div>
  )
}

interface ProofProps {
  entry: IssueEvidence
  issue: IssueResponse
  origin: string | undefined
  pageHref: (url: string) => string
}

function Proof({ entry, issue, origin, pageHref }: ProofProps) {
  switch (entry.kind) {
    case 'text':
      return (
        <p className="whitespace-pre-wrap break-words rounded-control border border-line px-3 py-2 text-sm">
          <LongCrawledText text={entry.text} />
        </p>
      )
    case 'code':
      return <Source label={entry.label} code={entry.code} line={entry.line ?? 0} issue={issue} />
    case 'url':
      return (
        <div className="rounded-control border border-line px-3 py-1 text-[0.8125rem]">
          <UrlText url={entry.url} origin={origin} />
        </div>
      )
    case 'urls':
      return <IssueUrlList urls={entry.urls} total={entry.total} origin={origin} hrefOf={pageHref} />
    case 'hops':
      return <IssueHops hops={entry.hops} origin={origin} />
    case 'attempts':
      return <IssueAttempts attempts={entry.attempts} />
    case 'places':
      return <IssueUrlList urls={entry.places.map(at => at.sourceUrl)} total={entry.total} origin={origin} />
    case 'table':
      return <EvidenceTable entry={entry} issue={issue} />
    default:
      return assertNever(entry)
  }
}

function Source({ label, code, line, issue }: { label: string; code: string; line: number; issue: IssueResponse }) {
  const { example } = issue
  const mark = example ? wrongPart(code, example, differenceOf(example.before, example.after).before) : undefined
  return <IssueCode label={label} code={code} firstLine={line} mark={mark} />
}

function EvidenceTable({ entry, issue }: { entry: Extract<IssueEvidence, { kind: 'table' }>; issue: IssueResponse }) {
  const { label, columns, rows, total = 0 } = entry
  const elements = sourceElements(entry)
  const notListed = total - rows.length
  const [first] = rows
  return (
    <>
      {elements ? (
        <ol className="space-y-2">
          {elements.map((element, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never change their order, and may repeat
            <li key={index}>
              <ElementSource element={element} label={label} issue={issue} />
            </li>
          ))}
        </ol>
      ) : rows.length === 1 && first ? (
        <Facts facts={columns.map((name, index) => ({ name, value: first[index] ?? '' }))} />
      ) : (
        <Rows label={label} columns={columns} rows={rows} />
      )}
      {notListed > 0 && <p className="mt-1.5 text-ink-muted text-sm">and {formatCount(notListed, 'more row')}</p>}
    </>
  )
}

function ElementSource({ element, label, issue }: { element: SourceElement; label: string; issue: IssueResponse }) {
  const { line, code, path, facts } = element
  return (
    <>
      <Source label={line > 0 ? `${label}, line ${line}` : label} code={code} line={line} issue={issue} />
      <p className="mt-1 flex flex-wrap gap-x-4 text-ink-muted text-xs">
        {facts.map(({ name, value }) => (
          <span key={name} className="[overflow-wrap:anywhere]">
            {name}: <CrawledText text={value} />
          </span>
        ))}
        {path !== '' && <CrawledText text={path} dir="ltr" className="font-mono [overflow-wrap:anywhere]" />}
      </p>
    </>
  )
}

/** One row, as names and values. */
function Facts({ facts }: { facts: readonly { name: string; value: string }[] }) {
  return (
    <dl className="divide-y divide-line rounded-control border border-line text-sm">
      {facts
        .filter(({ value }) => value !== '')
        .map(({ name, value }) => (
          <div key={name} className="flex flex-wrap gap-x-4 px-3 py-1.5">
            <dt className="w-44 shrink-0 text-ink-muted">
              <CrawledText text={name} />
            </dt>
            <dd className="min-w-0 flex-1 basis-52 break-words">
              <LongCrawledText text={value} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

function Rows({ label, columns, rows }: { label: string; columns: readonly string[]; rows: readonly string[][] }) {
  return (
    <div className="overflow-hidden rounded-control border border-line">
      <Table label={plainText(label)} narrow="scroll">
        <TableHead>
          <tr>
            {columns.map(column => (
              <TableHeaderCell key={column}>
                <CrawledText text={column} />
              </TableHeaderCell>
            ))}
          </tr>
        </TableHead>
        <TableBody>
          {rows.map((row, rowIndex) => (
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
