/** The card "Quick Actions" of the website. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, Eraser, Network, RotateCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { websiteEndpoints } from '#shared/api/websites.ts'
import { Button } from '../../components/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { callApi, fileUrl } from '../../queries/api-client.ts'
import { isCrawlActive, useCrawlAgain } from '../../queries/crawls.ts'
import { emptyCache } from '../../queries/query-client.ts'
import { useActiveCrawl } from '../../queries/websites.ts'
import { useMay } from '../../sharing/shown.ts'
import { browserStorage } from '../../state/browser-storage.ts'
import { useAuth } from '../../state/signed-in-user.ts'
import { type NewToast, useToast } from '../../state/toasts.ts'
import { fileFailure, noWebsiteSelected, openFile } from './open-file.ts'
import { ReportExportMenu } from './report-export-menu.tsx'

const MonitoringDialog = lazy(() =>
  import('./monitoring/monitoring-dialog.tsx').then(part => ({ default: part.MonitoringDialog })),
)

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
        {mayEdit && <ScheduleMonitoring websiteId={websiteId} crawl={crawl} />}
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

const needsAccount: NewToast = {
  title: 'Schedules need an account',
  description: 'The data of visitors are deleted when they leave. Log in to have this website crawled on a schedule.',
}

/** A dialog for signed-in users; a toast says to visitors that it needs an account. */
function ScheduleMonitoring({ websiteId, crawl }: Pick<QuickActionsCardProps, 'websiteId' | 'crawl'>) {
  const { user } = useAuth()
  const { toast } = useToast()
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    if (user === null) toast(needsAccount)
    else if (websiteId === null) toast(noWebsiteSelected)
    else setOpen(true)
  }
  return (
    <>
      <Button className="justify-start" onClick={open}>
        <CalendarClock aria-hidden />
        Schedule Monitoring
      </Button>
      {isOpen && websiteId !== null && (
        <Suspense fallback={null}>
          <MonitoringDialog websiteId={websiteId} url={crawl?.url ?? ''} isOpen onOpen={setOpen} />
        </Suspense>
      )}
    </>
  )
}

const CACHE_CLEARED = 'Website cache has been cleared successfully'

/** Clears the cached responses of the website on the server and in this tab, then reloads. Crawl, pages and issues stay. */
function ClearCache({ websiteId }: Pick<QuickActionsCardProps, 'websiteId'>) {
  const client = useQueryClient()
  const { toast } = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: (id: number) => callApi(websiteEndpoints.clearCache, { id }),
    onSuccess: ({ message }) => {
      toast({ title: 'Cache Cleared', description: message || CACHE_CLEARED })
      emptyCache(
        client,
        browserStorage(() => sessionStorage),
      )
      location.reload()
    },
    onError: error => {
      console.warn('the cache could not be cleared', error)
      toast({ title: 'Error', description: 'Failed to clear cache', variant: 'destructive' })
    },
  })
  const clear = () => (websiteId === null ? toast(noWebsiteSelected) : mutate(websiteId))
  return (
    <Button className="justify-start" isBusy={isPending} onClick={clear}>
      {!isPending && <Eraser aria-hidden />}
      Clear Cache
    </Button>
  )
}

function CrawlAgain({ crawl }: Pick<QuickActionsCardProps, 'crawl'>) {
  const { website } = useActiveCrawl()
  const { repeat, isPending } = useCrawlAgain()
  return (
    <Button
      className="justify-start"
      isBusy={isPending}
      disabled={!crawl || isCrawlActive(crawl)}
      onClick={() => crawl && repeat({ ...crawl, website })}
    >
      {!isPending && <RotateCw aria-hidden />}
      {isPending ? 'Crawling...' : 'Crawl Again'}
    </Button>
  )
}
