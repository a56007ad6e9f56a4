/**
 * The evidence of an issue, by its kind. All of it comes from a crawled site: it is shown by `CrawledText` alone.
 */
import { useState } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { assertNever } from '#shared/errors.ts'
import type { Place } from '#shared/model.ts'
import { plainText } from '#shared/plain-text.ts'
import { Button } from '../components/button.tsx'
import { beginningOf, CrawledText, LongCrawledText } from '../components/crawled-text.tsx'
import { formatCount, formatNumber } from '../components/format.ts'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../components/table.tsx'
import { UrlText } from '../components/url-text.tsx'
import { IssueCode } from './issue-code.tsx'
import { groupPlaces, type PlaceGroup, placeGroupTitle } from './issue-places.ts'
import { IssueAttempts, IssueHops } from './issue-requests.tsx'

type Evidence = IssueResponse['details']['evidence'][number]

interface IssueEvidenceProps {
  evidence: Evidence
  /** Link to the insights of a page. */
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
  const notListed = (evidence.total ?? 0) - evidence.rows.length
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
      {notListed > 0 && (
        <p className="border-line border-t px-4 py-2 text-ink-muted text-sm">
          and {formatCount(notListed, 'more row')}
        </p>
      )}
    </div>
  )
}

interface IssueUrlListProps {
  urls: readonly string[]
  /** How many there are in all; `urls` may hold fewer. */
  total?: number | undefined
  /** Link of a URL inside the product. */
  hrefOf?: ((url: string) => string) | undefined
}

const URLS_SHOWN_AT_FIRST = 8

/** URLs of an issue: the first few, the others on request, and how many more there are than were stored. */
export function IssueUrlList({ urls, total = urls.length, hrefOf }: IssueUrlListProps) {
  const [isExpanded, setExpanded] = useState(false)
  const shown = isExpanded ? urls : urls.slice(0, URLS_SHOWN_AT_FIRST)
  const notStored = total - urls.length
  return (
    <>
      <ul className="divide-y divide-line rounded-control border border-line">
        {shown.map((url, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order, and URLs may repeat
          <li key={index} className="px-3 py-1 text-sm">
            <UrlText url={url} href={hrefOf?.(url)} />
          </li>
        ))}
      </ul>
      {shown.length < urls.length && (
        <Button size="small" variant="link" className="mt-1 px-0" onClick={() => setExpanded(true)}>
          Show all {formatNumber(urls.length)}
        </Button>
      )}
      {shown.length === urls.length && notStored > 0 && (
        <p className="mt-1.5 text-ink-muted text-sm">and {formatCount(notStored, 'more URL')}</p>
      )}
    </>
  )
}

interface IssuePlaceListProps {
  places: readonly Place[]
  /** How many pages link to it in all; `places` may hold fewer. */
  total: number
  hrefOf?: ((url: string) => string) | undefined
}

const PLACES_SHOWN_AT_FIRST = 6
/** Longer link texts are cut in the summary. */
const MAX_SUMMARY_LENGTH = 160

/** The links to a target, grouped by their place in a template: "in the footer of 412 pages" is one fix. */
function IssuePlaceList({ places, total, hrefOf }: IssuePlaceListProps) {
  const [isExpanded, setExpanded] = useState(false)
  const groups = groupPlaces(places)
  const shown = isExpanded ? groups : groups.slice(0, PLACES_SHOWN_AT_FIRST)
  const isCut = places.length < total
  return (
    <>
      {isCut && (
        <p className="mb-2 text-ink-muted text-sm">
          Linked from {formatCount(total, 'page')}; the first {formatNumber(places.length)} are shown.
        </p>
      )}
      <ul className="space-y-2">
        {shown.map((group, index) => (
          <li key={`${group.region} ${group.path}`} className="rounded-control border border-line">
            <details open={index === 0 && group.places.length === 1}>
              <summary className="px-3 py-2 text-sm hover:bg-sunken">
                <PlaceSummary group={group} />
              </summary>
              <div className="border-line border-t p-2">
                {group.text.length > MAX_SUMMARY_LENGTH && (
                  <p className="break-words px-1 pb-2 text-sm">
                    <LongCrawledText text={group.text} />
                  </p>
                )}
                <IssueUrlList urls={group.places.map(place => place.sourceUrl)} hrefOf={hrefOf} />
              </div>
            </details>
          </li>
        ))}
      </ul>
      {shown.length < groups.length && (
        <Button size="small" variant="link" className="mt-1 px-0" onClick={() => setExpanded(true)}>
          Show all {formatNumber(groups.length)} places
        </Button>
      )}
    </>
  )
}

function PlaceSummary({ group }: { group: PlaceGroup }) {
  const line = group.places.length === 1 ? (group.places[0]?.line ?? 0) : 0
  return (
    <span className="inline-block max-w-[calc(100%-1.5rem)] align-top">
      <span className="block">
        {group.text === '' ? (
          <span className="text-ink-muted">{group.region === 'head' ? 'Tag' : 'Element without text'}</span>
        ) : (
          <>
            “<CrawledText text={beginningOf(group.text, MAX_SUMMARY_LENGTH)} className="break-words font-medium" />”
          </>
        )}{' '}
        {placeGroupTitle(group)}
      </span>
      <span className="block font-mono text-ink-muted text-xs">
        <CrawledText text={group.path} dir="ltr" className="break-all" />
        {line > 0 && `, line ${line}`}
      </span>
    </span>
  )
}
