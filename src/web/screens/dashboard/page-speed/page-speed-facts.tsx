/** Who measured, as what, how often, with which versions and when: without it a figure cannot be compared with another. */
import type { ReactNode } from 'react'
import type { PageSpeed } from '#shared/page-speed.ts'
import { CrawledText } from '../../../components/crawled-text.tsx'
import { formatDateTime, formatKilobytes } from '../../../components/format.ts'
import { UrlText } from '../../../components/url-text.tsx'

export const deviceNames: Record<PageSpeed['device'], string> = { mobile: 'Mobile', desktop: 'Desktop' }

export function PageSpeedFacts({ speed }: { speed: PageSpeed }) {
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
        <ul aria-label="What may have spoilt the measurement" className="space-y-1 text-warning">
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
