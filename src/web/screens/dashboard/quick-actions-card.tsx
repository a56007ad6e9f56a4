/** "Quick Actions": what can be done with the website from here. */
import { CalendarClock, Eraser, RotateCw } from 'lucide-react'
import type { CrawlResultAnswer } from '#shared/api.ts'
import { hrefTo } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { useToast } from '../../components/use-toast.ts'
import { useBoot } from '../../layout/boot.ts'
import { useClearCache } from '../../queries/clear-cache.ts'
import { isCrawlActive } from '../../queries/crawl-result.ts'
import { useStartCrawl } from '../../queries/start-crawl.ts'

interface QuickActionsCardProps {
  /** null when there is none. */
  websiteId: number | null
  crawl: CrawlResultAnswer | undefined
  className?: string | undefined
}

export function QuickActionsCard({ websiteId, crawl, className }: QuickActionsCardProps) {
  const { toast } = useToast()
  const announce = () =>
    toast({
      title: 'Feature Coming Soon',
      description: 'Scheduled monitoring will be available in a future update',
    })
  return (
    <Card className={className}>
      <CardHeader>
        <CardTitle>Quick Actions</CardTitle>
      </CardHeader>
      <CardContent className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-2">
        <CrawlAgain crawl={crawl} />
        <Button className="justify-start" onClick={announce}>
          <CalendarClock aria-hidden />
          Schedule Monitoring
        </Button>
        <ClearCache websiteId={websiteId} />
      </CardContent>
    </Card>
  )
}

function ClearCache({ websiteId }: Pick<QuickActionsCardProps, 'websiteId'>) {
  const { clearCache, isPending } = useClearCache()
  return (
    <Button className="justify-start" isBusy={isPending} onClick={() => clearCache(websiteId)}>
      {!isPending && <Eraser aria-hidden />}
      Clear Cache
    </Button>
  )
}

function CrawlAgain({ crawl }: Pick<QuickActionsCardProps, 'crawl'>) {
  const { maxCrawlLimit } = useBoot()
  const startCrawl = useStartCrawl()
  const start = () => {
    if (!crawl) return
    startCrawl.mutate(
      { url: crawl.url, crawlLimit: Math.min(crawl.crawlLimit, maxCrawlLimit) },
      { onSuccess: ({ websiteId }) => location.assign(hrefTo('dashboard', websiteId)) },
    )
  }
  return (
    <Button
      className="justify-start"
      isBusy={startCrawl.isPending}
      disabled={!crawl || isCrawlActive(crawl)}
      onClick={start}
    >
      {!startCrawl.isPending && <RotateCw aria-hidden />}
      {startCrawl.isPending ? 'Crawling...' : 'Crawl Again'}
    </Button>
  )
}
