/** Issues that are out of the report, because they are fixed or muted: a button with the count of each opens their list in a sheet. */
import { BellOff, CircleCheck } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { Button } from '../components/button.tsx'
import { formatNumber } from '../components/format.ts'
import { Sheet } from '../components/sheet.tsx'

const FixedList = lazy(() => import('./fixed-list.tsx').then(part => ({ default: part.FixedList })))
const MutedList = lazy(() => import('./muted-list.tsx').then(part => ({ default: part.MutedList })))

export function SuppressedButtons({ crawl }: { crawl: CrawlResultResponse }) {
  const { websiteId, crawlId, fixedCount = 0, mutedCount = 0 } = crawl
  return (
    <>
      <ListButton
        icon={<CircleCheck aria-hidden className="text-success" />}
        count={fixedCount}
        label="fixed"
        title="Fixed since the crawl"
        description="A recheck no longer found these issues. They are not in the report and its counts."
      >
        <FixedList websiteId={websiteId} crawlId={crawlId} />
      </ListButton>
      <ListButton
        icon={<BellOff aria-hidden />}
        count={mutedCount}
        label="muted"
        title="Muted issues"
        description="They are not in the report and its counts. Each is listed with its reason."
        // The list stays open, empty, after its last mute is removed.
        staysOpen
      >
        <MutedList websiteId={websiteId} crawlId={crawlId} />
      </ListButton>
    </>
  )
}

interface ListButtonProps {
  icon: ReactNode
  count: number
  /** Follows the count. */
  label: string
  title: string
  description: string
  /** Whether an open list stays when its last issue leaves it. */
  staysOpen?: boolean
  /** The list; rendered while the sheet is open. */
  children: ReactNode
}

/** Nothing where the count is 0. */
function ListButton({ icon, count, label, title, description, staysOpen, children }: ListButtonProps) {
  const [isOpen, setOpen] = useState(false)
  if (count === 0 && !(staysOpen && isOpen)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {icon}
        {formatNumber(count)} {label}
      </Button>
      <Sheet isOpen={isOpen} onOpen={setOpen} title={title} description={description} className="max-w-2xl">
        {isOpen && <Suspense fallback={null}>{children}</Suspense>}
      </Sheet>
    </>
  )
}
