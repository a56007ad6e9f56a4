/** One check: its name opens the causes, its numbers lead to their rows. */

import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { FindingChangesResponse } from '#shared/api/changes.ts'
import type { CheckResultResponse } from '#shared/api/checks.ts'
import { hrefTo } from '#shared/routes.ts'
import { Badge, SeverityBadge } from '../../components/badge.tsx'
import { formatNumber } from '../../components/format.ts'
import { NumberLink, numberLinkLook } from '../../components/number-link.tsx'
import type { CheckPlace } from './check-rows.ts'

/** On the buttons that open checks, between which arrow keys move. */
export const CHECK_ROW_ATTRIBUTE = 'data-check-row'

interface CheckRowProps {
  check: CheckResultResponse
  isOpen: boolean
  /** The largest gain of all checks. */
  maxGain: number
  /** The crawl goes on, so that there is no gain yet. */
  isRunning: boolean
  onToggle: () => void
  place: CheckPlace
}

const cell = 'max-md:p-0 md:h-[2.625rem] md:px-3 md:py-1'

export function CheckRow({ check, isOpen, maxGain, isRunning, onToggle, place }: CheckRowProps) {
  const { id, title, severity, issueCount, gain } = check
  const hasCauses = issueCount > 0
  const query = { check: id, crawl: place.crawlText, segment: place.segment }
  return (
    <tr
      className={clsx(
        'border-line border-t transition-colors max-md:grid max-md:grid-cols-[1fr_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-0.5 max-md:px-4 max-md:py-2.5',
        isOpen ? 'bg-accent-soft' : 'hover:bg-sunken/60',
      )}
    >
      <td className={clsx(cell, 'md:pl-4')}>
        {hasCauses ? (
          <button
            type="button"
            {...{ [CHECK_ROW_ATTRIBUTE]: id }}
            aria-expanded={isOpen}
            onClick={onToggle}
            className="flex max-w-full items-center gap-3 rounded text-left font-medium hover:text-accent"
          >
            <ChevronRight
              aria-hidden
              className={clsx('size-4 shrink-0 text-ink-muted transition-transform', isOpen && 'rotate-90')}
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">{title}</span>
          </button>
        ) : (
          <span className="block text-ink-muted md:pl-7">{title}</span>
        )}
      </td>
      <td className={clsx(cell, 'max-md:justify-self-end')}>
        {hasCauses ? <SeverityBadge severity={severity} /> : <NothingFound check={check} />}
      </td>
      <td className={clsx(cell, 'max-md:order-5 max-md:pl-7 md:text-right')}>
        <ColumnName>Findings</ColumnName>
        <NumberLink
          value={issueCount}
          href={hrefTo('errors', place.websiteId, query)}
          label={`${issueCount === 1 ? 'finding' : 'findings'} of ${title}`}
        />
      </td>
      <td className={clsx(cell, 'max-md:order-3 max-md:pl-7 lg:pl-6')}>
        <ColumnName>Pages</ColumnName>
        <PagesOfCheck check={check} href={hrefTo('issues-by-check', place.websiteId, query)} />
      </td>
      {place.segment === '' && (
        <td className={clsx(cell, 'max-md:order-6 max-md:justify-self-end md:text-right')}>
          <ColumnName>Change</ColumnName>
          <ChangeText change={check.change} href={hrefTo('errors', place.websiteId, { ...query, change: 'new' })} />
        </td>
      )}
      {check.clicks !== null && (
        <td className={clsx(cell, 'figures max-md:order-7 max-md:pl-7 md:text-right')}>
          <ColumnName>Clicks</ColumnName>
          {check.clicks > 0 ? formatNumber(check.clicks) : <span className="text-ink-muted">–</span>}
        </td>
      )}
      <td className={clsx(cell, 'max-md:order-4 max-md:justify-self-end lg:pl-6')}>
        <ColumnName>Gain</ColumnName>
        <span
          className="figures md:grid md:grid-cols-[3rem_1fr] md:items-center md:gap-2.5"
          title={gainNote(check, isRunning)}
        >
          <span className={clsx('md:text-right', gain ? 'font-semibold' : 'text-ink-muted')}>
            {hasCauses ? gainText(gain) : '–'}
          </span>
          <Bar share={gain === null || maxGain === 0 ? 0 : gain / maxGain} className="[&>i]:bg-accent" />
        </span>
      </td>
    </tr>
  )
}

/** Shown before the value in stacked rows. */
function ColumnName({ children }: { children: string }) {
  return <span className="mr-1.5 text-[0.8125rem] text-ink-muted md:hidden">{children}</span>
}

/** A check that checked no page has not passed. */
function NothingFound({ check: { pagesChecked, notChecked } }: { check: CheckResultResponse }) {
  // Which pages of a segment a check checked is not known.
  if (pagesChecked === null) return <Badge>No findings</Badge>
  return pagesChecked === 0 ? (
    <Badge title={notChecked.map(({ reason }) => reason).join('. ')}>Not checked</Badge>
  ) : (
    <Badge tone="success">Passed</Badge>
  )
}

function PagesOfCheck({ check, href }: { check: CheckResultResponse; href: string }) {
  const { title, pageCount, pagesChecked } = check
  if (!pagesChecked && pageCount === 0) return <span className="text-ink-muted">–</span>
  const pages = <NumberLink value={pageCount} href={href} label={`${pageCount === 1 ? 'page' : 'pages'} of ${title}`} />
  if (pagesChecked === null) return pages
  return (
    <span className="figures whitespace-nowrap lg:grid lg:grid-cols-[6.25rem_1fr] lg:items-center lg:gap-2">
      <span>
        {pages}
        {/* A check of the site may also affect pages that it did not read. */}
        {pageCount <= pagesChecked && <span className="text-ink-muted"> of {formatNumber(pagesChecked)}</span>}
      </span>
      <Bar share={pageCount / Math.max(pagesChecked, pageCount)} className="[&>i]:bg-line-strong" />
    </span>
  )
}

interface ChangeTextProps {
  /** null without an earlier crawl. */
  change: Pick<FindingChangesResponse, 'new' | 'fixed'> | null
  /** The new findings. */
  href: string
}

/** New and fixed findings since the crawl before; a dash where there are none. */
export function ChangeText({ change, href }: ChangeTextProps) {
  if (change === null || change.new + change.fixed === 0)
    return (
      <span className="text-ink-muted">
        –<span className="sr-only">{change === null ? ' no earlier crawl' : ' no change'}</span>
      </span>
    )
  return (
    <span className="figures whitespace-nowrap">
      {change.new > 0 && (
        <a href={href} className={clsx(numberLinkLook, 'text-warning')}>
          +{formatNumber(change.new)}
          <span className="sr-only"> new</span>
        </a>
      )}{' '}
      {change.fixed > 0 && (
        <span className="text-success">
          −{formatNumber(change.fixed)}
          <span className="sr-only"> fixed</span>
        </span>
      )}
    </span>
  )
}

const MIN_SHARE = 0.02

function Bar({ share, className }: { share: number; className: string }) {
  const width = share === 0 ? 0 : Math.max(MIN_SHARE, share)
  return (
    <span aria-hidden className={clsx('block h-1.25 overflow-hidden rounded-full bg-line max-lg:hidden', className)}>
      <i className="block h-full rounded-full" style={{ width: `${width * 100}%` }} />
    </span>
  )
}

/** `+15.0`; a dash where there is no score. */
export function gainText(gain: number | null): string {
  return gain === null ? '–' : `+${gain.toFixed(1)}`
}

function gainNote({ gain, subject, isSubjectAtCap }: CheckResultResponse, isRunning: boolean): string | undefined {
  if (isRunning && gain === null) return 'Available when the crawl is complete'
  return isSubjectAtCap ? `${subject} is at its cap: other checks of the subject have to be fixed, too` : undefined
}
