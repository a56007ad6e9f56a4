/** "Check settings" of one website, in a side panel whose content is loaded when it is first opened. */
import { lazy, Suspense, useState } from 'react'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { CrawledText } from '../../components/crawled-text.tsx'
import { Sheet } from '../../components/sheet.tsx'

const CheckSettings = lazy(() => import('./check-settings.tsx').then(part => ({ default: part.CheckSettings })))

interface CheckSettingsSheetProps {
  /** null: closed. */
  website: WebsiteResponse | null
  onClose: () => void
}

export function CheckSettingsSheet({ website, onClose }: CheckSettingsSheetProps) {
  // The last website stays rendered while the panel slides out.
  const [shown, setShown] = useState(website)
  if (website !== null && website !== shown) setShown(website)
  return (
    <Sheet
      isOpen={website !== null}
      onOpen={isOpen => !isOpen && onClose()}
      title="Check settings"
      description={shown && <CrawledText text={shown.url} dir="ltr" />}
      className="max-w-2xl"
    >
      {shown && (
        <Suspense fallback={null}>
          <CheckSettings key={shown.id} websiteId={shown.id} />
        </Suspense>
      )}
    </Sheet>
  )
}
