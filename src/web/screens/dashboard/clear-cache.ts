/** Clears the cached responses of a website on the server and in this tab. Crawl, pages and issues stay. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { websiteEndpoints } from '#shared/api/websites.ts'
import { callApi } from '../../queries/api-client.ts'
import { emptyCache } from '../../queries/query-client.ts'
import { browserStorage } from '../../state/browser-storage.ts'
import { useToast } from '../../state/toasts.ts'
import { noWebsiteSelected } from './open-file.ts'

const CLEARED = 'Website cache has been cleared successfully'

/** `clearCache(websiteId)`; reloads the document afterwards. */
export function useClearCache() {
  const client = useQueryClient()
  const { toast } = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: (websiteId: number) => callApi(websiteEndpoints.clearCache, { id: websiteId }),
    onSuccess: ({ message }) => {
      toast({ title: 'Cache Cleared', description: message || CLEARED })
      emptyCache(
        client,
        browserStorage(() => sessionStorage),
      )
      location.reload()
    },
    onError: error => {
      console.warn('the cache could not be cleared', error)
      toast({ title: 'Error', description: 'Failed to clear cache', variant: 'destructive' })
    },
  })
  const clearCache = (websiteId: number | null) => {
    if (websiteId === null) toast(noWebsiteSelected)
    else mutate(websiteId)
  }
  return { clearCache, isPending }
}
