/** The causes of one check, those of most pages first; those of single pages are behind a button. */

import { BellOff, ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { CheckResultResponse } from '#shared/api/checks.ts'
import type { IssueResponse } from '#shared/api/issues.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import type { IssueReach } from '#shared/model.ts'
import { idNumber } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { FetchErrorState } from '../../components/fetch-states.tsx'
import { formatCount } from '../../components/format.ts'
import { Pagination } from '../../components/pagination.tsx'
import { issueLinks } from '../../issues/issue-links.ts'
import { OpenIssue, useOpenIssueId } from '../../issues/open-issue.tsx'
import { useIssueCount, useIssuesPage } from '../../queries/issues.ts'
import { useMay } from '../../sharing/shown.ts'
import { pageNumber, useUrlState } from '../../state/url-state.ts'
import { CauseRow } from './cause-row.tsx'
import { CauseSelection } from './cause-selection.tsx'
import { CausesSkeleton } from './causes-skeleton.tsx'
import type { CheckPlace } from './check-rows.ts'
import { MuteForm } from './mute-form.tsx'

interface CheckCausesProps {
  check: CheckResultResponse
  place: CheckPlace
}

/** `causes`: the page of the list; `one`: causes of single pages are shown. */
const urlDefaults = { causes: '1', one: '', cause: '', pages: '1', issue: '' }

export function CheckCauses({ check, place }: CheckCausesProps) {
  const { websiteId, crawlText, segment } = place
  const [state, change] = useUrlState(urlDefaults)
  const filter = { check: check.id, segment, crawl: idNumber(crawlText) ?? undefined }
  const shared = useIssueCount(websiteId, { ...filter, reach: 'several' })
  // Where no cause has several pages, those of single pages are the list.
  const reach: IssueReach = shared === 0 || state.one === 'true' ? 'one' : 'several'
  const page = pageNumber(state.causes)
  const { data, error, refetch, isPlaceholderData } = useIssuesPage(
    websiteId,
    { ...filter, reach },
    { page, pageSize: TABLE_PAGE_SIZE },
  )
  const show = (next: IssueReach) => change({ ...urlDefaults, one: next === 'one' ? 'true' : '' })
  if (error && !data)
    return <FetchErrorState what="Failed to fetch issues" error={error} onRetry={() => void refetch()} />
  const isLoaded = data !== undefined && shared !== null
  const ones = shared === null ? 0 : check.issueCount - shared
  return (
    <div className="border-accent border-l-3 px-3 pt-3 pb-4 md:pr-5 md:pl-13">
      <CausesHead check={check} first={data?.issues[0]} place={place} />
      {isLoaded ? (
        <Causes
          key={`${reach} ${page}`}
          issues={data.issues}
          offset={(page - 1) * TABLE_PAGE_SIZE}
          totalCount={data.totalCount}
          isOld={isPlaceholderData}
          place={place}
        />
      ) : (
        <CausesSkeleton issueCount={check.issueCount} />
      )}
      {isLoaded && (
        <Pagination
          label={`Causes of ${check.title}`}
          page={page}
          pageSize={TABLE_PAGE_SIZE}
          total={data.totalCount}
          what="causes"
          onPage={next => change({ ...urlDefaults, one: state.one, causes: String(next) })}
        />
      )}
      {isLoaded && shared > 0 && ones > 0 && (
        <Button
          variant="link"
          className="mt-2 h-auto px-2.5 text-[0.8125rem]"
          onClick={() => show(reach === 'one' ? 'several' : 'one')}
        >
          {reach === 'one' ? (
            `${formatCount(shared, 'cause')} on several pages`
          ) : (
            <>
              {formatCount(ones, 'more cause')}, on one page each
              <ChevronDown aria-hidden />
            </>
          )}
        </Button>
      )}
    </div>
  )
}

interface CausesHeadProps {
  check: CheckResultResponse
  /** The cause whose details explain the check; undefined while loading. */
  first: IssueResponse | undefined
  place: CheckPlace
}

function CausesHead({ check, first, place }: CausesHeadProps) {
  const [, open] = useOpenIssueId()
  const [isMuting, setMuting] = useState(false)
  const mayEdit = useMay('edit')
  return (
    <div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
      <p>
        <b className="font-semibold">{formatCount(check.issueCount, 'cause')}.</b>{' '}
        {check.isSubjectAtCap && check.gain === 0 && (
          <span className="text-ink-muted">
            The checks of {check.subject} together take the most that they may: fixing this one alone gains nothing.{' '}
          </span>
        )}
        <Button
          variant="link"
          className="h-auto px-0 font-normal underline decoration-1"
          disabled={!first}
          onClick={() => first && open(first.id)}
        >
          Why it matters and how to fix it
        </Button>
      </p>
      {!mayEdit ? null : isMuting ? (
        <MuteForm
          mutes={[{ checkId: check.id, pattern: null }]}
          websiteId={place.websiteId}
          onDone={() => setMuting(false)}
          onCancel={() => setMuting(false)}
        />
      ) : (
        <Button size="small" onClick={() => setMuting(true)}>
          <BellOff aria-hidden />
          Mute Check
        </Button>
      )}
    </div>
  )
}

interface CausesProps {
  issues: readonly IssueResponse[]
  /** Causes on the pages before. */
  offset: number
  totalCount: number
  /** Rows of another page, until those of this one are loaded. */
  isOld: boolean
  place: CheckPlace
}

function Causes({ issues, offset, totalCount, isOld, place }: CausesProps) {
  const { websiteId, crawlText } = place
  const [{ cause: openCause }, change] = useUrlState(urlDefaults)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const links = useMemo(() => issueLinks({ websiteId, crawl: crawlText }), [websiteId, crawlText])
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  return (
    <>
      <ol
        aria-busy={isOld}
        className="divide-y divide-line rounded-control border border-line bg-surface aria-busy:opacity-60"
      >
        {issues.map(issue => (
          <CauseRow
            key={issue.id}
            issue={issue}
            isOpen={String(issue.id) === openCause}
            isChosen={chosen.has(issue.id)}
            onToggle={() => change({ cause: String(issue.id) === openCause ? '' : String(issue.id), pages: '1' })}
            onChoose={isChosen => choose(issue.id, isChosen)}
            links={links}
            place={place}
          />
        ))}
      </ol>
      <CauseSelection
        issues={issues.filter(({ id }) => chosen.has(id))}
        onClear={() => setChosen(new Set())}
        place={place}
      />
      <OpenIssue issues={issues} offset={offset} totalCount={totalCount} links={links} />
    </>
  )
}
