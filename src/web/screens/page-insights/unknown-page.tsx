/** Says that the URL is not in the crawl, and suggests similar ones. */
import { SearchX } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { PageDetailResponse } from '#shared/api/page-details.ts'
import { hrefTo } from '#shared/routes.ts'
import { HttpStatus } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { EmptyState } from '../../components/states.tsx'
import { UrlText } from '../../components/url-text.tsx'
import { isCrawlActive } from '../../queries/crawls.ts'

interface UnknownPageProps {
  detail: PageDetailResponse
  crawl: CrawlResultResponse
  crawlText: string
  onAnalyze: (url: string) => void
}

export function UnknownPage({ detail, crawl, crawlText, onAnalyze }: UnknownPageProps) {
  const { url, near } = detail
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title="This URL is not in the crawl"
        description={
          <>
            <CrawledText text={url} dir="ltr" className="figures block break-all font-medium text-ink" />
            <span className="mt-2 block">
              {isCrawlActive(crawl)
                ? 'The crawl is still running and may find it later.'
                : 'No page links to it, its spelling differs, or the crawl ended before reaching it.'}
            </span>
          </>
        }
        action={<Button href={hrefTo('pages-list', crawl.websiteId, { crawl: crawlText })}>All crawled pages</Button>}
        className="pb-8"
      />
      {near.length > 0 && (
        <section className="mx-auto max-w-3xl px-4 pb-8 sm:px-5">
          <h2 className="mb-2 font-semibold text-sm">Did you mean one of these?</h2>
          <ul className="divide-y divide-line rounded-control border border-line">
            {near.map(page => (
              <li key={page.url} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-1.5 text-sm">
                <span className="min-w-0 flex-1 max-sm:basis-full">
                  <UrlText url={page.url} hasActions={false} />
                </span>
                <HttpStatus status={page.statusCode} />
                <Button size="small" onClick={() => onAnalyze(page.url)}>
                  Analyze
                  <span className="sr-only">
                    {' '}
                    <CrawledText text={page.url} dir="ltr" />
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  )
}
