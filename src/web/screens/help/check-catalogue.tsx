/** All checks, grouped by issue type; collapsed, or open when a search finds few. */
import { ChevronRight } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { CheckResponse } from '#shared/api/checks.ts'
import { type IssueType, issueTypes } from '#shared/model.ts'
import { SeverityBadge } from '../../components/badge.tsx'
import { FetchErrorState, LoadingState } from '../../components/fetch-states.tsx'
import { issueTypeLabel } from '../../issues/issue-type-label.ts'
import { issueTypeMeanings } from './issue-type-meanings.ts'

/** Start of a check's element id, for URLs such as /help#check-title-missing. */
export const CHECK_ID_START = 'check-'
/** Opens the found checks of a search up to this number. */
const MAX_OPENED = 5

export interface ChecksShown {
  /** The checks that match the search; undefined while loading. */
  list: readonly CheckResponse[] | undefined
  error: Error | null
  onRetry: () => void
  /** Whether a search is active: few found checks are then open. */
  isSearch: boolean
}

export function CheckCatalogue({ list, error, onRetry, isSearch }: ChecksShown) {
  const named = useSyncExternalStore(followHash, () => location.hash.slice(1))
  if (!list)
    return error ? (
      <FetchErrorState what="Failed to fetch the checks" error={error} onRetry={onRetry} />
    ) : (
      // As high as the window, so that the footer does not jump when the list is loaded.
      <LoadingState message="Loading checks..." rows={8} className="min-h-dvh px-0" />
    )
  const isOpened = (id: string) => (isSearch && list.length <= MAX_OPENED) || named === CHECK_ID_START + id
  return issueTypes.map(type => {
    const ofType = list.filter(check => check.type === type)
    return ofType.length > 0 && <TypeGroup key={type} type={type} checks={ofType} isOpened={isOpened} />
  })
}

interface TypeGroupProps {
  type: IssueType
  checks: readonly CheckResponse[]
  isOpened: (id: string) => boolean
}

function TypeGroup({ type, checks, isOpened }: TypeGroupProps) {
  return (
    <section aria-labelledby={`type-${type}`}>
      <h3 id={`type-${type}`} className="font-semibold text-ink">
        {issueTypeLabel(type)}
      </h3>
      <p className="mb-2 max-w-prose text-sm">{issueTypeMeanings[type]}</p>
      <ul className="divide-y divide-line overflow-hidden rounded-control border border-line">
        {checks.map(check => (
          <li key={check.id}>
            <Check check={check} isOpened={isOpened(check.id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Check({ check, isOpened }: { check: CheckResponse; isOpened: boolean }) {
  const { id, title, severity, why, fix } = check
  return (
    <details id={CHECK_ID_START + id} open={isOpened} className="group/check max-md:scroll-mt-14">
      <summary className="-outline-offset-2 flex list-none items-center gap-2.5 px-3 py-2 text-sm hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-ink-faint transition-transform group-open/check:rotate-90"
        />
        <span className="min-w-0 flex-1 font-medium text-ink">{title}</span>
        <SeverityBadge severity={severity} />
      </summary>
      <dl className="space-y-2 px-3 pt-1 pb-4 pl-9.5 text-sm">
        <div>
          <dt className="font-medium text-ink">Why it matters</dt>
          <dd className="max-w-prose">{why}</dd>
        </div>
        <div>
          <dt className="font-medium text-ink">How to fix it</dt>
          <dd className="max-w-prose">{fix}</dd>
        </div>
        <div className="flex flex-wrap items-baseline gap-x-2 text-ink-muted text-xs">
          <dt>Check id</dt>
          <dd>
            <code className="font-mono">{id}</code>
          </dd>
        </div>
      </dl>
    </details>
  )
}

function followHash(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
