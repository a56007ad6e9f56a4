/** What a crawl with the options of the form would do with URLs: paste some, or take those of the last crawl. Loaded when it is opened. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pageEndpoints } from '#shared/api/pages.ts'
import { type ScopePreviewResponse, scopePreviewEndpoints } from '#shared/api/scope-preview.ts'
import { crawlDelaySentence } from '#shared/crawl-delay.ts'
import type { ChosenOptions } from '#shared/crawl-options.ts'
import { skipLabels } from '#shared/model.ts'
import { PREVIEW_LIMITS, type PreviewResult, previewLabels } from '#shared/previewed-urls.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import { Badge, type BadgeTone } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { SheetDialog } from '../../components/dialog.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { UrlText } from '../../components/url-text.tsx'
import { callApi, callList, failureReason } from '../../queries/api-client.ts'
import { useWebsites } from '../../queries/websites.ts'

interface ScopePreviewProps {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** As typed. */
  siteUrl: string
  /** The options of the form; null when a field is not valid. */
  readOptions: () => ChosenOptions | null
}

/** Of the last crawl: as many as are read at a glance. */
const PICKED_URLS = 100
const tones: Record<PreviewResult, BadgeTone> = {
  visited: 'success',
  'status-only': 'info',
  'not-requested': 'warning',
}

export function ScopePreview({ isOpen, onOpen, siteUrl, readOptions }: ScopePreviewProps) {
  const [lines, setLines] = useState('/')
  const [isInvalid, setInvalid] = useState(false)
  const preview = useMutation({
    mutationFn: (options: ChosenOptions) =>
      callApi(scopePreviewEndpoints.previewScope, {
        body: { ...options, url: siteUrl, urls: lines.trimEnd().split(/\r?\n/) },
      }),
  })
  const failure = preview.isError ? failureReason(preview.error) : undefined
  const lastUrls = useUrlsOfLastCrawl(siteUrl)
  return (
    <SheetDialog
      isOpen={isOpen}
      onOpen={onOpen}
      title="Preview the Crawl"
      description="What a crawl with these options would do with URLs, and why. Only robots.txt is requested."
    >
      <form
        noValidate
        aria-label="Preview the crawl"
        className="grid grid-cols-1 gap-4 p-5"
        onSubmit={event => {
          event.preventDefault()
          const options = readOptions()
          setInvalid(options === null)
          if (options !== null) preview.mutate(options)
        }}
      >
        <TextArea
          label="URLs"
          hint={PREVIEW_LIMITS}
          message={isInvalid ? 'Correct the options of the form first.' : failure}
          name="previewedUrls"
          value={lines}
          onValue={setLines}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" isBusy={preview.isPending}>
            {preview.isPending ? 'Previewing...' : 'Preview'}
          </Button>
          {lastUrls.length > 0 && (
            <Button onClick={() => setLines(lastUrls.join('\n'))}>Take URLs of the last crawl</Button>
          )}
        </div>
        {preview.data && <Results preview={preview.data} />}
      </form>
    </SheetDialog>
  )
}

function Results({ preview: { urls, robotsFiles, crawlDelay } }: { preview: ScopePreviewResponse }) {
  return (
    <div role="status" className="grid grid-cols-1 gap-2">
      {crawlDelay && <p className="text-sm">{crawlDelaySentence(crawlDelay)}</p>}
      {robotsFiles.map(
        ({ url, note }) =>
          note !== '' && (
            <p key={url} className="text-ink-muted text-sm">
              {note}
            </p>
          ),
      )}
      <ul className="divide-y divide-line">
        {urls.map(({ url, requestedUrl, result, reason, rule }) => (
          <li key={url} className="grid grid-cols-1 gap-1 py-2.5 text-sm">
            <UrlText url={url} />
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={tones[result]}>{previewLabels[result]}</Badge>
              {(reason !== null || rule !== '') && (
                <span className="text-ink-muted [overflow-wrap:anywhere]">
                  {reason !== null && skipLabels[reason]}
                  {reason !== null && rule !== '' && ': '}
                  <CrawledText text={rule} dir="ltr" />
                </span>
              )}
              {requestedUrl !== url && (
                <span className="text-ink-muted [overflow-wrap:anywhere]">
                  requested as <CrawledText text={requestedUrl} dir="ltr" />
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Of the same website, where the visitor has crawled it; empty while they are fetched. */
function useUrlsOfLastCrawl(siteUrl: string): string[] {
  const { data: websites = [] } = useWebsites()
  const parsed = parseStartUrl(siteUrl)
  const websiteId = parsed.ok ? websites.find(({ url }) => url === parsed.url)?.id : undefined
  const { data } = useQuery({
    queryKey: ['pages', websiteId, 'urls-to-preview'],
    queryFn: ({ signal }) =>
      callList(pageEndpoints.listPages, {
        ...(websiteId !== undefined && { id: websiteId }),
        query: { limit: PICKED_URLS },
        signal,
      }),
    enabled: websiteId !== undefined,
  })
  return data?.rows.map(({ url }) => url) ?? []
}
