/** Confirms and performs the clearing of all data of a website. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type WebsiteResponse, websiteEndpoints } from '#shared/api/websites.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { callApi, serverMessage } from '../../queries/api-client.ts'
import { queryKeys } from '../../queries/query-client.ts'
import { useToast } from '../../state/toasts.ts'

interface ClearWebsiteDialogProps {
  /** null: closed. */
  website: WebsiteResponse | null
  onClose: () => void
}

export function ClearWebsiteDialog({ website, onClose }: ClearWebsiteDialogProps) {
  const { mutate, isPending } = useClearWebsite()
  return (
    <ConfirmDialog
      isOpen={website !== null}
      title="Clear all data of this website?"
      confirmLabel={isPending ? 'Clearing...' : 'Clear data'}
      isDestructive
      isBusy={isPending}
      onConfirm={() => website && mutate(website, { onSettled: onClose })}
      onClose={onClose}
    >
      {website && (
        <>
          <p className="rounded-control bg-sunken px-3 py-2 font-medium text-ink [overflow-wrap:anywhere]">
            <CrawledText text={website.url} dir="ltr" />
          </p>
          <p>All its crawls and their results are deleted, and a crawl that runs is stopped. This cannot be undone.</p>
        </>
      )}
    </ConfirmDialog>
  )
}

/** `mutate(website)` deletes it with all its crawls, and removes it from the cache of this tab. */
function useClearWebsite() {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: ({ id }: Pick<WebsiteResponse, 'id' | 'url'>) => callApi(websiteEndpoints.clearCrawl, { id }),
    onSuccess: async (_response, { id, url }) => {
      for (const kind of ['crawl', 'pages', 'issues']) client.removeQueries({ queryKey: [kind, id] })
      client.setQueryData<WebsiteResponse[]>(queryKeys.websites, websites =>
        websites?.filter(website => website.id !== id),
      )
      toast({ title: 'Data cleared', description: url })
      await client.invalidateQueries({ queryKey: queryKeys.websites })
    },
    onError: error => {
      const description = serverMessage(error) ?? error.message
      toast({ title: 'The data was not cleared', description, variant: 'destructive' })
    },
  })
}
