/** "Page Insights": everything that a crawl knows about one address. */
import { FileSearch } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { STORAGE_KEY_PAGE_INSIGHTS_URL } from '#shared/constants.ts'
import { URL_INVALID } from '#shared/start-url.ts'
import { normalizeUrl } from '#shared/url.ts'
import { Card } from '../../components/card.tsx'
import { CrawlProgressNote } from '../../components/crawl-progress-note.tsx'
import { CrawlSelect } from '../../components/crawl-select.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FetchErrorState } from '../../components/fetch-error-state.tsx'
import { LoadingState } from '../../components/loading-state.tsx'
import { NoSelectedWebsite } from '../../components/no-selected-website.tsx'
import { NoWebsite } from '../../components/no-website.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useActiveCrawl } from '../../queries/active-crawl.ts'
import { isCrawlActive, useCrawlResult } from '../../queries/crawl-result.ts'
import { browserStorage } from '../../state/browser-storage.ts'
import { idNumber, useAddressState } from '../../state/url-state.ts'
import { AnalyzeForm } from './analyze-form.tsx'
import { PageReport } from './page-report.tsx'
import { useAnalyzing } from './use-analyzing.ts'

const addressDefaults = { url: '', crawl: '', issue: '', page: '1', group: '' }
/** As high as a window: what stands below does not move when the report arrives. */
const LOADING_ROWS = 24

export function PageInsightsScreen() {
  const { websiteId, isPending } = useActiveCrawl()
  const [address, changeAddress] = useAddressState(addressDefaults)
  const [storage] = useState(() => browserStorage(() => localStorage))
  const crawlId = idNumber(address.crawl)
  const { data: crawl, error, refetch } = useCrawlResult(websiteId, crawlId)
  const { isAnalyzing, beginAnalyzing } = useAnalyzing()
  const given = useAnalyzedUrl(address.url, { storage, changeAddress })
  const url = normalizeUrl(given) ?? ''
  const analyze = (next: { url: string; crawl?: string }) => {
    changeAddress({ ...next, issue: '', page: '1', group: '' })
    storage.write(STORAGE_KEY_PAGE_INSIGHTS_URL, next.url)
    beginAnalyzing()
  }
  return (
    <>
      <PageHeader
        title="Page Insights"
        description="What the crawl knows about one address, from its answer to the links that lead to it."
        actions={
          (crawl || (!error && (websiteId !== null || isPending))) && (
            <>
              {crawl && isCrawlActive(crawl) && <CrawlProgressNote crawl={crawl} />}
              <CrawlSelect
                crawls={crawl?.crawls}
                value={address.crawl}
                onValue={value => analyze({ url: url || (crawl?.url ?? ''), crawl: value })}
              />
            </>
          )
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
              empty={<NoSelectedWebsite see="what is known about each of its pages" />}
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
              description="Enter the address of a page of this website, or choose one from the list."
            />
          </Card>
        ) : isAnalyzing || !crawl ? (
          <Card>
            <LoadingState message={isAnalyzing ? 'Analyzing...' : 'Loading page...'} rows={LOADING_ROWS} />
          </Card>
        ) : (
          <PageReport
            key={`${address.crawl} ${url}`}
            page={{ websiteId, crawlId, url, isCrawlActive: isCrawlActive(crawl) }}
            crawl={crawl}
            crawlText={address.crawl}
            onAnalyze={chosen => analyze({ url: chosen })}
          />
        )}
      </div>
    </>
  )
}

interface Remembering {
  storage: ReturnType<typeof browserStorage>
  changeAddress: (change: { url: string }) => void
}

/** The address bar's, else the one that was analyzed last, which then goes into the address bar: a shared link shows the same. */
function useAnalyzedUrl(urlOfAddress: string, { storage, changeAddress }: Remembering): string {
  const [remembered] = useState(() => storage.read(STORAGE_KEY_PAGE_INSIGHTS_URL) ?? '')
  const takeUp = useCallback(() => {
    if (urlOfAddress === '' && remembered !== '') changeAddress({ url: remembered })
    else if (urlOfAddress !== '') storage.write(STORAGE_KEY_PAGE_INSIGHTS_URL, urlOfAddress)
  }, [urlOfAddress, remembered, storage, changeAddress])
  useEffect(takeUp, [takeUp])
  return urlOfAddress || remembered
}
