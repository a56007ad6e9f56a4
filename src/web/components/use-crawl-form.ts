/** State of the crawl forms of the landing page and the header: validation, start, messages, and the screen that follows. */
import { useState } from 'react'
import type { StartCrawl } from '#shared/api/start-crawl.ts'
import { CRAWL_LIMIT_MIN } from '#shared/constants.ts'
import { hrefTo } from '#shared/routes.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import { ApiError, serverMessage } from '../queries/api-client.ts'
import { useStartCrawl } from '../queries/crawls.ts'
import { useCrawlLimitSetting } from '../state/crawl-limit-setting.ts'

export interface CrawlFormErrors {
  url?: string
  limit?: string
  /** About the form as a whole, after the server refused. */
  form?: string
}

interface CrawlFormOptions {
  /** Used when this browser's settings have no valid limit. */
  initialLimit: string
  maxCrawlLimit: number
  /** Reads the form's other options; null when one of them is invalid. */
  readOptions?: (crawl: { siteUrl: string | null; crawlLimit: number }) => Partial<StartCrawl> | null
  /** Shows a message of the server at the field of an option; false where there is no such field. */
  showOptionError?: (name: string, message: string) => boolean
  /** Called with the website's id; by default it opens the dashboard. */
  onStarted?: (websiteId: number) => void
}

function openDashboard(websiteId: number): void {
  location.assign(hrefTo('dashboard', websiteId))
}

/** The message for a crawl limit as typed; undefined when it is valid. */
export function limitMessage(limit: string, maxCrawlLimit: number): string | undefined {
  const value = Number(limit)
  const isValid = limit.trim() !== '' && Number.isInteger(value) && value >= CRAWL_LIMIT_MIN && value <= maxCrawlLimit
  return isValid ? undefined : `Between ${CRAWL_LIMIT_MIN} and ${maxCrawlLimit}`
}

/** The limit that a form starts with: that of the settings when it is valid. */
export function startLimit(setting: string, otherwise: { initialLimit: string; maxCrawlLimit: number }): string {
  const isUsable = limitMessage(setting, otherwise.maxCrawlLimit) === undefined
  return isUsable ? String(Number(setting)) : otherwise.initialLimit
}

/** The form's message, with the server's reason. */
export function startFailure(error: unknown): string {
  const reason = serverMessage(error)
  return reason === undefined ? 'Failed to start crawl' : `Failed to start crawl: ${reason}`
}

const noOptions = () => ({})

export function useCrawlForm({ initialLimit, maxCrawlLimit, ...rest }: CrawlFormOptions) {
  const { readOptions = noOptions, showOptionError = () => false, onStarted = openDashboard } = rest
  const [url, setUrl] = useState('')
  const setting = useCrawlLimitSetting()
  /** null until something is typed. */
  const [typedLimit, setLimit] = useState<string | null>(null)
  const limit = typedLimit ?? startLimit(setting, { initialLimit, maxCrawlLimit })
  const [errors, setErrors] = useState<CrawlFormErrors>({})
  const startCrawl = useStartCrawl()

  function submit(typedUrl = url): void {
    const parsed = parseStartUrl(typedUrl)
    const limitError = limitMessage(limit, maxCrawlLimit)
    setErrors({ ...(parsed.ok ? {} : { url: parsed.message }), ...(limitError ? { limit: limitError } : {}) })
    const options = readOptions({ siteUrl: parsed.ok ? parsed.url : null, crawlLimit: Number(limit) })
    if (!parsed.ok || limitError || options === null) return
    // As typed: only the server can try http where https was merely assumed.
    startCrawl.mutate(
      { ...options, url: typedUrl.trim(), crawlLimit: Number(limit) },
      {
        onSuccess: ({ websiteId }) => {
          setUrl('')
          onStarted(websiteId)
        },
        onError: error => {
          const isShown = error instanceof ApiError && error.field !== null && showOptionError(error.field, error.body)
          setErrors(isShown ? {} : { form: startFailure(error) })
        },
      },
    )
  }

  return { url, setUrl, limit, setLimit, errors, submit, isBusy: startCrawl.isPending }
}
