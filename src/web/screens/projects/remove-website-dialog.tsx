/** Confirms and performs what takes a website off the list: clearing all data of an own one, leaving one that is shared. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sharingEndpoints } from '#shared/api/sharing.ts'
import { type WebsiteResponse, websiteEndpoints } from '#shared/api/websites.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { callApi, serverMessage } from '../../queries/api-client.ts'
import { queryKeys } from '../../queries/query-client.ts'
import { useToast } from '../../state/toasts.ts'

interface Removal {
  title: string
  text: string
  confirm: string
  busy: string
  done: string
  failed: string
  isDestructive: boolean
  request: (websiteId: number) => Promise<unknown>
}

const removals = {
  clear: {
    title: 'Clear all data of this website?',
    text: 'All its crawls and their results are deleted, and a crawl that runs is stopped. This cannot be undone.',
    confirm: 'Clear data',
    busy: 'Clearing...',
    done: 'Data cleared',
    failed: 'The data was not cleared',
    isDestructive: true,
    request: id => callApi(websiteEndpoints.clearCrawl, { id }),
  },
  leave: {
    title: 'Leave this website?',
    text: 'It disappears from your list. Nothing is deleted, and its owner can share it with you again.',
    confirm: 'Leave',
    busy: 'Leaving...',
    done: 'Website left',
    failed: 'The website was not left',
    isDestructive: false,
    request: id => callApi(sharingEndpoints.leaveWebsite, { id }),
  },
} as const satisfies Record<string, Removal>

export type RemovalKind = keyof typeof removals

interface RemoveWebsiteDialogProps {
  kind: RemovalKind
  /** null: closed. */
  website: WebsiteResponse | null
  onClose: () => void
}

export function RemoveWebsiteDialog({ kind, website, onClose }: RemoveWebsiteDialogProps) {
  const removal = removals[kind]
  const { mutate, isPending } = useRemoveWebsite(removal)
  return (
    <ConfirmDialog
      isOpen={website !== null}
      title={removal.title}
      confirmLabel={isPending ? removal.busy : removal.confirm}
      isDestructive={removal.isDestructive}
      isBusy={isPending}
      onConfirm={() => website && mutate(website, { onSettled: onClose })}
      onClose={onClose}
    >
      {website && (
        <>
          <p className="rounded-control bg-sunken px-3 py-2 font-medium text-ink [overflow-wrap:anywhere]">
            <CrawledText text={website.url} dir="ltr" />
          </p>
          <p>{removal.text}</p>
        </>
      )}
    </ConfirmDialog>
  )
}

/** `mutate(website)` also removes it from the cache of this tab. */
function useRemoveWebsite({ request, done, failed }: Removal) {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: ({ id }: Pick<WebsiteResponse, 'id' | 'url'>) => request(id),
    onSuccess: async (_response, { id, url }) => {
      for (const kind of ['crawl', 'pages', 'issues']) client.removeQueries({ queryKey: [kind, id] })
      client.setQueryData<WebsiteResponse[]>(queryKeys.websites, websites =>
        websites?.filter(website => website.id !== id),
      )
      toast({ title: done, description: url })
      await client.invalidateQueries({ queryKey: queryKeys.websites })
    },
    onError: error => {
      const description = serverMessage(error) ?? error.message
      toast({ title: failed, description, variant: 'destructive' })
    },
  })
}
