/** How many issues the settings of the website keep out of the report, as the button that lists them; nothing where there are none. */
import { BellOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CrawlResultAnswer } from '#shared/api/crawls.ts'
import { Button } from './button.tsx'
import { formatNumber } from './format.ts'
import { Sheet } from './sheet.tsx'

const MutedList = lazy(() => import('./muted-list.tsx').then(part => ({ default: part.MutedList })))

export function MutedIssues({ crawl }: { crawl: CrawlResultAnswer }) {
  const [isOpen, setOpen] = useState(false)
  // The list stays while it is open: taking back the last mute shows that none is left.
  if (!crawl.mutedCount && !isOpen) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <BellOff aria-hidden />
        {formatNumber(crawl.mutedCount ?? 0)} muted
      </Button>
      <Sheet
        isOpen={isOpen}
        onOpen={setOpen}
        title="Muted issues"
        description="They are out of the report and its counts, for the reasons that were given."
        className="max-w-2xl"
      >
        {isOpen && (
          <Suspense fallback={null}>
            <MutedList websiteId={crawl.websiteId} crawlId={crawl.crawlId} />
          </Suspense>
        )}
      </Sheet>
    </>
  )
}
