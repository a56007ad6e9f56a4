/** A side panel about one website, whose content is loaded when it is first opened. */
import { type ReactNode, Suspense, useState } from 'react'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { CrawledText } from '../../components/crawled-text.tsx'
import { Sheet } from '../../components/sheet.tsx'

interface WebsiteSheetProps {
  title: string
  /** null: closed. */
  website: WebsiteResponse | null
  onClose: () => void
  /** Shown while the content is loaded. */
  waiting?: ReactNode
  children: (website: WebsiteResponse) => ReactNode
}

export function WebsiteSheet({ title, website, onClose, waiting = null, children }: WebsiteSheetProps) {
  // The last website stays rendered while the panel slides out.
  const [shown, setShown] = useState(website)
  if (website !== null && website !== shown) setShown(website)
  return (
    <Sheet
      isOpen={website !== null}
      onOpen={isOpen => !isOpen && onClose()}
      title={title}
      description={shown && <CrawledText text={shown.url} dir="ltr" />}
      className="max-w-2xl"
    >
      {shown && <Suspense fallback={waiting}>{children(shown)}</Suspense>}
    </Sheet>
  )
}
