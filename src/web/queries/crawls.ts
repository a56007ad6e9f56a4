/** Starts crawls and fetches their results. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Boot } from '#shared/api/boot.ts'
import { type CrawlResultResponse, crawlEndpoints } from '#shared/api/crawls.ts'
import type { StartCrawl } from '#shared/api/start-crawl.ts'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { POLLING_INTERVAL_MS } from '#shared/constants.ts'
import type { ChosenOptions } from '#shared/crawl-options.ts'
import { hrefTo } from '#shared/routes.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import { useBoot } from '../state/boot.ts'
import { useToast } from '../state/toasts.ts'
import { callApi, isRefusal, readableMessage, requestJson, requireWebsiteId } from './api-client.ts'
import { queryKeys } from './query-client.ts'

/** True for a crawl that has not ended: pending, crawling or paused. */
export function isCrawlActive(crawl: Pick<CrawlResultResponse, 'status'>): boolean {
  return crawl.status !== 'complete'
}

/** How soon the crawl is fetched again; false: not at all. */
export function crawlIntervalMs(
  crawl: Pick<CrawlResultResponse, 'status'> | undefined,
  error: Error | null,
): number | false {
  const mayChange = crawl ? isCrawlActive(crawl) : error !== null && !isRefusal(error)
  return mayChange ? POLLING_INTERVAL_MS : false
}

/**
 * The newest crawl of the website, or the one named; fetches nothing while there is no website. A running crawl is polled. A poll that
 * fails is logged and polling goes on with the last result still in `data`: look at `data` before `error`.
 */
export function useCrawlResult(websiteId: number | null, crawlId: number | null = null) {
  return useQuery({
    queryKey: queryKeys.crawl(websiteId, crawlId),
    queryFn: async ({ signal }) => {
      const id = requireWebsiteId(websiteId)
      try {
        return await callApi(crawlEndpoints.crawlResult, {
          id,
          query: { crawl: crawlId ?? undefined },
          signal,
        })
      } catch (error) {
        if (!signal.aborted) console.warn('the crawl status could not be fetched', error)
        throw error
      }
    },
    enabled: websiteId !== null,
    // Widgets that mount one after the other share a response; a result of the last document is fetched again.
    staleTime: POLLING_INTERVAL_MS,
    refetchInterval: ({ state }) => crawlIntervalMs(state.data, state.error),
    // A hidden page sends no request: any would cancel the clearing that its departure announced.
    refetchIntervalInBackground: false,
  })
}

/**
 * The crawl as the screen or an earlier document of this visit has fetched it; requests nothing. It has no function that would replace the
 * screen's, by which the crawl is fetched again after a change.
 */
export function useKnownCrawlResult(websiteId: number | null, crawlId: number | null) {
  return useQuery<CrawlResultResponse>({ queryKey: queryKeys.crawl(websiteId, crawlId), enabled: false }).data
}

const startedSchema = z.object({ websiteId: z.int() })

async function startCrawl(body: StartCrawl): Promise<{ websiteId: number }> {
  const started = startedSchema.safeParse(await requestJson(crawlEndpoints.startCrawl, { body }))
  if (!started.success) throw new Error('No website ID returned from crawl operation')
  return started.data
}

/** `mutate({ url, crawlLimit })` starts a crawl and shows a toast; the caller navigates. */
export function useStartCrawl() {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: startCrawl,
    onSuccess: async ({ websiteId }, { url }) => {
      const parsed = parseStartUrl(url)
      const started = parsed.ok ? parsed.url : url
      toast({ title: 'Crawl Started', description: `Successfully started crawling ${started}` })
      // Cached results of an earlier crawl of this website are out of date now; the next screen fetches them again.
      for (const kind of ['crawl', 'pages', 'issues']) client.removeQueries({ queryKey: [kind, websiteId] })
      await client.invalidateQueries({ queryKey: queryKeys.websites })
    },
    onError: error => {
      const description = readableMessage(error) || 'An unexpected error occurred'
      toast({ title: 'Crawl Failed', description, variant: 'destructive' })
    },
  })
}

interface EarlierCrawl {
  url: string
  crawlLimit: number
  options: ChosenOptions
  /** Of another user: the crawl is one of that website's. */
  website?: Pick<WebsiteResponse, 'id' | 'role'> | null
}

/** `repeat(crawl)` starts it once more, with its options, and opens the dashboard of the new crawl. */
export function useCrawlAgain() {
  const boot = useBoot()
  const { mutate, isPending, isSuccess } = useStartCrawl()
  const repeat = (crawl: EarlierCrawl) =>
    mutate(crawlAgain(crawl, boot), {
      onSuccess: ({ websiteId }) => location.assign(hrefTo('dashboard', websiteId)),
    })
  return { repeat, isPending, isSuccess }
}

/** The request that repeats a crawl with its options, as far as the server still allows them. */
export function crawlAgain({ url, crawlLimit, options, website }: EarlierCrawl, boot: Boot): StartCrawl {
  const { maxCrawlLimit, maxPageSpeedSample = 0, canRenderJavaScript = false } = boot
  const { pageSpeedSample = 0, rendersJavaScript = false } = options
  return {
    url,
    crawlLimit: Math.min(crawlLimit, maxCrawlLimit),
    ...(website && website.role !== 'own' && { websiteId: website.id }),
    ...options,
    rendersJavaScript: rendersJavaScript && canRenderJavaScript,
    pageSpeedSample: Math.min(pageSpeedSample, maxPageSpeedSample),
  }
}
