/** The links to the target of an issue, grouped by their place in a template: "in the footer of 412 pages" is one fix. */
import { useState } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { regionLabels } from '#shared/model.ts'
import { Button } from '../components/button.tsx'
import { beginningOf, CrawledText, LongCrawledText } from '../components/crawled-text.tsx'
import { formatNumber } from '../components/format.ts'
import { UrlText } from '../components/url-text.tsx'
import { IssuePages } from './issue-pages.tsx'
import type { EvidencePlaces } from './issue-parts.ts'
import { groupPlaces, type PlaceGroup, placeGroupTitle } from './issue-places.ts'

interface LinkedFromProps {
  issue: IssueResponse
  linkedFrom: EvidencePlaces
  pageHref: (url: string) => string
}

const GROUPS_SHOWN_AT_FIRST = 6
/** Longer link texts are cut in the summary. */
const MAX_SUMMARY_LENGTH = 160

export function LinkedFrom({ issue, linkedFrom: { places, total }, pageHref }: LinkedFromProps) {
  const [isExpanded, setExpanded] = useState(false)
  const groups = groupPlaces(places)
  const shown = isExpanded ? groups : groups.slice(0, GROUPS_SHOWN_AT_FIRST)
  const origin = URL.parse(issue.pageUrl)?.origin
  return (
    <>
      <ul className="space-y-2">
        {shown.map(group => (
          <li key={`${group.region} ${group.path}`} className="rounded-control border border-line text-sm">
            <PlaceOfLink group={group} origin={origin} pageHref={pageHref} />
          </li>
        ))}
      </ul>
      {shown.length < groups.length && (
        <Button size="small" variant="link" className="mt-1 px-0" onClick={() => setExpanded(true)}>
          Show all {formatNumber(groups.length)} places
        </Button>
      )}
      {places.length < total && (
        <div className="mt-3">
          <IssuePages issue={issue} pageHref={pageHref} shownAtFirst={0} />
        </div>
      )}
    </>
  )
}

interface PlaceOfLinkProps {
  group: PlaceGroup
  origin: string | undefined
  pageHref: (url: string) => string
}

/** One page with its link; several of the same place behind their common text. */
function PlaceOfLink({ group, origin, pageHref }: PlaceOfLinkProps) {
  const [first, ...others] = group.places
  if (first && others.length === 0)
    return (
      <div className="px-3 py-1.5">
        <UrlText url={first.sourceUrl} origin={origin} href={pageHref(first.sourceUrl)} />
        <PlaceText group={group} where={`in the ${regionLabels[group.region]}`} line={first.line} />
      </div>
    )
  return (
    <details>
      <summary className="px-3 py-1.5 hover:bg-sunken">
        <span className="inline-block max-w-[calc(100%-1.5rem)] align-top">
          <PlaceText group={group} where={placeGroupTitle(group)} line={0} isCut />
        </span>
      </summary>
      {group.text.length > MAX_SUMMARY_LENGTH && (
        <p className="break-words border-line border-t px-3 py-1.5">
          <LongCrawledText text={group.text} />
        </p>
      )}
      <ul className="divide-y divide-line border-line border-t text-[0.8125rem]">
        {group.places.map(place => (
          <li key={place.sourceUrl} className="px-3 py-1">
            <UrlText url={place.sourceUrl} origin={origin} href={pageHref(place.sourceUrl)} />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface PlaceTextProps {
  group: PlaceGroup
  where: string
  /** 0 when unknown. */
  line: number
  /** Within a summary, which may hold no button. */
  isCut?: boolean
}

function PlaceText({ group, where, line, isCut = false }: PlaceTextProps) {
  return (
    <>
      <span className="block break-words">
        {group.text === '' ? (
          <span className="text-ink-muted">{group.region === 'head' ? 'Tag' : 'Element without text'}</span>
        ) : (
          <>
            “
            {isCut ? (
              <CrawledText text={beginningOf(group.text, MAX_SUMMARY_LENGTH)} />
            ) : (
              <LongCrawledText text={group.text} />
            )}
            ”
          </>
        )}{' '}
        {where}
        {line > 0 && `, line ${line}`}
      </span>
      <span className="block font-mono text-ink-muted text-xs">
        <CrawledText text={group.path} dir="ltr" className="break-all" />
      </span>
    </>
  )
}
