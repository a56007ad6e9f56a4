/** Replaces a screen whose website was cleared after the visitor had left: offers to crawl it again. */
import { useQueryClient } from '@tanstack/react-query'
import { RotateCw, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { hrefTo } from '#shared/routes.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { EmptyState } from '../components/states.tsx'
import { UrlText } from '../components/url-text.tsx'
import { useStartCrawl } from '../queries/crawls.ts'
import type { useWebsites } from '../queries/websites.ts'
import { useShared } from '../sharing/shown.ts'
import { useBoot, usualCrawlLimit } from '../state/boot.ts'
import { type BrowserStorage, browserStorage, noStorage } from '../state/browser-storage.ts'
import { rememberedUrl, rememberWebsites } from '../state/known-websites.ts'

interface ClearedWebsiteProps {
  websiteId: number
  url: string
}

export function ClearedWebsite({ websiteId, url }: ClearedWebsiteProps) {
  const client = useQueryClient()
  const boot = useBoot()
  const startCrawl = useStartCrawl()
  useEffect(() => {
    for (const kind of ['crawl', 'pages', 'issues']) client.removeQueries({ queryKey: [kind, websiteId] })
  }, [client, websiteId])
  const crawlAgain = () =>
    startCrawl.mutate(
      { url, crawlLimit: usualCrawlLimit(boot) },
      { onSuccess: started => location.assign(hrefTo('dashboard', started.websiteId)) },
    )
  return (
    <Card>
      <h1 className="sr-only">Crawl cleared</h1>
      <EmptyState
        icon={Trash2}
        title="This crawl was cleared after you left"
        description={
          <>
            Results are kept only while you are here. Crawl the website again to see them.
            <UrlText url={url} hasActions={false} className="mt-2 justify-center" />
          </>
        }
        action={
          <>
            <Button variant="primary" isBusy={startCrawl.isPending} onClick={crawlAgain}>
              {!startCrawl.isPending && <RotateCw aria-hidden />}
              {startCrawl.isPending ? 'Crawling...' : 'Crawl again'}
            </Button>
            <Button href="/">Crawl another website</Button>
          </>
        }
      />
    </Card>
  )
}

/** URL of the path's website if it was listed earlier in this visit and is gone now; null otherwise. */
export function useClearedUrl(websites: ReturnType<typeof useWebsites>, idFromPath: number | null): string | null {
  const shared = useShared()
  const [storage] = useState<BrowserStorage>(() => (shared ? noStorage : browserStorage(() => sessionStorage)))
  useEffect(() => {
    if (websites.data) rememberWebsites(storage, websites.data)
  }, [storage, websites.data])
  // The cached list of the last document may be out of date: only a fresh one counts.
  const isFresh = websites.isFetchedAfterMount && websites.isSuccess
  if (!isFresh || idFromPath === null || websites.data.some(website => website.id === idFromPath)) return null
  return rememberedUrl(storage, idFromPath)
}
