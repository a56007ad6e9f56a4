/** Deletes everything that the caller has crawled, and forgets what this tab holds of it. */

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { websiteEndpoints } from '#shared/api/websites.ts'
import { STORAGE_KEY_PAGE_INSIGHTS_URL } from '#shared/constants.ts'
import { formatCount } from '../../components/format.ts'
import { ApiError, callApi, serverMessage } from '../../queries/api-client.ts'
import { emptyCache } from '../../queries/query-client.ts'
import { browserStorage } from '../../state/browser-storage.ts'
import { clearKnownWebsites } from '../../state/known-websites.ts'
import { useToast } from '../../state/toasts.ts'

/** One after the other, and as the server lists them now. @returns how many there were. */
async function clearAll(): Promise<number> {
  const websites = await callApi(websiteEndpoints.listWebsites)
  for (const { id } of websites) await clear(id)
  return websites.length
}

async function clear(id: number): Promise<void> {
  try {
    await callApi(websiteEndpoints.clearCrawl, { id })
  } catch (error) {
    // Another tab was quicker.
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/** `mutate()`; the document is then loaded anew. */
export function useClearAllData() {
  const client = useQueryClient()
  const { toast, clearNotifications } = useToast()
  return useMutation({
    mutationFn: clearAll,
    onSuccess: count => {
      const ofTab = browserStorage(() => sessionStorage)
      emptyCache(client, ofTab)
      clearKnownWebsites(ofTab)
      for (const storage of [ofTab, browserStorage(() => localStorage)]) storage.remove(STORAGE_KEY_PAGE_INSIGHTS_URL)
      clearNotifications()
      toast({
        title: 'Data Cleared',
        description: `${formatCount(count, 'website')} deleted. Nothing of yours is left.`,
      })
      location.reload()
    },
    onError: error => {
      const description = serverMessage(error) ?? 'The server could not be reached. Please try again.'
      toast({ title: 'Not everything was cleared', description, variant: 'destructive' })
    },
  })
}
