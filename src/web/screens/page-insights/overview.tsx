/** The overview of a page: response, indexability, links, search preview, meta data, headings and figures. */
import type { PageDetailResponse } from '#shared/api/page-details.ts'
import type { PageResponse } from '#shared/api/pages.ts'
import type { PageFactsResponse } from '#shared/page-detail.ts'
import { altBand, type Band, structureBand, structureScore, wordBand } from '#shared/page-score.ts'
import { Badge, type BadgeTone } from '../../components/badge.tsx'
import { formatCount, formatNumber } from '../../components/format.ts'
import { FactsList, Part } from './facts-part.tsx'
import { HeadingsPart } from './headings-part.tsx'
import { IndexingPart } from './indexing-part.tsx'
import { MetaPart } from './meta-part.tsx'
import { RenderingPart, ResponsePart } from './response-part.tsx'
import { SnippetPart } from './snippet-part.tsx'

interface OverviewProps {
  detail: PageDetailResponse
  /** URL of the insights of another page. */
  pageHref: (url: string) => string
}

export function Overview({ detail, pageHref }: OverviewProps) {
  const { page, facts, factsNote, indexability } = detail
  return (
    <div className="grid gap-x-8 gap-y-7 p-4 sm:p-5 xl:grid-cols-2">
      {factsNote !== '' && <p className="text-ink-muted xl:col-span-2">{factsNote}</p>}
      <div className="min-w-0 space-y-7">
        <ResponsePart detail={detail} />
        {indexability && (
          <IndexingPart indexability={indexability} facts={facts} copyOf={page?.copyOf ?? null} pageHref={pageHref} />
        )}
        {facts?.rendering && <RenderingPart rendering={facts.rendering} pageHref={pageHref} />}
        {page && <LinkFiguresPart page={page} />}
        {page && facts && <FiguresPart page={page} facts={facts} />}
      </div>
      {facts && (
        <div className="min-w-0 space-y-7">
          <SnippetPart url={detail.url} facts={facts} isIndexable={indexability?.isIndexable ?? false} />
          <MetaPart facts={facts} h1={page?.h1 ?? ''} />
          <HeadingsPart headings={facts.headings} />
        </div>
      )}
    </div>
  )
}

const tones: Record<Band, BadgeTone> = { green: 'success', yellow: 'warning', red: 'error', unknown: 'neutral' }

/** Figures of text and structure, with the bands of the pages list. */
function FiguresPart({ page, facts }: { page: PageResponse; facts: PageFactsResponse }) {
  const score = structureScore(page)
  const { h1Count, h2Count, h3Count, h4Count, pCount } = page
  return (
    <Part title="Text and structure">
      <FactsList
        facts={[
          {
            name: 'Words',
            value: (
              <>
                <Badge tone={tones[wordBand(facts.wordCount)]}>{formatNumber(facts.wordCount)}</Badge>{' '}
                <Aside>in the main text</Aside>
              </>
            ),
          },
          {
            name: 'Structure score',
            value: (
              <>
                <Badge tone={tones[structureBand(score)]}>{score} of 100</Badge> <Aside>URL, title and headings</Aside>
              </>
            ),
          },
          {
            name: 'Alt text',
            value: <Badge tone={tones[altBand(page)]}>{altText(page)}</Badge>,
          },
          {
            name: 'Elements',
            value: `H1 ${h1Count}, H2 ${h2Count}, H3 ${h3Count}, H4 ${h4Count}, paragraphs ${formatNumber(pCount)}`,
          },
        ]}
      />
    </Part>
  )
}

function Aside({ children }: { children: string }) {
  return <span className="text-ink-muted">{children}</span>
}

function altText({ totalImages, missingAltTags, emptyAltTags }: PageResponse): string {
  if (totalImages === 0) return 'No images'
  const lacking = missingAltTags + emptyAltTags
  return lacking === 0 ? 'All images have alt text' : `${formatNumber(lacking)} of ${formatNumber(totalImages)} lack it`
}

/** Link score and link counts; null until the links of the crawl are counted. */
function LinkFiguresPart({ page }: { page: PageResponse }) {
  const { linkScore, inlinks, followedInlinkPages, outlinks, outlinkTargets, followedOutlinks, externalOutlinks } = page
  if (inlinks === null) return null
  return (
    <Part title="Internal links">
      <FactsList
        facts={[
          {
            name: 'Link score',
            value:
              linkScore === null ? (
                <span className="text-ink-muted">None: this URL is not indexable</span>
              ) : (
                <>
                  {linkScore} of 100 <span className="text-ink-muted">{standing(linkScore)}</span>
                </>
              ),
          },
          {
            name: 'Links in',
            value: `${formatCount(inlinks, 'link')}; ${formatCount(followedInlinkPages ?? 0, 'page')} with a followed link`,
          },
          outlinks !== null &&
            outlinks > 0 && {
              name: 'Links out',
              value:
                `${formatCount(outlinks, 'link')} to ${formatCount(outlinkTargets ?? 0, 'URL')}; ` +
                `${formatNumber(followedOutlinks ?? 0)} followed, ${formatNumber(externalOutlinks ?? 0)} external`,
            },
        ]}
      />
    </Part>
  )
}

function standing(score: number): string {
  if (score === 100) return 'the best-linked page of the site'
  return score === 0 ? 'no followed links to this page' : 'on a logarithmic scale; the best-linked page has 100'
}
