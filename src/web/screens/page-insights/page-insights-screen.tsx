/** "Page Insights": everything that a crawl knows about one URL. */

import { FileSearch } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { STORAGE_KEY_PAGE_INSIGHTS_URL } from '#shared/constants.ts'
import { idNumber } from '#shared/routes.ts'
import { URL_INVALID } from '#shared/start-url.ts'
import { normalizeUrl } from '#shared/url.ts'
import { Card } from '../../components/card.tsx'
import { CrawlChoice } from '../../components/crawl-choice.tsx'
import { CrawlProgressNote } from '../../components/crawl-progress-note.tsx'
import { FetchErrorState, LoadingState } from '../../components/fetch-states.tsx'
import { NoSelectedWebsite, NoWebsite } from '../../components/no-website.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { EmptyState } from '../../components/states.tsx'
import { isCrawlActive, useCrawlResult } from '../../queries/crawls.ts'
import { useActiveCrawl } from '../../queries/websites.ts'
import { browserStorage } from '../../state/browser-storage.ts'
import { useUrlState } from '../../state/url-state.ts'
import { AnalyzeForm } from './analyze-form.tsx'
import { PageReport } from './page-report.tsx'

const urlDefaults = { url: '', crawl: '', issue: '', page: '1', group: '' }
/** As high as the window, so that nothing below moves when the report is loaded. */
const LOADING_ROWS = 24

export function PageInsightsScreen() {
  const { websiteId, isPending } = useActiveCrawl()
  const [urlState, changeUrl] = useUrlState(urlDefaults)
  const [storage] = useState(() => browserStorage(() => localStorage))
  const crawlId = idNumber(urlState.crawl)
  const { data: crawl, error, refetch } = useCrawlResult(websiteId, crawlId)
  const { isAnalyzing, beginAnalyzing } = useAnalyzing()
  const given = useAnalyzedUrl(urlState.url, { storage, changeUrl })
  const url = normalizeUrl(given) ?? ''
  const analyze = (next: { url: string; crawl?: string }) => {
    changeUrl({ ...next, issue: '', page: '1', group: '' })
    storage.write(STORAGE_KEY_PAGE_INSIGHTS_URL, next.url)
    beginAnalyzing()
  }
  return (
    <>
      <PageHeader
        title="Page Insights"
        description="What the crawl knows about one URL: response, meta data, links and issues."
        actions={
          <>
            {crawl && isCrawlActive(crawl) && <CrawlProgressNote crawl={crawl} />}
            <CrawlChoice
              crawlText={urlState.crawl}
              onCrawl={value => analyze({ url: url || (crawl?.url ?? ''), crawl: value })}
            />
          </>
        }
      />
      <AnalyzeForm
        websiteId={websiteId}
        crawlId={crawlId}
        siteUrl={crawl?.url}
        url={url || given}
        isAnalyzing={isAnalyzing}
        onAnalyze={chosen => analyze({ url: chosen })}
      />
      <div aria-busy={isAnalyzing} className="mt-4">
        {websiteId === null ? (
          <Card>
            <NoWebsite
              isPending={isPending}
              waitingText="Loading page..."
              empty={<NoSelectedWebsite see="details of each of its pages" />}
            />
          </Card>
        ) : error && !crawl ? (
          <Card>
            <FetchErrorState what="Failed to fetch crawl results" error={error} onRetry={() => void refetch()} />
          </Card>
        ) : url === '' ? (
          <Card>
            <EmptyState
              icon={FileSearch}
              title={given === '' ? 'No page chosen' : URL_INVALID}
              description="Enter the URL of a page of this website, or choose one from the list."
            />
          </Card>
        ) : isAnalyzing || !crawl ? (
          <Card>
            <LoadingState message={isAnalyzing ? 'Analyzing...' : 'Loading page...'} rows={LOADING_ROWS} />
          </Card>
        ) : (
          <PageReport
            key={`${urlState.crawl} ${url}`}
            page={{ websiteId, crawlId, url, isCrawlActive: isCrawlActive(crawl) }}
            crawl={crawl}
            crawlText={urlState.crawl}
            onAnalyze={chosen => analyze({ url: chosen })}
          />
        )}
      </div>
    </>
  )
}

interface Remembering {
  storage: ReturnType<typeof browserStorage>
  changeUrl: (change: { url: string }) => void
}

/** The URL in the query string, else the one analyzed last, which is then written to the query string. */
function useAnalyzedUrl(urlInQuery: string, { storage, changeUrl }: Remembering): string {
  const [remembered] = useState(() => storage.read(STORAGE_KEY_PAGE_INSIGHTS_URL) ?? '')
  const takeUp = useCallback(() => {
    if (urlInQuery === '' && remembered !== '') changeUrl({ url: remembered })
    else if (urlInQuery !== '') storage.write(STORAGE_KEY_PAGE_INSIGHTS_URL, urlInQuery)
  }, [urlInQuery, remembered, storage, changeUrl])
  useEffect(takeUp, [takeUp])
  return urlInQuery || remembered
}

/** How long the indicator is shown. */
const ANALYZING_MS = 600

/** `isAnalyzing` is true briefly after each start, so that the user sees it even when the data is cached. */
function useAnalyzing(): { isAnalyzing: boolean; beginAnalyzing: () => void } {
  const [begun, setBegun] = useState(0)
  const [ended, setEnded] = useState(0)
  useEffect(() => {
    if (begun === 0) return
    const timer = setTimeout(() => setEnded(begun), ANALYZING_MS)
    return () => clearTimeout(timer)
  }, [begun])
  return { isAnalyzing: begun !== ended, beginAnalyzing: () => setBegun(count => count + 1) }
}
