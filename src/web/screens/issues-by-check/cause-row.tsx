/** One cause: where it stands, its element or message, and its pages. */

import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { causeElement } from '#shared/cause-element.ts'
import { causePlaceLabels } from '#shared/model.ts'
import { plainText } from '#shared/plain-text.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { beginningOf, CrawledText } from '../../components/crawled-text.tsx'
import { formatCount, formatNumber } from '../../components/format.ts'
import { numberLinkLook } from '../../components/number-link.tsx'
import { originOf, UrlText } from '../../components/url-text.tsx'
import type { IssueLinks } from '../../issues/issue-links.ts'
import { OPENER_ATTRIBUTE, useOpenIssueId } from '../../issues/open-issue.tsx'
import { useMay, useShows } from '../../sharing/shown.ts'
import { CausePages } from './cause-pages.tsx'
import type { CheckPlace } from './check-rows.ts'

interface CauseRowProps {
  issue: IssueResponse
  /** Its pages are shown. */
  isOpen: boolean
  isChosen: boolean
  onToggle: () => void
  onChoose: (isChosen: boolean) => void
  links: IssueLinks
  place: CheckPlace
}

/** Longer code is cut: about two lines. */
const MAX_CODE_LENGTH = 160

export function CauseRow({ issue, isOpen, isChosen, onToggle, onChoose, links, place }: CauseRowProps) {
  const [, open] = useOpenIssueId()
  const pagesId = `pages-of-${issue.id}`
  const mayEdit = useMay('edit')
  const showsPages = useShows('pages')
  const hasPages = issue.affectedCount > 1 && issue.segmentCount !== 0 && showsPages
  const name = plainText(issue.message)
  return (
    <li>
      <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 px-1.5 py-1.5 md:flex-nowrap md:pr-3">
        {hasPages ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={pagesId}
            aria-label={`Pages of: ${name}`}
            onClick={onToggle}
            className="grid size-8 shrink-0 place-items-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink"
          >
            <ChevronRight aria-hidden className={clsx('size-4 transition-transform', isOpen && 'rotate-90')} />
          </button>
        ) : (
          <span className="w-8 shrink-0" />
        )}
        {mayEdit && (
          <input
            type="checkbox"
            aria-label={`Select: ${name}`}
            checked={isChosen}
            onChange={event => onChoose(event.target.checked)}
            className="mr-1 size-4 shrink-0 accent-accent"
          />
        )}
        <div className="min-w-0 flex-1 basis-[calc(100%-5.5rem)] text-sm [overflow-wrap:anywhere] md:basis-0">
          <Where issue={issue} links={links} place={place} />
          <What issue={issue} />
          {issue.markedFixed !== null && (
            <Badge tone="success" className="ml-2">
              Marked as fixed
            </Badge>
          )}
        </div>
        <Button
          size="small"
          {...{ [OPENER_ATTRIBUTE]: issue.id }}
          aria-label={`Details: ${name}`}
          onClick={() => open(issue.id)}
          className="max-md:ml-17"
        >
          Details
        </Button>
      </div>
      {hasPages && isOpen && <CausePages id={pagesId} issue={issue} place={place} />}
    </li>
  )
}

/**
 * "In the footer, 287 pages: "; in a segment "12 of 287 pages". Of a single page its URL, as of a target that the other pages of the
 * segment do not link to.
 */
function Where({ issue, links, place }: Pick<CauseRowProps, 'issue' | 'links' | 'place'>) {
  const { affectedCount, segmentCount, details } = issue
  const label = details.place && causePlaceLabels[details.place]
  if (affectedCount === 1 || segmentCount === 0)
    return (
      <span className="flex min-w-0 flex-wrap items-center gap-x-1">
        {label && <b className="font-semibold">{label}</b>}
        {label && 'of'}
        <UrlText
          url={issue.pageUrl}
          href={links.page(issue.pageUrl)}
          origin={originOf(place.crawl?.url)}
          hasActions={false}
          className="font-mono text-[0.8125rem]"
        />
      </span>
    )
  return (
    <>
      {label && <b className="font-semibold">{label}, </b>}
      <a href={pagesHref(issue.id)} className={numberLinkLook}>
        {segmentCount !== undefined && `${formatNumber(segmentCount)} of `}
        {formatCount(affectedCount, 'page')}
      </a>
      {': '}
    </>
  )
}

/** The same screen with the pages of the cause. */
function pagesHref(issueId: number): string {
  const query = new URLSearchParams(location.search)
  query.set('cause', String(issueId))
  query.delete('issue')
  return `${location.pathname}?${query}`
}

function What({ issue }: Pick<CauseRowProps, 'issue'>) {
  const element = causeElement(issue)
  if (!element) return <CrawledText text={issue.message} />
  return (
    <>
      <code className="rounded border border-line bg-sunken px-1.25 py-px font-mono text-[0.8125rem]">
        <CrawledText text={beginningOf(element.code, MAX_CODE_LENGTH)} dir="ltr" />
      </code>
      {issue.affectedCount === 1 && element.others > 0 && (
        <span className="figures text-ink-muted"> and {formatNumber(element.others)} more on this page</span>
      )}
    </>
  )
}
