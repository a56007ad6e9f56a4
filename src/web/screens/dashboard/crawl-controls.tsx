/** What may be done with a crawl that has not ended: let it rest, let it go on, end it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type LucideIcon, Pause, Play, Square } from 'lucide-react'
import type { EndpointRow } from '#shared/api/contract.ts'
import { type CrawlResultResponse, crawlEndpoints } from '#shared/api/crawls.ts'
import { Button } from '../../components/button.tsx'
import { callApi } from '../../queries/api-client.ts'
import { useToast } from '../../state/toasts.ts'

interface Control {
  row: EndpointRow
  icon: LucideIcon
  label: string
  /** From the click until the crawl is seen to have done it. */
  busyLabel: string
  failure: string
}

const controls = {
  pause: {
    row: crawlEndpoints.pauseCrawl,
    icon: Pause,
    label: 'Pause',
    busyLabel: 'Pausing...',
    failure: 'The crawl was not paused',
  },
  resume: {
    row: crawlEndpoints.resumeCrawl,
    icon: Play,
    label: 'Resume',
    busyLabel: 'Resuming...',
    failure: 'The crawl was not resumed',
  },
  stop: {
    row: crawlEndpoints.stopCrawl,
    icon: Square,
    label: 'Stop',
    busyLabel: 'Stopping...',
    failure: 'The crawl was not stopped',
  },
} as const satisfies Record<string, Control>

export function CrawlControls({ websiteId, crawl }: { websiteId: number; crawl: CrawlResultResponse }) {
  const change = crawl.status === 'paused' ? 'resume' : 'pause'
  return (
    <div className="flex shrink-0 gap-2 max-sm:flex-col">
      {/* By its key, what was asked of the crawl is forgotten once the crawl has done it. */}
      <ControlButton key={change} websiteId={websiteId} control={controls[change]} />
      <ControlButton websiteId={websiteId} control={controls.stop} />
    </div>
  )
}

function ControlButton({ websiteId, control }: { websiteId: number; control: Control }) {
  const { toast } = useToast()
  const client = useQueryClient()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => callApi(control.row, { id: websiteId }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['crawl', websiteId] }),
    onError: error => toast({ title: control.failure, description: error.message, variant: 'destructive' }),
  })
  const isBusy = isPending || isSuccess
  return (
    // Between the answer and what was asked for, requests under way still end: the button stays busy until then.
    <Button size="small" isBusy={isBusy} onClick={() => mutate()}>
      {!isBusy && <control.icon aria-hidden />}
      {isBusy ? control.busyLabel : control.label}
    </Button>
  )
}
