/** The tab "Page Speed": Lighthouse scores of any page, their provider, and the pages measured during the crawl. */
import { Gauge } from 'lucide-react'
import { useId, useState } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { PageSpeed } from '#shared/page-speed.ts'
import { plainText } from '#shared/plain-text.ts'
import { parsePageUrl } from '#shared/start-url.ts'
import { Button } from '../../../components/button.tsx'
import { CardTitle } from '../../../components/card.tsx'
import { useDebouncedText } from '../../../components/search-input.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { UrlText } from '../../../components/url-text.tsx'
import { usePageSpeed } from '../../../queries/page-speed.ts'
import { usePages } from '../../../queries/pages.ts'
import { useUrlState } from '../../../state/url-state.ts'
import { PageSpeedDetails } from './page-speed-details.tsx'
import { DeviceSwitch } from './page-speed-device.tsx'
import { deviceOf, lighthouseScores } from './page-speed-labels.ts'
import { PageSpeedSampleTable } from './page-speed-sample-table.tsx'
import { AnalyzeAgain, ExternalReport, PageSpeedView } from './page-speed-view.tsx'
import { PageSpeedVitals } from './page-speed-vitals.tsx'
import { ScoreRing } from './score-ring.tsx'

interface PageSpeedTabProps {
  crawl: CrawlResultResponse
  /** An earlier crawl; null is the newest. */
  crawlId: number | null
  isCrawling: boolean
}

/** `measure` is the URL of the page; '' is that of the website. */
const urlDefaults = { device: 'mobile', measure: '' }

export function PageSpeedTab({ crawl, crawlId, isCrawling }: PageSpeedTabProps) {
  const [urlState, changeUrl] = useUrlState(urlDefaults)
  const device = deviceOf(urlState.device)
  const url = urlState.measure || crawl.url
  const state = usePageSpeed({ url, device }, { isCrawling })
  const choose = (chosen: string) => changeUrl({ measure: chosen === crawl.url ? '' : chosen })
  return (
    <>
      <div className="space-y-4 p-4 sm:p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <CardTitle>Google PageSpeed Insights</CardTitle>
          <div className="flex flex-wrap items-center gap-2">
            <AnalyzeAgain state={state} isCrawling={isCrawling} />
            <DeviceSwitch device={device} onDevice={value => changeUrl({ device: value })} />
          </div>
        </div>
        <PageSpeedForm
          websiteId={crawl.websiteId}
          crawlId={crawlId}
          siteUrl={crawl.url}
          url={url}
          isMeasuring={state.isMeasuring}
          onUrl={choose}
        />
      </div>
      <div className="min-h-80 border-line border-t">
        <PageSpeedView url={url} state={state} isCrawling={isCrawling}>
          {speed => <Report speed={speed} />}
        </PageSpeedView>
      </div>
      {crawl.pageSpeedSample && (
        <PageSpeedSampleTable
          sample={crawl.pageSpeedSample}
          onMeasured={({ url: chosen, device: as }) => {
            changeUrl({ device: as })
            choose(chosen)
          }}
        />
      )}
    </>
  )
}

function Report({ speed }: { speed: PageSpeed }) {
  return (
    <>
      <div className="p-4 sm:p-5">
        <h3 className="font-medium">Lighthouse scores</h3>
        <UrlText url={speed.url} className="text-sm" />
        <p className="mt-1 text-ink-muted text-sm">{providerText(speed)}</p>
        <div className="mt-5 grid grid-cols-2 gap-6 sm:grid-cols-4">
          {lighthouseScores.map(({ key, name }) => (
            <ScoreRing key={key} label={name} score={speed[key]} />
          ))}
        </div>
      </div>
      <div className="border-line border-t pb-4">
        <PageSpeedVitals speed={speed} />
      </div>
      <PageSpeedDetails speed={speed} />
      <div className="border-line border-t p-4 sm:p-5">
        <ExternalReport url={speed.url} />
      </div>
    </>
  )
}

function providerText({ provider, lighthouseVersion }: PageSpeed): string {
  return provider === 'google'
    ? `Measured by Google PageSpeed Insights with Lighthouse ${lighthouseVersion}, from Google’s own network.`
    : `Measured by Lighthouse ${lighthouseVersion} on this server, the tool behind Google PageSpeed Insights. No request was sent to Google.`
}

interface PageSpeedFormProps {
  websiteId: number
  crawlId: number | null
  siteUrl: string
  /** The page on show. */
  url: string
  isMeasuring: boolean
  onUrl: (url: string) => void
}

const SUGGESTED = 20

function PageSpeedForm({ websiteId, crawlId, siteUrl, url, isMeasuring, onUrl }: PageSpeedFormProps) {
  const [search, setSearch] = useState(plainText(url))
  const [typed, setTyped] = useDebouncedText(search, setSearch)
  const [shown, setShown] = useState(url)
  const [message, setMessage] = useState<string>()
  const listId = useId()
  // A page chosen elsewhere replaces the text in the field.
  if (shown !== url) {
    setShown(url)
    setSearch(plainText(url))
    setMessage(undefined)
  }
  const { data: pages = [] } = usePages(websiteId, { crawlId, filter: { search, limit: SUGGESTED } })
  const submit = () => {
    const measured = parsePageUrl(typed, siteUrl)
    setMessage(measured.ok ? undefined : measured.message)
    if (measured.ok) onUrl(measured.url)
  }
  return (
    <form
      noValidate
      aria-label="Analyze a page"
      className="flex flex-wrap items-start gap-2"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="min-w-0 grow basis-72">
        <TextField
          label="Page to analyze"
          type="url"
          inputMode="url"
          autoComplete="off"
          list={listId}
          value={typed}
          message={message}
          onValue={setTyped}
        />
        <datalist id={listId}>
          {pages.map(page => (
            <option key={page.id} value={page.url} label={plainText(page.title ?? '') || undefined} />
          ))}
        </datalist>
      </div>
      <Button type="submit" variant="primary" disabled={isMeasuring} className="min-w-32 max-sm:w-full sm:mt-6.5">
        <Gauge aria-hidden />
        Analyze
      </Button>
    </form>
  )
}
