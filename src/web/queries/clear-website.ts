/** Deletes a website of the visitor's own, with all its crawls, and forgets what this tab knew of it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type WebsiteAnswer, websiteEndpoints } from '#shared/api/websites.ts'
import { useToast } from '../components/use-toast.ts'
import { callApi, serverWords } from './api-client.ts'
import { queryKeys } from './query-keys.ts'

/** `mutate(website)`. */
export function useClearWebsite() {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: ({ id }: Pick<WebsiteAnswer, 'id' | 'url'>) => callApi(websiteEndpoints.clearCrawl, { id }),
    onSuccess: async (_answer, { id, url }) => {
      for (const kind of ['crawl', 'pages', 'issues']) client.removeQueries({ queryKey: [kind, id] })
      client.setQueryData<WebsiteAnswer[]>(queryKeys.websites, websites =>
        websites?.filter(website => website.id !== id),
      )
      toast({ title: 'Data cleared', description: url })
      await client.invalidateQueries({ queryKey: queryKeys.websites })
    },
    onError: error => {
      const description = serverWords(error) ?? error.message
      toast({ title: 'The data were not cleared', description, variant: 'destructive' })
    },
  })
}
