/** The card "Quick Actions" of the website. */
import { Eraser, Network, RotateCw } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { Button } from '../../components/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { fileUrl } from '../../queries/api-client.ts'
import { isCrawlActive } from '../../queries/crawls.ts'
import { useMay } from '../../sharing/shown.ts'
import { useToast } from '../../state/toasts.ts'
import { useClearCache } from './clear-cache.ts'
import { fileFailure, noWebsiteSelected, openFile } from './open-file.ts'
import { ReportExportMenu } from './report-export-menu.tsx'
import { ScheduleButton } from './schedule-button.tsx'
import { useCrawlAgain } from './use-crawl-again.ts'

interface QuickActionsCardProps {
  /** null when there is none. */
  websiteId: number | null
  /** Of an earlier crawl, null for the newest. */
  crawlId: number | null
  crawl: CrawlResultResponse | undefined
  className?: string | undefined
}

export function QuickActionsCard({ websiteId, crawlId, crawl, className }: QuickActionsCardProps) {
  const mayEdit = useMay('edit')
  return (
    <Card className={className}>
      <CardHeader>
        <CardTitle>Quick Actions</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-2 pt-3 sm:pt-3">
        {mayEdit && <CrawlAgain crawl={crawl} />}
        <GenerateSitemap websiteId={websiteId} crawlId={crawlId} />
        <ReportExportMenu
          label="Export Full Report"
          websiteId={websiteId}
          crawlId={crawlId}
          hasData
          className="justify-start"
        />
        {mayEdit && <ScheduleButton websiteId={websiteId} url={crawl?.url} />}
        {mayEdit && <ClearCache websiteId={websiteId} />}
      </CardContent>
    </Card>
  )
}

function GenerateSitemap({ websiteId, crawlId }: Pick<QuickActionsCardProps, 'websiteId' | 'crawlId'>) {
  const { toast } = useToast()
  const generate = async () => {
    if (websiteId === null) return toast(noWebsiteSelected)
    try {
      const url = fileUrl('sitemap', websiteId, { crawl: crawlId ?? undefined })
      await openFile(url, { waitingText: 'The sitemap is being prepared.' })
      toast({ title: 'Sitemap Generated', description: 'XML sitemap has been generated successfully' })
    } catch (error) {
      console.warn('the sitemap could not be generated', error)
      toast(fileFailure(error, 'Failed to generate sitemap'))
    }
  }
  return (
    <Button className="justify-start" onClick={() => void generate()}>
      <Network aria-hidden />
      Generate XML Sitemap
    </Button>
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
  const { start, isPending } = useCrawlAgain(crawl)
  return (
    <Button className="justify-start" isBusy={isPending} disabled={!crawl || isCrawlActive(crawl)} onClick={start}>
      {!isPending && <RotateCw aria-hidden />}
      {isPending ? 'Crawling...' : 'Crawl Again'}
    </Button>
  )
}
