/** Asks whether all data of a website are to be cleared, names it, and clears them. */
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { useClearWebsite } from '../../queries/clear-website.ts'

interface ClearWebsiteDialogProps {
  /** null: nothing is asked. */
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
