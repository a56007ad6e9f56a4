/** Rechecks of one issue: whether it can be checked again, the results, and its history in earlier crawls. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { type IssueChecksResponse, type RecheckResponse, recheckEndpoints } from '#shared/api/rechecks.ts'
import { POLLING_INTERVAL_MS } from '#shared/constants.ts'
import { idNumber } from '#shared/routes.ts'
import { useToast } from '../state/toasts.ts'
import { useUrlState } from '../state/url-state.ts'
import { callApi, failureReason } from './api-client.ts'
import { checksKey } from './issues.ts'
import { queryKeys } from './query-client.ts'

type Issue = Pick<IssueResponse, 'id' | 'websiteId' | 'title'>

/** The crawl that the screen shows, '' for the newest. */
const urlDefaults = { crawl: '' }

const historyKey = ({ id, websiteId }: Issue) => ['issue-history', websiteId, id] as const

/** It waits in the queue, or is running. */
export function isCheckOpen(check: Pick<RecheckResponse, 'state'> | undefined): boolean {
  return check?.state === 'waiting' || check?.state === 'running'
}

/** Fetched while the panel shows the issue, and polled while a recheck waits or runs. */
export function useIssueChecks(issue: Issue) {
  const [{ crawl }] = useUrlState(urlDefaults)
  return useQuery({
    queryKey: checksKey(issue),
    queryFn: ({ signal }) =>
      callApi(recheckEndpoints.issueChecks, {
        id: issue.websiteId,
        query: { issue: issue.id, crawl: idNumber(crawl) ?? undefined },
        signal,
      }),
    staleTime: POLLING_INTERVAL_MS,
    refetchInterval: ({ state }) => (isCheckOpen(state.data?.checks[0]) ? POLLING_INTERVAL_MS : false),
    // A hidden page sends no request: any would cancel the clearing that its departure announced.
    refetchIntervalInBackground: false,
  })
}

/** `mutate()` requests a recheck; a failure is shown in a toast. */
export function useCheckAgain(issue: Issue) {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: () => callApi(recheckEndpoints.checkAgain, { id: issue.websiteId, body: { issueId: issue.id } }),
    onSuccess: check => {
      client.setQueryData<IssueChecksResponse>(
        checksKey(issue),
        known => known && { ...known, checks: [check, ...known.checks.filter(({ id }) => id !== check.id)] },
      )
    },
    onError: error =>
      toast({
        title: 'Could not check again',
        description: failureReason(error),
        variant: 'destructive',
      }),
  })
}

/** Updates the history once a recheck has ended, and lists and counts if it found the issue fixed. */
export function useClosing(issue: Issue, last: RecheckResponse | undefined): void {
  const client = useQueryClient()
  const { toast } = useToast()
  const wasOpen = useRef(false)
  const isFixed = last?.result === 'fixed'
  useEffect(() => {
    const isJustDone = wasOpen.current && !isCheckOpen(last)
    wasOpen.current = isCheckOpen(last)
    if (!isJustDone) return
    client.invalidateQueries({ queryKey: historyKey(issue) }).catch(() => {})
    if (!isFixed) return
    toast({ title: 'Fixed', description: `${issue.title}: checked again and closed` })
    client.invalidateQueries({ queryKey: queryKeys.websites }).catch(() => {})
    for (const kind of ['crawl', 'pages', 'issues'])
      client.invalidateQueries({ queryKey: [kind, issue.websiteId] }).catch(() => {})
  }, [client, toast, issue, last, isFixed])
}

/** Fetched while the panel shows the issue. */
export function useIssueHistory(issue: Issue) {
  const [{ crawl }] = useUrlState(urlDefaults)
  return useQuery({
    queryKey: historyKey(issue),
    queryFn: ({ signal }) =>
      callApi(recheckEndpoints.issueHistory, {
        id: issue.websiteId,
        query: { issue: issue.id, crawl: idNumber(crawl) ?? undefined },
        signal,
      }),
    staleTime: 0,
  })
}
