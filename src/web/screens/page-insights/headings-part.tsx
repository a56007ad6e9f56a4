/** The headings as an outline, in the order of the page. */
import { useState } from 'react'
import type { PageFactsResponse } from '#shared/page-detail.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { beginningOf, CrawledText } from '../../components/crawled-text.tsx'
import { formatCount, formatNumber } from '../../components/format.ts'
import { Part } from './facts-part.tsx'
import { headingOutline } from './heading-outline.ts'

const SHOWN_AT_FIRST = 15
const MAX_TEXT_LENGTH = 200
const indents = ['pl-0', 'pl-0', 'pl-4', 'pl-8', 'pl-12', 'pl-16', 'pl-20']

export function HeadingsPart({ headings }: { headings: PageFactsResponse['headings'] }) {
  const [isWhole, setWhole] = useState(false)
  const outline = headingOutline(headings.items)
  const shown = isWhole ? outline : outline.slice(0, SHOWN_AT_FIRST)
  return (
    <Part title="Headings" aside={formatCount(headings.total, 'heading')}>
      {outline.length === 0 ? (
        <p className="text-ink-muted text-sm">This page has no headings.</p>
      ) : (
        <ol className="space-y-1.5 text-sm">
          {shown.map((heading, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the outline never changes its order, and may repeat
            <li key={index} className={`flex min-w-0 items-baseline gap-2.5 ${indents[heading.level] ?? ''}`}>
              <span className="figures shrink-0 font-medium text-ink-muted text-xs">H{heading.level}</span>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {heading.text === '' ? (
                  <i className="text-ink-muted">No text</i>
                ) : (
                  <CrawledText text={beginningOf(heading.text, MAX_TEXT_LENGTH)} />
                )}
                {heading.skipped > 0 && (
                  <Badge tone="warning" className="ml-2">
                    Skips {formatCount(heading.skipped, 'level')}
                  </Badge>
                )}
                {heading.isHidden && <Badge className="ml-2">Hidden</Badge>}
              </span>
            </li>
          ))}
        </ol>
      )}
      {shown.length < outline.length && (
        <Button size="small" variant="link" className="mt-1 px-0" onClick={() => setWhole(true)}>
          Show all {formatNumber(outline.length)}
        </Button>
      )}
      {isWhole && outline.length < headings.total && (
        <p className="mt-1.5 text-ink-muted text-sm">
          and {formatCount(headings.total - outline.length, 'more heading')}
        </p>
      )}
    </Part>
  )
}
