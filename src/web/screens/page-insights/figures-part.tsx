/** Figures of the page's text and structure, with the estimates of the pages list. */
import type { PageResponse } from '#shared/api/pages.ts'
import type { PageFactsResponse } from '#shared/page-detail.ts'
import { altBand, type Band, structureBand, structureScore, wordBand, wordEstimate } from '#shared/page-score.ts'
import { Badge, type BadgeTone } from '../../components/badge.tsx'
import { formatNumber } from '../../components/format.ts'
import { FactsList } from './facts-list.tsx'
import { Part } from './part.tsx'

const tones: Record<Band, BadgeTone> = { green: 'success', yellow: 'warning', red: 'error', unknown: 'neutral' }

export function FiguresPart({ page, facts }: { page: PageResponse; facts: PageFactsResponse }) {
  const score = structureScore(page)
  const words = wordEstimate(page)
  const { h1Count, h2Count, h3Count, h4Count, pCount } = page
  return (
    <Part title="Text and structure">
      <FactsList
        facts={[
          { name: 'Words', value: `${formatNumber(facts.wordCount)} in the main text` },
          {
            name: 'Word estimate',
            value: (
              <>
                <Badge tone={tones[wordBand(words)]}>{words > 0 ? formatNumber(words) : 'Unknown'}</Badge>{' '}
                <Aside>from the lengths of title, description and H1</Aside>
              </>
            ),
          },
          {
            name: 'Structure score',
            value: (
              <>
                <Badge tone={tones[structureBand(score)]}>{score} of 100</Badge>{' '}
                <Aside>address, title and headings</Aside>
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
  return lacking === 0 ? 'All images have it' : `${formatNumber(lacking)} of ${formatNumber(totalImages)} lack it`
}
