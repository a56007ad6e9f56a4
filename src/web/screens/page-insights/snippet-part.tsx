/** A preview of the search result on desktop and phone. Search engines may show other texts. */

import { clsx } from 'clsx'
import { Globe } from 'lucide-react'
import type { PageFactsResponse } from '#shared/page-detail.ts'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatNumber } from '../../components/format.ts'
import { Part } from './facts-part.tsx'
import { breadcrumb, type Snippet, type SnippetDevice, snippetOn } from './snippet.ts'

interface SnippetPartProps {
  url: string
  facts: PageFactsResponse
  isIndexable: boolean
}

const names: Record<SnippetDevice, string> = { desktop: 'Desktop', phone: 'Phone' }

export function SnippetPart({ url, facts, isIndexable }: SnippetPartProps) {
  return (
    <Part title="Search result preview">
      {!isIndexable && (
        <p className="mb-3 text-ink-muted text-sm">
          This URL is not indexable. As a search result it would look like this:
        </p>
      )}
      <div className="space-y-4">
        {(['desktop', 'phone'] as const).map(device => (
          <Preview
            key={device}
            device={device}
            url={url}
            snippet={snippetOn(device, { title: facts.title, description: facts.metaDescription })}
          />
        ))}
      </div>
    </Part>
  )
}

function Preview({ device, url, snippet }: { device: SnippetDevice; url: string; snippet: Snippet }) {
  const { title, description } = snippet
  const host = URL.parse(url)?.host ?? url
  return (
    <figure>
      <figcaption className="mb-1 flex flex-wrap justify-between gap-x-4 text-ink-muted text-xs">
        <span className="font-medium">{names[device]}</span>
        <span className="figures">
          Title {widthText(title)}, description {widthText(description)}
        </span>
      </figcaption>
      <div
        className={clsx(
          'overflow-hidden rounded-control border border-line bg-surface p-3.5 [font-family:Arial,"Liberation_Sans",sans-serif]',
          device === 'phone' ? 'max-w-90' : 'max-w-160',
        )}
      >
        <div className="flex min-w-0 items-center gap-2.5">
          <span className="grid size-7 shrink-0 place-items-center rounded-full border border-line bg-sunken text-ink-muted">
            <Globe aria-hidden className="size-4" />
          </span>
          <span className="min-w-0 leading-4.5">
            <CrawledText text={host} dir="ltr" className="block truncate text-sm" />
            <CrawledText text={breadcrumb(url)} dir="ltr" className="block truncate text-ink-muted text-xs" />
          </span>
        </div>
        <p
          className={clsx(
            'mt-1.5 text-info [overflow-wrap:anywhere]',
            device === 'phone' ? 'text-[1.125rem] leading-6' : 'text-[1.25rem] leading-6.5',
          )}
        >
          <CrawledText text={title.shown === '' ? host : title.shown} />
        </p>
        <p className="mt-0.5 text-ink-muted text-sm leading-5.5 [overflow-wrap:anywhere]">
          {description.shown === '' ? (
            <i>No meta description: search engines use an excerpt of the page text.</i>
          ) : (
            <CrawledText text={description.shown} />
          )}
        </p>
      </div>
    </figure>
  )
}

function widthText({ widthPx, maxPx, isCut }: Snippet['title']): string {
  return `${formatNumber(widthPx)} of ${maxPx} px${isCut ? ' (cut)' : ''}`
}
