/** What the address answered: status, redirects, times, size, kind. */
/** What running the page's scripts changed, against its source. Not there when the crawl ran none. */
import type { PageDetailResponse } from '#shared/api/page-details.ts'
import { isKnownDepth } from '#shared/crawl-depth.ts'
import type { PageFactsResponse } from '#shared/page-detail.ts'
import { HttpStatus } from '../../components/badge.tsx'
import { CrawledText, LongCrawledText } from '../../components/crawled-text.tsx'
import { formatCount, formatDuration, formatKilobytes, formatNumber } from '../../components/format.ts'
import { UrlText } from '../../components/url-text.tsx'
import { IssueAttempts, IssueHops } from '../../issues/issue-requests.tsx'
import { FactsList, Part } from './facts-part.tsx'

export function ResponsePart({ detail }: { detail: PageDetailResponse }) {
  const { page, asked, facts } = detail
  const hops = page?.hops ?? asked?.hops ?? []
  const failure = page?.failure || asked?.failure || ''
  const contentType = page?.contentType ?? asked?.contentType
  const size = page?.size ?? asked?.size
  return (
    <Part title="Answer">
      <FactsList
        facts={[
          {
            name: 'Status',
            value: asked?.leftOut ? (
              <>Not asked: {asked.leftOut}</>
            ) : (
              <span className="flex flex-wrap items-center gap-2">
                <HttpStatus status={page ? page.statusCode : (asked?.statusCode ?? null)} />
                {failure !== '' && <CrawledText text={failure} />}
              </span>
            ),
          },
          hops.length > 0 && { name: formatCount(hops.length, 'redirect'), value: <IssueHops hops={hops} /> },
          hops.length > 0 &&
            asked && { name: 'Answer at the end', value: <HttpStatus status={asked.finalStatusCode} /> },
          (asked?.attempts.length ?? 0) > 1 && {
            name: 'Attempts',
            value: <IssueAttempts attempts={asked?.attempts ?? []} />,
          },
          page?.ttfb != null && { name: 'First byte after', value: formatDuration(page.ttfb) },
          page?.responseTime != null && { name: 'Complete after', value: formatDuration(page.responseTime) },
          size != null && { name: 'Size', value: sizeText(size, facts) },
          contentType != null && { name: 'Type', value: <CrawledText text={typeText(contentType, facts)} /> },
          facts && { name: 'Protocol', value: <CrawledText text={`HTTP/${facts.httpVersion}`} /> },
          page && { name: 'Depth', value: depthText(page.depth) },
          page && {
            name: 'Links',
            value: `${formatCount(page.inlinkCount, 'page')} in${facts ? `, ${formatNumber(page.linkCount)} out` : ''}`,
          },
          facts && facts.limitsReached.length > 0 && { name: 'Left unread', value: facts.limitsReached.join(' ') },
          !page && asked && asked.kinds.length > 0 && { name: 'Named as', value: asked.kinds.join(', ') },
        ]}
      />
    </Part>
  )
}

function sizeText(size: number, facts: PageDetailResponse['facts']): string {
  if (!facts) return formatKilobytes(size)
  const coding = facts.contentEncoding === '' ? 'not compressed' : facts.contentEncoding
  const sent = `${formatKilobytes(facts.transferBytes)} sent (${coding})`
  return `${formatKilobytes(facts.bodyBytes)}, ${sent}${facts.isTruncated ? '; the rest was not read' : ''}`
}

function typeText(contentType: string, facts: PageDetailResponse['facts']): string {
  return facts ? `${contentType}, read as ${facts.charset.used}` : contentType
}

function depthText(depth: number): string {
  if (!isKnownDepth(depth)) return 'Only a sitemap leads here'
  return depth === 0 ? 'The start page' : `${formatCount(depth, 'click')} from the start page`
}

interface RenderingPartProps {
  rendering: NonNullable<PageFactsResponse['rendering']>
  pageHref: (url: string) => string
}

export function RenderingPart({ rendering, pageHref }: RenderingPartProps) {
  if (!rendering.isRendered)
    return (
      <Part title="JavaScript">
        <p className="text-sm">
          The page could not be rendered: {rendering.why}. What is said about it is what its source says.
        </p>
      </Part>
    )
  const { isCut, isTruncated, redirectUrl, differences } = rendering
  return (
    <Part title="JavaScript" aside="Rendered">
      <p className="text-sm">
        {isCut
          ? 'Its scripts were not done when their time was up, so the page was read as it stood.'
          : 'The page was read after its scripts had run.'}
        {isTruncated && ' It is too long to be read whole.'}
        {differences.length === 0 && ' They change nothing that is compared.'}
      </p>
      <FactsList
        facts={[
          redirectUrl !== null && {
            name: 'Leads to',
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
