/** How many issues have left the report because they are mended, as the button that lists them; nothing where there are none. */
import { CircleCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CrawlResultAnswer } from '#shared/api/crawls.ts'
import { Button } from './button.tsx'
import { formatNumber } from './format.ts'
import { Sheet } from './sheet.tsx'

const MendedList = lazy(() => import('./mended-list.tsx').then(part => ({ default: part.MendedList })))

export function MendedSince({ crawl }: { crawl: CrawlResultAnswer }) {
  const [isOpen, setOpen] = useState(false)
  if (!crawl.mendedCount) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <CircleCheck aria-hidden className="text-success" />
        {formatNumber(crawl.mendedCount)} mended
      </Button>
      <Sheet
        isOpen={isOpen}
        onOpen={setOpen}
        title="Mended since the crawl"
        description="Issues that were checked again and no longer found. They are out of the report and its counts."
        className="max-w-2xl"
      >
        {isOpen && (
          <Suspense fallback={null}>
            <MendedList websiteId={crawl.websiteId} crawlId={crawl.crawlId} />
          </Suspense>
        )}
      </Sheet>
    </>
  )
}
