/** A measurement without its scores: opportunities, and how it was measured. */
import type { ReactNode } from 'react'
import type { Opportunity, PageSpeed } from '#shared/page-speed.ts'
import { CrawledText } from '../../../components/crawled-text.tsx'
import { formatCount, formatDateTime, formatDuration, formatKilobytes } from '../../../components/format.ts'
import { UrlText } from '../../../components/url-text.tsx'
import { deviceNames } from './page-speed-labels.ts'

export function PageSpeedDetails({ speed }: { speed: PageSpeed }) {
  const { opportunities } = speed
  return (
    <>
      {opportunities.length === 0 ? (
        <p className="border-line border-t px-4 py-3 text-sm sm:px-5">
          Lighthouse found no opportunity to make the page faster.
        </p>
      ) : (
        <details className="border-line border-t">
          <summary className="-outline-offset-2 px-4 py-3 font-medium text-sm hover:bg-sunken sm:px-5">
            {formatCount(opportunities.length, 'opportunity', 'opportunities')} to make it faster
          </summary>
          <PageSpeedOpportunities opportunities={opportunities} />
        </details>
      )}
      <div className="border-line border-t">
        <PageSpeedFacts speed={speed} />
      </div>
    </>
  )
}

/** The largest savings first, with details on demand. All texts are untrusted. */
function PageSpeedOpportunities({ opportunities }: { opportunities: readonly Opportunity[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {opportunities.map(opportunity => (
        <li key={opportunity.id}>
          <details>
            <summary className="-outline-offset-2 px-4 py-2.5 text-sm hover:bg-sunken sm:px-5">
              <CrawledText text={opportunity.title} className="font-medium [overflow-wrap:anywhere]" />
              <span className="figures ml-2 text-ink-muted">
                <CrawledText
                  text={opportunity.display || savings({ bytes: opportunity.savingsBytes, ms: opportunity.savingsMs })}
                />
              </span>
            </summary>
            <Details opportunity={opportunity} />
          </details>
        </li>
      ))}
    </ul>
  )
}

function Details({ opportunity: { description, items } }: { opportunity: Opportunity }) {
  return (
    <div className="space-y-3 px-4 pb-4 text-sm sm:px-5">
      <p className="max-w-prose text-ink-muted [overflow-wrap:anywhere]">
        <CrawledText text={description} />
      </p>
      {items.length > 0 && (
        <ul className="space-y-1">
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the files of a result never change their order, and may repeat
            <li key={index} className="flex items-center justify-between gap-4">
              <UrlText url={item.url} className="min-w-0" />
              <span className="figures shrink-0 text-ink-muted">{savings(item)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function savings({ bytes, ms }: { bytes: number | null; ms: number | null }): string {
  return [ms && formatDuration(ms), bytes && formatKilobytes(bytes)].filter(Boolean).join(', ')
}

/** Provider, device, runs, versions and time: without them figures cannot be compared. */
function PageSpeedFacts({ speed }: { speed: PageSpeed }) {
  const { provider, device, runCount, lighthouseVersion, browserVersion, measuredAt, totalBytes, warnings } = speed
  return (
    <div className="space-y-3 px-4 py-4 text-sm sm:px-5">
      <dl className="figures flex flex-wrap gap-x-6 gap-y-1.5">
        <Fact name="Measured by">
          {provider === 'google' ? 'Google PageSpeed Insights' : 'Lighthouse on this server'}
        </Fact>
        <Fact name="Device">{deviceNames[device]}</Fact>
        <Fact name="Runs">{runCount === 1 ? '1' : `median of ${runCount}`}</Fact>
        <Fact name="Lighthouse">{lighthouseVersion}</Fact>
        {browserVersion !== null && <Fact name="Chromium">{browserVersion}</Fact>}
        {totalBytes !== null && <Fact name="Page weight">{formatKilobytes(totalBytes)}</Fact>}
        <Fact name="Time">
          <time dateTime={measuredAt}>{formatDateTime(measuredAt)}</time>
        </Fact>
      </dl>
      {speed.finalUrl !== speed.url && (
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="text-ink-muted">Redirected to</span>
          <UrlText url={speed.finalUrl} />
        </p>
      )}
      {warnings.length > 0 && (
        <ul aria-label="Lighthouse warnings" className="space-y-1 text-warning">
          {warnings.map(warning => (
            <li key={warning} className="[overflow-wrap:anywhere]">
              <CrawledText text={warning} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
