/** Opens the list of crawled pages; its code is loaded when it is first opened. */
import { ListFilter } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'

const PagePickerDialog = lazy(() =>
  import('./page-picker-dialog.tsx').then(part => ({ default: part.PagePickerDialog })),
)

interface PagePickerProps {
  /** null without a website. */
  websiteId: number | null
  crawlId: number | null
  onPick: (url: string) => void
}

export function PagePicker({ websiteId, crawlId, onPick }: PagePickerProps) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  return (
    <>
      <Button
        disabled={websiteId === null}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="grow sm:grow-0"
      >
        <ListFilter aria-hidden />
        Choose a page
      </Button>
      {wasOpened && websiteId !== null && (
        <Suspense fallback={null}>
          <PagePickerDialog
            websiteId={websiteId}
            crawlId={crawlId}
            isOpen={isOpen}
            onOpen={setOpen}
            onPick={url => {
              setOpen(false)
              onPick(url)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
