/** How long the crawl of the form would take, below its fields. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { estimateEndpoints } from '#shared/api/estimates.ts'
import { scopePreviewEndpoints } from '#shared/api/scope-preview.ts'
import { LIST_STALE_MS, SEARCH_DEBOUNCE_MS } from '#shared/constants.ts'
import type { CrawlDelay } from '#shared/crawl-delay.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import { limitMessage } from '../../components/use-crawl-form.ts'
import { callApi } from '../../queries/api-client.ts'
import { estimateSentence } from './estimate-sentence.ts'

interface CrawlEstimateProps {
  url: string
  /** The URL was typed to its end. */
  isTyped: boolean
  limit: string
  maxCrawlLimit: number
  rendersJavaScript: boolean | undefined
  /** As typed; undefined for the default of the server. */
  pageSpeedSample: string | undefined
  pauseMs: string | undefined
}

export function CrawlEstimate(props: CrawlEstimateProps) {
  const { url, isTyped, limit, maxCrawlLimit, rendersJavaScript, pageSpeedSample, pauseMs } = props
  const query = useSettled(
    new URLSearchParams({
      url: url.trim(),
      limit,
      ...(rendersJavaScript !== undefined && { render: String(rendersJavaScript) }),
      ...(pauseMs !== undefined && { pauseMs: pauseMs.trim() }),
      ...(pageSpeedSample !== undefined && { speedSample: pageSpeedSample.trim() }),
    }).toString(),
  )
  const isValid = parseStartUrl(url).ok && limitMessage(limit, maxCrawlLimit) === undefined
  const { data } = useQuery({
    queryKey: ['estimate', query],
    queryFn: ({ signal }) =>
      callApi(estimateEndpoints.crawlEstimate, { query: Object.fromEntries(new URLSearchParams(query)), signal }),
    enabled: isValid && parseStartUrl(new URLSearchParams(query).get('url') ?? '').ok,
    staleTime: LIST_STALE_MS,
  })
  const crawlDelay = useCrawlDelay(url, isTyped && isValid)
  // A line is kept for it, so that nothing moves; a form that cannot be estimated can still be sent.
  return (
    <p role="status" className="figures mt-2 min-h-5 text-ink-muted text-sm max-sm:min-h-10">
      {isValid && data ? estimateSentence(data, crawlDelay) : ''}
    </p>
  )
}

/** What robots.txt of the site sets; null while that is not known. It is requested when the URL is typed to its end, not for parts of it. */
function useCrawlDelay(url: string, isTyped: boolean): CrawlDelay | null {
  const settled = useSettled(isTyped ? url.trim() : '')
  const { data } = useQuery({
    queryKey: ['crawl-delay', settled],
    queryFn: ({ signal }) => callApi(scopePreviewEndpoints.previewScope, { body: { url: settled, urls: [] }, signal }),
    enabled: settled !== '',
    staleTime: LIST_STALE_MS,
    // A site that cannot be crawled is reported when the crawl is started.
    retry: false,
  })
  return (settled === url.trim() && data?.crawlDelay) || null
}

/** The value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
