/** What people write about findings: a note, who fixes it, and that it is fixed. */

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { findingNoteEndpoints } from '#shared/api/finding-notes.ts'
import { idNumber } from '#shared/routes.ts'
import { useToast } from '../state/toasts.ts'
import { useUrlState } from '../state/url-state.ts'
import { callApi, failureReason } from './api-client.ts'

/** The crawl that the screen shows, '' for the newest. */
const urlDefaults = { crawl: '' }

interface NoteChange {
  issueIds: readonly number[]
  /** What is absent stays as it is. */
  note?: string
  assignee?: string
  isMarkedFixed?: boolean
}

/** `mutate(change)`; the toast of a mark has an Undo button. Lists are fetched again. */
export function useChangeNotes(websiteId: number) {
  const client = useQueryClient()
  const { toast } = useToast()
  const [{ crawl }] = useUrlState(urlDefaults)
  const mutation = useMutation({
    mutationFn: ({ issueIds, ...change }: NoteChange) =>
      callApi(findingNoteEndpoints.changeNotes, {
        id: websiteId,
        body: { ...change, issueIds: [...issueIds], crawlId: idNumber(crawl) ?? undefined },
      }),
    onSuccess: async (_changed, { issueIds, isMarkedFixed }) => {
      if (isMarkedFixed === true)
        toast({
          title: 'Marked as fixed',
          description:
            issueIds.length === 1
              ? 'It stays in the report until a recheck or the next crawl no longer finds it.'
              : 'They stay in the report until a recheck or the next crawl no longer finds them.',
          action: { label: 'Undo', onSelect: () => mutation.mutate({ issueIds, isMarkedFixed: false }) },
        })
      await client.invalidateQueries({ queryKey: ['issues', websiteId] })
    },
    onError: error => toast({ title: 'Could not save', variant: 'destructive', description: failureReason(error) }),
  })
  return mutation
}
