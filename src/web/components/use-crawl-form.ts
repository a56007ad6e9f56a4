/** What the crawl forms of the landing page and of the header have in common: checking, starting, messages, and where it leads. */
import { useState } from 'react'
import { CRAWL_LIMIT_MIN } from '#shared/constants.ts'
import { parseCrawlAddress } from '#shared/crawl-address.ts'
import { hrefTo } from '#shared/routes.ts'
import { serverWords } from '../queries/api-client.ts'
import { useStartCrawl } from '../queries/start-crawl.ts'

export interface CrawlFormErrors {
  url?: string
  limit?: string
  /** About the form as a whole, after the server refused. */
  form?: string
}

interface CrawlFormOptions {
  /** As typed. */
  initialLimit: string
  maxCrawlLimit: number
  /** Called with the website's id; by default it opens the dashboard. */
  onStarted?: (websiteId: number) => void
}

function openDashboard(websiteId: number): void {
  location.assign(hrefTo('dashboard', websiteId))
}

/** The message for a crawl limit as typed, undefined when it will do. */
export function limitMessage(limit: string, maxCrawlLimit: number): string | undefined {
  const value = Number(limit)
  const isValid = limit.trim() !== '' && Number.isInteger(value) && value >= CRAWL_LIMIT_MIN && value <= maxCrawlLimit
  return isValid ? undefined : `Between ${CRAWL_LIMIT_MIN} and ${maxCrawlLimit}`
}

/** The form's sentence, and the server's own reason, which outlives the toast here. */
export function startFailure(error: unknown): string {
  const reason = serverWords(error)
  return reason === undefined ? 'Failed to start crawl' : `Failed to start crawl: ${reason}`
}

export function useCrawlForm({ initialLimit, maxCrawlLimit, onStarted = openDashboard }: CrawlFormOptions) {
  const [url, setUrl] = useState('')
  const [limit, setLimit] = useState(initialLimit)
  const [errors, setErrors] = useState<CrawlFormErrors>({})
  const startCrawl = useStartCrawl()

  function submit(typedUrl = url): void {
    const address = parseCrawlAddress(typedUrl)
    const limitError = limitMessage(limit, maxCrawlLimit)
    setErrors({ ...(address.ok ? {} : { url: address.message }), ...(limitError ? { limit: limitError } : {}) })
    if (!address.ok || limitError) return
    // As typed: only the server can try http where https was merely assumed.
    startCrawl.mutate(
      { url: typedUrl.trim(), crawlLimit: Number(limit) },
      {
        onSuccess: ({ websiteId }) => {
          setUrl('')
          onStarted(websiteId)
        },
        onError: error => setErrors({ form: startFailure(error) }),
      },
    )
  }

  return { url, setUrl, limit, setLimit, errors, submit, isBusy: startCrawl.isPending }
}
