/** How the page was fetched: its HTTP response, and what JavaScript changed. */
import type { PageDetailResponse } from '#shared/api/page-details.ts'
import { isKnownDepth } from '#shared/crawl-depth.ts'
import type { PageFactsResponse } from '#shared/page-detail.ts'
import { HttpStatus } from '../../components/badge.tsx'
import { CrawledText, LongCrawledText } from '../../components/crawled-text.tsx'
import { formatCount, formatDuration, formatKilobytes, formatNumber } from '../../components/format.ts'
import { UrlText } from '../../components/url-text.tsx'
import { IssueAttempts, IssueHops } from '../../issues/issue-requests.tsx'
import { FactsList, Part } from './facts-part.tsx'

/** Status, redirects, times, size and type of the response. */
export function ResponsePart({ detail }: { detail: PageDetailResponse }) {
  const { page, response, facts } = detail
  const hops = page?.hops ?? response?.hops ?? []
  const failure = page?.failure || response?.failure || ''
  const contentType = page?.contentType ?? response?.contentType
  const size = page?.size ?? response?.size
  return (
    <Part title="Response">
      <FactsList
        facts={[
          {
            name: 'Status',
            value: response?.skipReason ? (
              <>Not requested: {response.skipReason}</>
            ) : (
              <span className="flex flex-wrap items-center gap-2">
                <HttpStatus status={page ? page.statusCode : (response?.statusCode ?? null)} />
                {failure !== '' && <CrawledText text={failure} />}
              </span>
            ),
          },
          hops.length > 0 && { name: formatCount(hops.length, 'redirect'), value: <IssueHops hops={hops} /> },
          hops.length > 0 &&
            response && { name: 'Final response', value: <HttpStatus status={response.finalStatusCode} /> },
          (response?.attempts.length ?? 0) > 1 && {
            name: 'Attempts',
            value: <IssueAttempts attempts={response?.attempts ?? []} />,
          },
          page?.ttfb != null && { name: 'Time to first byte', value: formatDuration(page.ttfb) },
          page?.responseTime != null && { name: 'Response time', value: formatDuration(page.responseTime) },
          size != null && { name: 'Size', value: sizeText(size, facts) },
          contentType != null && { name: 'Type', value: <CrawledText text={typeText(contentType, facts)} /> },
          facts && { name: 'Protocol', value: <CrawledText text={`HTTP/${facts.httpVersion}`} /> },
          page && { name: 'Crawl depth', value: depthText(page.depth) },
          page && {
            name: 'Links',
            value: `${formatCount(page.inlinkCount, 'page')} in${facts ? `, ${formatNumber(page.linkCount)} out` : ''}`,
          },
          facts && facts.limitsReached.length > 0 && { name: 'Not analyzed', value: facts.limitsReached.join(' ') },
          !page && response && response.kinds.length > 0 && { name: 'Referenced as', value: response.kinds.join(', ') },
        ]}
      />
    </Part>
  )
}

function sizeText(size: number, facts: PageDetailResponse['facts']): string {
  if (!facts) return formatKilobytes(size)
  const coding = facts.contentEncoding === '' ? 'not compressed' : facts.contentEncoding
  const sent = `${formatKilobytes(facts.transferBytes)} sent (${coding})`
  return `${formatKilobytes(facts.bodyBytes)}, ${sent}${facts.isTruncated ? '; truncated' : ''}`
}

function typeText(contentType: string, facts: PageDetailResponse['facts']): string {
  return facts ? `${contentType}, read as ${facts.charset.used}` : contentType
}

function depthText(depth: number): string {
  if (!isKnownDepth(depth)) return 'Unknown: found only in a sitemap'
  return depth === 0 ? '0, the start page' : formatCount(depth, 'click')
}

interface RenderingPartProps {
  rendering: NonNullable<PageFactsResponse['rendering']>
  pageHref: (url: string) => string
}

/** Differences between the rendered page and its source. */
export function RenderingPart({ rendering, pageHref }: RenderingPartProps) {
  if (!rendering.isRendered)
    return (
      <Part title="JavaScript">
        <p className="text-sm">
          The page could not be rendered: {rendering.why}. All results are based on its HTML source.
        </p>
      </Part>
    )
  const { isCut, isTruncated, redirectUrl, differences } = rendering
  return (
    <Part title="JavaScript" aside="Rendered">
      <p className="text-sm">
        {isCut
          ? 'Its scripts did not finish in time; the page was read as rendered by then.'
          : 'The page was read after its scripts had run.'}
        {isTruncated && ' It is too long and was truncated.'}
        {differences.length === 0 && ' They changed nothing that is compared.'}
      </p>
      <FactsList
        facts={[
          redirectUrl !== null && {
            name: 'Redirects to',
            value: <UrlText url={redirectUrl} href={pageHref(redirectUrl)} />,
          },
          ...differences.map(({ name, source, rendered }) => ({
            name,
            value: (
              <>
                <Value label="Source: " text={source} />
                <Value label="Rendered: " text={rendered} />
              </>
            ),
          })),
        ]}
      />
    </Part>
  )
}

function Value({ label, text }: { label: string; text: string }) {
  return (
    <span className="block [overflow-wrap:anywhere]">
      <span className="text-ink-muted">{label}</span>
      {text === '' ? <span className="text-ink-muted">none</span> : <LongCrawledText text={text} />}
    </span>
  )
}
