/** Which website and which of its crawls a screen shows; it stands at the right of every title. */

import { clsx } from 'clsx'
import { useId } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { plainText } from '#shared/plain-text.ts'
import { hrefTo, idNumber, matchRoute } from '#shared/routes.ts'
import { useCrawlResult } from '../queries/crawls.ts'
import { useActiveCrawl, useWebsites } from '../queries/websites.ts'
import { crawlLabels, websiteLabels } from './crawl-labels.ts'
import { Skeleton } from './fetch-states.tsx'
import { Select, type SelectOption } from './select.tsx'

interface CrawlChoiceProps {
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
  onCrawl: (crawlText: string) => void
}

export function CrawlChoice({ crawlText, onCrawl }: CrawlChoiceProps) {
  const { websiteId } = useActiveCrawl()
  const websites = useWebsites()
  const { data: crawl, error } = useCrawlResult(websiteId, idNumber(crawlText))
  return (
    <div className="flex min-w-0 items-center gap-2 max-sm:w-full max-sm:flex-wrap">
      <WebsiteSelect websites={websites.data} hasFailed={websites.isError} websiteId={websiteId} />
      {websiteId !== null && (crawl || !error) && (
        <CrawlSelect crawls={crawl?.crawls} value={crawlText} onValue={onCrawl} />
      )}
    </div>
  )
}

interface WebsiteSelectProps {
  /** undefined while loading. */
  websites: readonly WebsiteResponse[] | undefined
  /** They could not be fetched. */
  hasFailed: boolean
  websiteId: number | null
}

/** All websites of this visitor, the one crawled last first. Choosing one loads the same screen about it. */
function WebsiteSelect({ websites, hasFailed, websiteId }: WebsiteSelectProps) {
  const id = useId()
  const isKnown = websites?.some(website => website.id === websiteId) ?? false
  return (
    <>
      <label htmlFor={id} className="shrink-0 text-[0.8125rem] text-ink-muted max-sm:w-full">
        Select Website
      </label>
      <Select
        id={id}
        options={websiteOptions(websites, hasFailed)}
        value={isKnown ? String(websiteId) : ''}
        onValue={value => location.assign(hrefTo(shownScreen(), Number(value)))}
        disabled={!websites || websites.length === 0}
        className="w-50 max-sm:w-full"
      />
    </>
  )
}

function shownScreen(): Parameters<typeof hrefTo>[0] {
  const { screen } = matchRoute(location.pathname)
  return screen === 'not-found' ? 'dashboard' : screen
}

function websiteOptions(websites: readonly WebsiteResponse[] | undefined, hasFailed: boolean): SelectOption[] {
  if (!websites) return [{ value: '', label: hasFailed ? 'Failed to fetch websites' : 'Loading websites...' }]
  if (websites.length === 0) return [{ value: '', label: 'No websites available' }]
  // Entries without a date count as oldest; ISO times in UTC compare as text.
  const newestFirst = [...websites].sort((a, b) => (b.lastCrawled ?? '').localeCompare(a.lastCrawled ?? ''))
  const labels = websiteLabels(newestFirst.map(({ url }) => url))
  return newestFirst.map(({ id }, index) => ({ value: String(id), label: plainText(labels[index] ?? '') }))
}

interface CrawlSelectProps {
  /** Newest first; undefined while loading. */
  crawls: CrawlResultResponse['crawls'] | undefined
  value: string
  onValue: (value: string) => void
}

/** One width before and after the crawls are loaded, so that nothing beside it moves. */
const crawlWidth = 'w-80 max-w-full max-sm:w-full'

/** Lists the crawls newest first. The newest is the default and has no parameter in the URL. */
function CrawlSelect({ crawls, value, onValue }: CrawlSelectProps) {
  if (!crawls) return <Skeleton className={clsx(crawlWidth, 'h-10 rounded-control')} />
  const labels = crawlLabels(crawls)
  const options = crawls.map(({ id }, index) => ({
    value: index === 0 ? '' : String(id),
    label: labels[index] ?? '',
  }))
  const isNewest = crawls[0] !== undefined && String(crawls[0].id) === value
  return (
    <Select label="Crawl" options={options} value={isNewest ? '' : value} onValue={onValue} className={crawlWidth} />
  )
}
