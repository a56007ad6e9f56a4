/** Title, URL, status code and indexability of the page. */
import { CircleCheck, CircleSlash, Share2 } from 'lucide-react'
import type { PageDetailResponse } from '#shared/api/page-details.ts'
import { isErrorStatus } from '#shared/http-status.ts'
import { hrefTo } from '#shared/routes.ts'
import { Badge, HttpStatus } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { UrlText } from '../../components/url-text.tsx'

interface PageHeadProps {
  detail: PageDetailResponse
  websiteId: number
  crawlText: string
}

export function PageHead({ detail, websiteId, crawlText }: PageHeadProps) {
  const { page, response, indexability } = detail
  const title = page?.title
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 pt-4 pb-3 sm:px-5">
      <div className="min-w-0 max-w-full">
        <h2 className="break-words font-semibold text-lg leading-7">
          {title ? <CrawledText text={title} /> : <span className="text-ink-muted">{unnamed(detail)}</span>}
        </h2>
        <UrlText url={detail.url} className="text-sm" />
        <p className="mt-1.5 flex flex-wrap items-center gap-2">
          {response?.skipReason ? (
            <Badge>Not requested: {response.skipReason}</Badge>
          ) : (
            <HttpStatus status={page ? page.statusCode : (response?.statusCode ?? null)} />
          )}
          {indexability && (
            <Badge tone={indexability.isIndexable ? 'success' : 'warning'}>
              {indexability.isIndexable ? <CircleCheck aria-hidden /> : <CircleSlash aria-hidden />}
              {indexability.isIndexable ? 'Indexable' : 'Not indexable'}
            </Badge>
          )}
          {response?.isExternal && <Badge>External</Badge>}
          {response?.isBotChallenge && <Badge tone="warning">Bot protection</Badge>}
        </p>
      </div>
      {page && (
        <Button size="small" href={hrefTo('site-structure', websiteId, { find: detail.url, crawl: crawlText })}>
          <Share2 aria-hidden />
          Show in site structure
        </Button>
      )}
    </div>
  )
}

function unnamed({ page, response, facts }: PageDetailResponse): string {
  if (facts) return 'No title'
  if (page?.redirectUrl) return 'Redirect'
  const status = page?.statusCode ?? response?.statusCode ?? null
  if (response?.skipReason) return 'Not requested'
  if (status === null) return 'No response'
  return isErrorStatus(status) ? 'Error' : (response?.contentType ?? 'No page')
}
