/** The meta data of the page with the lengths that the checks measure. */
import type { PageFactsResponse } from '#shared/page-detail.ts'
import { textWidth } from '#shared/text-width.ts'
import { CrawledText, LongCrawledText } from '../../components/crawled-text.tsx'
import { formatCount } from '../../components/format.ts'
import { FactsList, Part } from './facts-part.tsx'

export function MetaPart({ facts, h1 }: { facts: PageFactsResponse; h1: string }) {
  return (
    <Part title="Meta data">
      <FactsList
        facts={[
          { name: 'Title', value: <Measured text={facts.title} count={facts.titles.total} tag="title" /> },
          {
            name: 'Meta description',
            value: <Measured text={facts.metaDescription} count={facts.metaDescriptions.total} tag="description" />,
          },
          { name: 'H1', value: <Measured text={h1} count={1} tag="H1" /> },
          { name: 'Language', value: <Plain text={facts.lang} /> },
          { name: 'Viewport', value: <Plain text={facts.viewport} /> },
          { name: 'Open Graph', value: <OpenGraph facts={facts} /> },
        ]}
      />
    </Part>
  )
}

function Measured({ text, count, tag }: { text: string; count: number; tag: string }) {
  if (text === '') return <span className="text-ink-muted">{count > 0 && tag !== 'H1' ? 'Empty' : 'Missing'}</span>
  return (
    <>
      <LongCrawledText text={text} className="[overflow-wrap:anywhere]" />
      <span className="figures block text-ink-muted text-xs">
        {formatCount(textWidth(text), 'character')}
        {count > 1 && `; the first of ${formatCount(count, `${tag} tag`)}`}
      </span>
    </>
  )
}

function Plain({ text }: { text: string | null }) {
  if (!text) return <span className="text-ink-muted">Missing</span>
  return <CrawledText text={text} className="break-words font-mono text-[0.8125rem]" />
}

function OpenGraph({ facts: { openGraph } }: { facts: PageFactsResponse }) {
  if (openGraph.total === 0) return <span className="text-ink-muted">None</span>
  return (
    <details>
      <summary className="w-fit">{formatCount(openGraph.total, 'property', 'properties')}</summary>
      <dl className="mt-2 space-y-1.5">
        {openGraph.items.map(({ property, content }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and may repeat
          <div key={index}>
            <dt className="font-mono text-ink-muted text-xs">
              <CrawledText text={property} className="break-all" />
            </dt>
            <dd className="[overflow-wrap:anywhere]">
              <LongCrawledText text={content} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
