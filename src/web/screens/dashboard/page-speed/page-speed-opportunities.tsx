/** What would make the page faster, what saves most first; the details of each on demand. All of it may come from the page. */
import type { Opportunity } from '#shared/page-speed.ts'
import { CrawledText } from '../../../components/crawled-text.tsx'
import { formatDuration, formatKilobytes } from '../../../components/format.ts'
import { UrlText } from '../../../components/url-text.tsx'

export function PageSpeedOpportunities({ opportunities }: { opportunities: readonly Opportunity[] }) {
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
