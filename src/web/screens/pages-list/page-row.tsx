/** One page of the table. */
import type { PageResponse } from '#shared/api/pages.ts'
import { isKnownDepth } from '#shared/crawl-depth.ts'
import { indexabilityLabels } from '#shared/indexability.ts'
import { altBand, type Band, structureBand, structureScore, wordBand, wordEstimate } from '#shared/page-score.ts'
import { plainText } from '#shared/plain-text.ts'
import { hrefTo } from '#shared/routes.ts'
import { Badge, type BadgeTone } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatDuration, formatNumber } from '../../components/format.ts'
import { TableCell, TableRow } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'

const bandTones: Record<Band, BadgeTone> = { green: 'success', yellow: 'warning', red: 'error', unknown: 'neutral' }

function statusTone(status: number): BadgeTone {
  if (status >= 400) return 'error'
  return status >= 300 ? 'info' : 'success'
}

function altText(page: PageResponse): string {
  if (page.totalImages === 0) return 'No images'
  const lacking = page.missingAltTags + page.emptyAltTags
  return lacking === 0 ? 'All have it' : `${formatNumber(lacking)} of ${formatNumber(page.totalImages)} lack it`
}

export function PageRow({ page, websiteId }: { page: PageResponse; websiteId: number }) {
  const score = structureScore(page)
  const words = wordEstimate(page)
  const issuesHref = hrefTo('page-insights', websiteId, { url: page.url })
  return (
    <TableRow>
      <TableCell className="md:max-w-0">
        <UrlText url={page.url} href={issuesHref} />
        <p
          className="truncate text-[0.8125rem] text-ink-muted"
          title={page.title === null ? undefined : plainText(page.title)}
        >
          {page.title ? <CrawledText text={page.title} /> : <span className="text-ink-faint italic">No title</span>}
        </p>
      </TableCell>
      <TableCell label="Status">
        {page.statusCode === null ? (
          <Badge tone="error" title={plainText(page.failure)}>
            No response
          </Badge>
        ) : (
          <Badge tone={statusTone(page.statusCode)}>{page.statusCode}</Badge>
        )}
      </TableCell>
      <TableCell label="Indexability">
        <Badge tone={page.isIndexable ? 'success' : 'neutral'}>{indexabilityLabels[page.indexability]}</Badge>
      </TableCell>
      <TableCell label="Structure score">
        <Badge tone={bandTones[structureBand(score)]}>{score}</Badge>
      </TableCell>
      <TableCell label="Words (estimate)">
        <Badge tone={bandTones[wordBand(words)]}>{words > 0 ? formatNumber(words) : 'Unknown'}</Badge>
      </TableCell>
      <TableCell label="Image alt text">
        <Badge tone={bandTones[altBand(page)]}>{altText(page)}</Badge>
      </TableCell>
      <TableCell label="Depth" className="figures">
        {isKnownDepth(page.depth) ? page.depth : '–'}
      </TableCell>
      <TableCell label="Link score" className="figures">
        {page.linkScore ?? '–'}
      </TableCell>
      <TableCell label="Response time" className="figures whitespace-nowrap">
        {page.responseTime === null ? '–' : formatDuration(page.responseTime)}
      </TableCell>
      <TableCell label="Issues">
        <Button href={issuesHref} variant="link" size="small" className="px-0">
          View
          <span className="sr-only">
            {' '}
            issues of <CrawledText text={page.url} dir="ltr" />
          </span>
        </Button>
      </TableCell>
    </TableRow>
  )
}
