/** Deletes a website of the visitor's own, with all its crawls, and forgets what this tab knew of it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type WebsiteResponse, websiteEndpoints } from '#shared/api/websites.ts'
import { useToast } from '../state/toasts.ts'
import { callApi, serverTexts } from './api-client.ts'
import { queryKeys } from './query-keys.ts'

/** `mutate(website)`. */
export function useClearWebsite() {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: ({ id }: Pick<WebsiteResponse, 'id' | 'url'>) => callApi(websiteEndpoints.clearCrawl, { id }),
    onSuccess: async (_answer, { id, url }) => {
      for (const kind of ['crawl', 'pages', 'issues']) client.removeQueries({ queryKey: [kind, id] })
      client.setQueryData<WebsiteResponse[]>(queryKeys.websites, websites =>
        websites?.filter(website => website.id !== id),
      )
      toast({ title: 'Data cleared', description: url })
      await client.invalidateQueries({ queryKey: queryKeys.websites })
    },
    onError: error => {
      const description = serverTexts(error) ?? error.message
      toast({ title: 'The data were not cleared', description, variant: 'destructive' })
    },
  })
}
