/** The panel of the issue that the URL names, over the list that holds it. */

import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { idNumber } from '#shared/routes.ts'
import { formatNumber } from '../components/format.ts'
import { isClosedHere } from '../queries/issues.ts'
import { useUrlState } from '../state/url-state.ts'
import type { IssueLinks } from './issue-links.ts'
import type { IssuePanel as Panel } from './issue-panel.tsx'

/** On the button that opens an issue, with the issue's id. Arrow keys focus it, and so does a closed panel. */
export const OPENER_ATTRIBUTE = 'data-issue-opener'

const urlDefaults = { issue: '' }

/** The id of the open issue, null for none; and what opens another. */
export function useOpenIssueId(): [number | null, (issueId: number) => void] {
  const [{ issue }, changeUrl] = useUrlState(urlDefaults)
  const open = useCallback((id: number) => changeUrl({ issue: String(id) }), [changeUrl])
  return [idNumber(issue), open]
}

interface OpenIssueProps {
  /** The loaded part of the list. */
  issues: readonly IssueResponse[]
  /** The open issue where that part does not hold it. */
  elsewhere?: IssueResponse | null | undefined
  /** Rows of the list before that part. */
  offset?: number | undefined
  totalCount: number
  links: IssueLinks
  /** Go on before the first and after the last loaded issue; undefined where the list ends. */
  onBefore?: (() => void) | undefined
  onAfter?: (() => void) | undefined
}

export function OpenIssue({ issues, elsewhere = null, offset = 0, totalCount, links, ...rest }: OpenIssueProps) {
  const [, changeUrl] = useUrlState(urlDefaults)
  const [openIssueId, open] = useOpenIssueId()
  const openIndex = issues.findIndex(issue => issue.id === openIssueId)
  const openIssue = issues[openIndex] ?? elsewhere
  const closedIssue = useClosedIssue(openIssue, openIssueId)
  const neighbour = (step: 1 | -1) => {
    const issue = openIndex < 0 ? undefined : issues[openIndex + step]
    return issue && (() => open(issue.id))
  }
  // The list knows the place of its own rows alone.
  const place = openIndex < 0 ? '' : `${formatNumber(offset + openIndex + 1)} of ${formatNumber(totalCount)}`
  const lastOpenId = useRef(openIssueId)
  useEffect(() => {
    if (openIssueId !== null) lastOpenId.current = openIssueId
  })
  const returnFocus = useCallback(() => {
    document.querySelector<HTMLElement>(`[${OPENER_ATTRIBUTE}="${lastOpenId.current}"]`)?.focus()
  }, [])
  return (
    // A recheck in the panel may have closed the last issue of the list: the panel stays open.
    <IssuePanelOnDemand
      issue={openIssue ?? closedIssue}
      position={closedIssue ? 'Closed' : place}
      links={links}
      onClose={() => changeUrl({ issue: '' })}
      onPrevious={neighbour(-1) ?? (openIndex === 0 ? rest.onBefore : undefined)}
      onNext={neighbour(1) ?? (openIndex >= 0 ? rest.onAfter : undefined)}
      onClosed={returnFocus}
    />
  )
}

/** The open issue after a recheck has closed it and it has left the list; null for any other. */
function useClosedIssue(open: IssueResponse | null, openId: number | null): IssueResponse | null {
  const client = useQueryClient()
  const [last, setLast] = useState(open)
  if (open !== null && open !== last) setLast(open)
  return open === null && last !== null && last.id === openId && isClosedHere(client, last) ? last : null
}

const IssuePanel = lazy(() => import('./issue-panel.tsx').then(part => ({ default: part.IssuePanel })))

/** Loads the code of the panel when the first issue is opened. */
function IssuePanelOnDemand(props: ComponentProps<typeof Panel>) {
  // Stays mounted after the first opening, so that closing can be animated.
  const [wasOpened, setWasOpened] = useState(props.issue !== null)
  if (props.issue !== null && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <IssuePanel {...props} />
    </Suspense>
  )
}
