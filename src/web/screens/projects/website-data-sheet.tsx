/** "Fields, rules and segments" of one website, in a side panel whose content is loaded when it is first opened. */
import { lazy, Suspense, useState } from 'react'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { CrawledText } from '../../components/crawled-text.tsx'
import { LoadingState } from '../../components/fetch-states.tsx'
import { Sheet } from '../../components/sheet.tsx'

const WebsiteData = lazy(() => import('./website-data.tsx').then(part => ({ default: part.WebsiteData })))

interface WebsiteDataSheetProps {
  /** null: closed. */
  website: WebsiteResponse | null
  /** One of the tabs; the first for any other text. */
  tab: string
  onTab: (tab: string) => void
  onClose: () => void
}

export function WebsiteDataSheet({ website, tab, onTab, onClose }: WebsiteDataSheetProps) {
  // The last website stays rendered while the panel slides out.
  const [shown, setShown] = useState(website)
  if (website !== null && website !== shown) setShown(website)
  return (
    <Sheet
      isOpen={website !== null}
      onOpen={isOpen => !isOpen && onClose()}
      title="Fields, rules and segments"
      description={shown && <CrawledText text={shown.url} dir="ltr" />}
      className="max-w-2xl"
    >
      {shown && (
        <Suspense fallback={<LoadingState message="Loading fields..." rows={6} />}>
          <WebsiteData key={shown.id} website={shown} tab={tab} onTab={onTab} />
        </Suspense>
      )}
    </Sheet>
  )
}
