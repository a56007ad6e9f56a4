/** Starts a crawl, says so in a toast, and puts the website list and the crawl up to date. The caller navigates. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { crawlEndpoints, type StartCrawl } from '#shared/api/crawls.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import { useToast } from '../state/toasts.ts'
import { readableMessage, requestJson } from './api-client.ts'
import { queryKeys } from './query-keys.ts'

const startedSchema = z.object({ websiteId: z.int() })

async function startCrawl(body: StartCrawl): Promise<{ websiteId: number }> {
  const started = startedSchema.safeParse(await requestJson(crawlEndpoints.startCrawl, { body }))
  if (!started.success) throw new Error('No website ID returned from crawl operation')
  return started.data
}

/** `mutate({ url, crawlLimit })`; `isPending` while the request runs. Failures are shown as "Crawl Failed". */
export function useStartCrawl() {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: startCrawl,
    onSuccess: async ({ websiteId }, { url }) => {
      const address = parseStartUrl(url)
      const started = address.ok ? address.url : url
      toast({ title: 'Crawl Started', description: `Successfully started crawling ${started}` })
      // What was cached of an earlier crawl of this website is out of date from here on; the next screen asks anew.
      for (const kind of ['crawl', 'pages', 'issues']) client.removeQueries({ queryKey: [kind, websiteId] })
      await client.invalidateQueries({ queryKey: queryKeys.websites })
    },
    onError: error => {
      const description = readableMessage(error) || 'An unexpected error occurred'
      toast({ title: 'Crawl Failed', description, variant: 'destructive' })
    },
  })
}
