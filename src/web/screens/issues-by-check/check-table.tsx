/** The table of checks: head, groups by subject, rows that open their causes, and totals. */
import { Check } from 'lucide-react'
import { Fragment, type KeyboardEvent, lazy, Suspense } from 'react'
import type { CheckResultResponse } from '#shared/api/checks.ts'
import { MAX_HEALTH_SCORE } from '#shared/health-score.ts'
import { hrefTo } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { formatCount, formatNumber } from '../../components/format.ts'
import { NumberLink } from '../../components/number-link.tsx'
import { Table, TableHead, TableHeaderCell } from '../../components/table.tsx'
import { useUrlState } from '../../state/url-state.ts'
import { CausesSkeleton } from './causes-skeleton.tsx'
import { CHECK_ROW_ATTRIBUTE, ChangeText, CheckRow, gainText } from './check-row.tsx'
import {
  type CheckColumn,
  type CheckGroup,
  type CheckOrder,
  type CheckPlace,
  groupedChecks,
  takenBySubject,
} from './check-rows.ts'

/** Most visits open no check first. */
const CheckCauses = lazy(() => import('./check-causes.tsx').then(part => ({ default: part.CheckCauses })))

interface CheckTableProps {
  /** In their order. */
  checks: readonly CheckResultResponse[]
  /** All of the crawl. */
  total: readonly CheckResultResponse[]
  order: CheckOrder
  isGrouped: boolean
  /** Also those that found nothing are shown. */
  isComplete: boolean
  onSort: (column: CheckColumn) => void
  onGroup: (isGrouped: boolean) => void
  onComplete: (isComplete: boolean) => void
  place: CheckPlace
}

/** Without the change, which is known of whole crawls alone, and the clicks, which only websites with an export of Search Console have. */
const COLUMN_COUNT = 5

interface Columns {
  hasChange: boolean
  hasClicks: boolean
}

const openDefaults = { check: '', cause: '', causes: '1', one: '', pages: '1', issue: '' }

export function CheckTable({ checks, total, order, isGrouped, place, ...rest }: CheckTableProps) {
  const [{ check: openId }, changeOpen] = useUrlState(openDefaults)
  const isWhole = place.segment === ''
  const { health } = place.crawl ?? {}
  const ofCrawl = health ? new Map(health.subjects.map(({ subject, taken }) => [subject, taken])) : null
  const taken = isWhole ? ofCrawl : takenBySubject(total)
  const maxGain = Math.max(0, ...total.map(({ gain }) => gain ?? 0))
  const columns = { hasChange: isWhole, hasClicks: total.some(({ clicks }) => clicks !== null) }
  const toggle = (check: string) => changeOpen({ ...openDefaults, check: check === openId ? '' : check })
  const rows = (own: readonly CheckResultResponse[]) =>
    own.map(check => (
      <Fragment key={check.id}>
        <CheckRow
          check={check}
          isOpen={check.id === openId}
          maxGain={maxGain}
          isRunning={health === undefined || health === null}
          onToggle={() => toggle(check.id)}
          place={place}
        />
        {check.id === openId && (
          <tr className="max-md:block">
            <td
              colSpan={COLUMN_COUNT + Number(columns.hasChange) + Number(columns.hasClicks)}
              className="bg-sunken p-0 max-md:block"
            >
              <Suspense fallback={<CausesSkeleton issueCount={check.issueCount} />}>
                <CheckCauses key={check.id} check={check} place={place} />
              </Suspense>
            </td>
          </tr>
        )}
      </Fragment>
    ))
  return (
    <>
      <div id="results" tabIndex={-1} className="outline-none">
        <Table
          label={isGrouped ? 'Checks, grouped by subject' : 'Checks'}
          className="md:table-fixed"
          onKeyDown={moveByArrows}
        >
          <Head {...{ order, isGrouped, isWhole }} {...columns} onSort={rest.onSort} onGroup={rest.onGroup} />
          {isGrouped ? (
            groupedChecks(checks, taken).map(group => (
              <tbody key={group.subject} className="border-line border-t max-md:block">
                <GroupHead group={group} {...columns} />
                {rows(group.checks)}
              </tbody>
            ))
          ) : (
            <tbody className="max-md:block">{rows(checks)}</tbody>
          )}
          <Totals {...{ checks, total, taken, place }} {...columns} />
        </Table>
      </div>
      <p className="flex flex-wrap gap-x-5 gap-y-1 border-line border-t px-4 py-3 text-[0.8125rem] text-ink-muted sm:px-5">
        {isWhole && health && <ScoreSum taken={health.subjects.reduce((sum, subject) => sum + subject.taken, 0)} />}
        <Button
          variant="link"
          className="h-auto px-0 font-normal text-[0.8125rem]"
          onClick={() => rest.onComplete(!rest.isComplete)}
        >
          {rest.isComplete ? 'Hide checks without findings' : 'Show checks without findings'}
        </Button>
        <a
          href={hrefTo('errors', place.websiteId, { crawl: place.crawlText, segment: place.segment })}
          className="rounded text-accent underline-offset-4 hover:underline"
        >
          Issues &amp; Errors Overview
        </a>
      </p>
    </>
  )
}

type HeadProps = Pick<CheckTableProps, 'order' | 'isGrouped' | 'onSort' | 'onGroup'> & Columns & { isWhole: boolean }

function Head({ order, isGrouped, isWhole, hasChange, hasClicks, onSort, onGroup }: HeadProps) {
  const sorting = (column: CheckColumn) => ({
    sorted: order.column === column ? (order.isDescending ? ('descending' as const) : ('ascending' as const)) : null,
    onSort: () => onSort(column),
  })
  return (
    <TableHead className="lg:sticky lg:top-16 lg:z-10">
      <tr>
        <TableHeaderCell
          {...sorting('check')}
          title="What was checked; a row opens its causes"
          extra={<GroupButton isGrouped={isGrouped} onGroup={onGroup} />}
        >
          Check
        </TableHeaderCell>
        <TableHeaderCell {...sorting('severity')} title="The worst severity of its findings" className="w-29">
          Severity
        </TableHeaderCell>
        <TableHeaderCell {...sorting('findings')} title="One finding is one cause" className="w-26 text-right">
          Findings
        </TableHeaderCell>
        <TableHeaderCell
          {...sorting('pages')}
          title={isWhole ? 'Pages affected, of pages checked by this check' : 'Pages of the segment affected'}
          className="w-30 lg:w-46 lg:pl-6"
        >
          Pages
        </TableHeaderCell>
        {hasChange && (
          <TableHeaderCell
            {...sorting('change')}
            title="New and fixed findings since the crawl before"
            className="w-24 text-right"
          >
            Change
          </TableHeaderCell>
        )}
        {hasClicks && (
          <TableHeaderCell
            {...sorting('clicks')}
            title="Clicks of Search Console on the pages affected"
            className="w-24 text-right"
          >
            Clicks
          </TableHeaderCell>
        )}
        <TableHeaderCell
          {...sorting('gain')}
          title={`Points the score${isWhole ? '' : ' of the segment'} gains when all findings are fixed`}
          className="w-22 lg:w-40 lg:pl-6"
        >
          Gain
        </TableHeaderCell>
      </tr>
    </TableHead>
  )
}

function GroupHead({ group, hasChange, hasClicks }: Columns & { group: CheckGroup }) {
  const { subject, checks, findings, taken } = group
  return (
    <tr className="text-[0.8125rem] max-md:flex max-md:items-baseline max-md:justify-between max-md:px-4 max-md:pt-4 max-md:pb-2">
      <th scope="rowgroup" colSpan={2} className="font-semibold md:pt-3.5 md:pb-1.5 md:pl-5">
        {subject}
        <span className="figures ml-1.5 font-normal text-ink-muted">{formatCount(checks.length, 'check')}</span>
      </th>
      <td className="figures text-right text-ink-muted max-md:hidden md:px-3 md:pt-3.5 md:pb-1.5">
        {formatNumber(findings)}
      </td>
      <td colSpan={1 + Number(hasChange) + Number(hasClicks)} className="max-md:hidden" />
      <td className="figures text-ink-muted md:px-3 md:pt-3.5 md:pb-1.5 lg:pl-6">
        <span className="md:inline-block md:w-12 md:text-right">{gainText(taken)}</span>
      </td>
    </tr>
  )
}

function GroupButton({ isGrouped, onGroup }: Pick<CheckTableProps, 'isGrouped' | 'onGroup'>) {
  return (
    <button
      type="button"
      aria-pressed={isGrouped}
      title={isGrouped ? 'Show one list without subjects' : 'Group the checks by subject'}
      onClick={() => onGroup(!isGrouped)}
      className="ml-4 inline-flex items-center gap-1 rounded-full border border-line bg-surface px-2 py-px text-accent hover:bg-accent-soft"
    >
      {isGrouped && <Check aria-hidden className="size-3.5" />}
      Grouped by subject
    </button>
  )
}

type TotalsProps = Pick<CheckTableProps, 'checks' | 'total' | 'place'> &
  Columns & { taken: ReadonlyMap<string, number> | null }

function Totals({ checks, total, place, hasChange, hasClicks, ...rest }: TotalsProps) {
  const findings = checks.reduce((sum, { issueCount }) => sum + issueCount, 0)
  const isWhole = total.every(({ issueCount, id }) => issueCount === 0 || checks.some(check => check.id === id))
  const taken = rest.taken && isWhole ? rest.taken.values().reduce((sum, points) => sum + points, 0) : null
  return (
    <tfoot className="border-line-strong border-t font-semibold text-[0.8125rem] max-md:block">
      <tr className="max-md:flex max-md:gap-4 max-md:px-4 max-md:py-3">
        <th scope="row" colSpan={2} className="font-semibold max-md:grow md:py-3 md:pl-5">
          {isWhole ? 'All checks' : 'These checks'}
        </th>
        <td className="text-right md:px-3 md:py-3">
          {isWhole ? (
            <NumberLink
              value={findings}
              href={hrefTo('errors', place.websiteId, { crawl: place.crawlText, segment: place.segment })}
              label="findings"
            />
          ) : (
            <span className="figures">{formatNumber(findings)}</span>
          )}
        </td>
        <td className="max-md:hidden" />
        {hasChange && (
          <td className="font-semibold md:px-3 md:py-3 md:text-right">
            <ChangeText
              change={changeOf(checks)}
              href={hrefTo('errors', place.websiteId, { change: 'new', crawl: place.crawlText })}
            />
          </td>
        )}
        {hasClicks && <td className="max-md:hidden" />}
        <td className="figures md:px-3 md:py-3 lg:pl-6">
          <span className="md:inline-block md:w-12 md:text-right">{taken === null ? '' : gainText(taken)}</span>
        </td>
      </tr>
    </tfoot>
  )
}

/** Of all these checks; null without an earlier crawl. */
function changeOf(checks: readonly CheckResultResponse[]) {
  const changes = checks.flatMap(({ change }) => change ?? [])
  if (changes.length === 0) return null
  const sum = (name: 'new' | 'fixed') => changes.reduce((total, change) => total + change[name], 0)
  return { new: sum('new'), fixed: sum('fixed') }
}

/** The score with its fraction, so that the sum is right. */
function ScoreSum({ taken }: { taken: number }) {
  return (
    <span className="figures font-semibold text-ink">
      Score {(MAX_HEALTH_SCORE - taken).toFixed(1)} + gain {taken.toFixed(1)} = {MAX_HEALTH_SCORE}.
    </span>
  )
}

/** Up and Down move between the rows; Left and Right close and open a row. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const opener = event.target
  if (!(opener instanceof HTMLElement) || !opener.hasAttribute(CHECK_ROW_ATTRIBUTE)) return
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const isOpen = opener.getAttribute('aria-expanded') === 'true'
  if ((event.key === 'ArrowRight' && !isOpen) || (event.key === 'ArrowLeft' && isOpen)) opener.click()
  else if (step !== 0) {
    const openers = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${CHECK_ROW_ATTRIBUTE}]`)]
    openers[openers.indexOf(opener) + step]?.focus()
  } else return
  event.preventDefault()
}
