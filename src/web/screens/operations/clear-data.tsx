/** Clearing all data of a website of any user, after a confirmation. */
import type { OperationsCrawl } from '#shared/api/operations.ts'
import { plainText } from '#shared/plain-text.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { useClearAnyWebsite } from '../../queries/operations.ts'

interface ClearDataButtonProps {
  crawl: ClearedSubject
  onClear: (subject: ClearedSubject) => void
}

/** Opens the confirmation to clear the data of the crawl's website. */
export function ClearDataButton({ crawl, onClear }: ClearDataButtonProps) {
  return (
    <Button
      size="small"
      variant="ghost"
      aria-label={`Clear data of ${plainText(crawl.url)}`}
      onClick={() => onClear(crawl)}
    >
      Clear data
    </Button>
  )
}

export type ClearedSubject = Pick<OperationsCrawl, 'websiteId' | 'url' | 'owner'>

interface ClearDataDialogProps {
  /** null: closed. */
  subject: ClearedSubject | null
  onClose: () => void
}

export function ClearDataDialog({ subject, onClose }: ClearDataDialogProps) {
  const { mutate, isPending } = useClearAnyWebsite()
  return (
    <ConfirmDialog
      isOpen={subject !== null}
      title="Clear all data of this website?"
      confirmLabel={isPending ? 'Clearing...' : 'Clear data'}
      isDestructive
      isBusy={isPending}
      onConfirm={() => subject && mutate(subject, { onSettled: onClose })}
      onClose={onClose}
    >
      {subject && (
        <>
          <p className="rounded-control bg-sunken px-3 py-2 font-medium text-ink [overflow-wrap:anywhere]">
            <CrawledText text={subject.url} dir="ltr" />
          </p>
          <p>
            It belongs to {subject.owner === null ? 'a visitor' : <CrawledText text={subject.owner} />}. All its crawls
            and their results are deleted, and a crawl that runs is stopped. This cannot be undone.
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}
