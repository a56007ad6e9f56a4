/** Whether the URL is indexable and why, with canonical, robots directives and hreflang. */
import { CircleCheck, CircleSlash } from 'lucide-react'
import type { PageDetailResponse } from '#shared/api/page-details.ts'
import type { PageFactsResponse } from '#shared/page-detail.ts'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatCount, formatNumber } from '../../components/format.ts'
import { UrlText } from '../../components/url-text.tsx'
import { FactsList, Part } from './facts-part.tsx'

interface IndexingPartProps {
  indexability: NonNullable<PageDetailResponse['indexability']>
  facts: PageFactsResponse | null
  /** The page with the same content, to which the findings of this one are attributed. */
  copyOf: string | null
  pageHref: (url: string) => string
}

export function IndexingPart({ indexability, facts, copyOf, pageHref }: IndexingPartProps) {
  const { isIndexable, reason } = indexability
  const Icon = isIndexable ? CircleCheck : CircleSlash
  return (
    <Part title="Indexability">
      <p className="flex gap-2.5 rounded-control border border-line bg-sunken p-3 text-sm">
        <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${isIndexable ? 'text-success' : 'text-warning'}`} />
        <span className="min-w-0">
          <span className="block font-medium">{isIndexable ? 'Indexable' : 'Not indexable'}</span>
          <CrawledText text={reason} className="break-words text-ink-muted [overflow-wrap:anywhere]" />
        </span>
      </p>
      {facts && (
        <FactsList
          facts={[
            copyOf !== null && {
              name: 'Copy of',
              value: (
                <>
                  <UrlText url={copyOf} href={pageHref(copyOf)} />
                  <span className="block text-ink-muted">Its findings are not repeated for this page.</span>
                </>
              ),
            },
            { name: 'Canonical', value: <Canonicals facts={facts} pageHref={pageHref} /> },
            { name: 'Robots directives', value: <Directives facts={facts} /> },
            facts.isNofollow && { name: 'Links', value: 'nofollow for the whole page' },
            facts.refresh && {
              name: 'Refresh',
              value: <CrawledText text={facts.refresh.raw} className="break-all font-mono text-[0.8125rem]" />,
            },
            { name: 'Hreflang', value: <Languages facts={facts} pageHref={pageHref} /> },
          ]}
        />
      )}
    </Part>
  )
}

type FactsProps = Pick<IndexingPartProps, 'pageHref'> & { facts: PageFactsResponse }

function Canonicals({ facts: { canonicals }, pageHref }: FactsProps) {
  if (canonicals.total === 0) return <None />
  return (
    <ul className="space-y-1">
      {canonicals.items.map(({ url, raw, source, line }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and may repeat
        <li key={index}>
          {url === null ? (
            <CrawledText text={raw} dir="ltr" className="break-all" />
          ) : (
            <UrlText url={url} href={pageHref(url)} />
          )}
          <Where source={source} line={line} />
        </li>
      ))}
    </ul>
  )
}

function Directives({ facts: { robotsDirectives } }: Pick<FactsProps, 'facts'>) {
  if (robotsDirectives.total === 0) return <None />
  return (
    <ul className="space-y-1">
      {robotsDirectives.items.map(({ agent, raw, source, line }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and may repeat
        <li key={index}>
          <CrawledText
            text={agent === 'robots' ? raw : `${agent}: ${raw}`}
            className="break-words font-mono text-[0.8125rem]"
          />
          <Where source={source === 'meta' ? 'tag' : 'header'} line={line} />
        </li>
      ))}
    </ul>
  )
}

function Languages({ facts: { hreflangs }, pageHref }: FactsProps) {
  if (hreflangs.total === 0) return <None />
  return (
    <details>
      <summary className="w-fit">{formatCount(hreflangs.total, 'language version')}</summary>
      <ul className="mt-2 space-y-1">
        {hreflangs.items.map(({ code, raw, url }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and may repeat
          <li key={index} className="flex min-w-0 gap-3">
            <CrawledText text={code} className="w-20 shrink-0 break-words font-mono text-[0.8125rem]" />
            {url === null ? (
              <CrawledText text={raw} dir="ltr" className="break-all" />
            ) : (
              <UrlText url={url} href={pageHref(url)} />
            )}
          </li>
        ))}
      </ul>
      {hreflangs.items.length < hreflangs.total && (
        <p className="mt-1 text-ink-muted">The first {formatNumber(hreflangs.items.length)} are shown.</p>
      )}
    </details>
  )
}

function Where({ source, line }: { source: 'tag' | 'header'; line: number }) {
  return (
    <span className="block text-ink-muted text-xs">
      {source === 'header' ? 'HTTP header' : line > 0 ? `Tag in line ${line}` : 'Tag'}
    </span>
  )
}

function None() {
  return <span className="text-ink-muted">None</span>
}
