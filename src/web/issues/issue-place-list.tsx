/** Where a target is linked from, one entry per spot of a template: "in the footer of 412 pages" is one thing to fix. */
import { useState } from 'react'
import type { Place } from '#shared/model.ts'
import { Button } from '../components/button.tsx'
import { beginningOf, CrawledText, LongCrawledText } from '../components/crawled-text.tsx'
import { formatCount, formatNumber } from '../components/format.ts'
import { groupPlaces, type PlaceGroup, placeGroupTitle } from './issue-places.ts'
import { IssueUrlList } from './issue-url-list.tsx'

interface IssuePlaceListProps {
  places: readonly Place[]
  /** How many pages link to it in all; `places` may hold fewer. */
  total: number
  hrefOf?: ((url: string) => string) | undefined
}

const SHOWN_AT_FIRST = 6
/** Longer link texts are whole only in the opened entry. */
const MAX_SUMMARY_LENGTH = 160

export function IssuePlaceList({ places, total, hrefOf }: IssuePlaceListProps) {
  const [isWholeShown, setWholeShown] = useState(false)
  const groups = groupPlaces(places)
  const shown = isWholeShown ? groups : groups.slice(0, SHOWN_AT_FIRST)
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
        <Button size="small" variant="link" className="mt-1 px-0" onClick={() => setWholeShown(true)}>
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
