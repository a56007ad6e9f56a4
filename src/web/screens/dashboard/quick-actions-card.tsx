/** "Quick Actions": what can be done with the website from here. */
import { CalendarClock, RotateCw } from 'lucide-react'
import type { CrawlResultAnswer } from '#shared/api.ts'
import { hrefTo } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { useToast } from '../../components/use-toast.ts'
import { useBoot } from '../../layout/boot.ts'
import { isCrawlActive } from '../../queries/crawl-result.ts'
import { useStartCrawl } from '../../queries/start-crawl.ts'

interface QuickActionsCardProps {
  crawl: CrawlResultAnswer | undefined
}

export function QuickActionsCard({ crawl }: QuickActionsCardProps) {
  const { toast } = useToast()
  const announce = () =>
    toast({
      title: 'Feature Coming Soon',
      description: 'Scheduled monitoring will be available in a future update',
    })
  return (
    <Card>
      <CardHeader>
        <CardTitle>Quick Actions</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
        <CrawlAgain crawl={crawl} />
        <Button className="justify-start" onClick={announce}>
          <CalendarClock aria-hidden />
          Schedule Monitoring
        </Button>
      </CardContent>
    </Card>
  )
}

function CrawlAgain({ crawl }: QuickActionsCardProps) {
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
