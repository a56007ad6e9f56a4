/** "Share", for the owner of the website: opens the dialog with its links and users. */
import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ComparisonHead } from '#shared/api/comparison.ts'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { Button } from '../components/button.tsx'
import { useAuth } from '../state/signed-in-user.ts'
import { type NewToast, useToast } from '../state/toasts.ts'
import { useMay } from './shown.ts'

const ShareDialog = lazy(() => import('./share-dialog.tsx').then(part => ({ default: part.ShareDialog })))

const needsAccount: NewToast = {
  title: 'Sharing needs an account',
  description: 'The data of visitors are deleted when they leave. Log in to share this crawl.',
}

interface ShareButtonProps {
  websiteId: number
  /** undefined while loading. */
  crawl: CrawlResultResponse | undefined
  /** Shared with the crawl, where the screen shows one. */
  comparison?: ComparisonHead | null
  paths?: string | undefined
}

export function ShareButton({ websiteId, crawl, comparison = null, paths }: ShareButtonProps) {
  const mayShare = useMay('own')
  const { user } = useAuth()
  const { toast } = useToast()
  const [isOpen, setOpen] = useState(false)
  if (!mayShare) return null
  return (
    <>
      <Button
        disabled={crawl?.status !== 'complete'}
        onClick={() => (user === null ? toast(needsAccount) : setOpen(true))}
      >
        <Share2 aria-hidden />
        Share
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog
            websiteId={websiteId}
            crawlId={crawl?.crawlId}
            earlierCrawlId={comparison?.earlier.crawlId}
            paths={paths}
            isOpen
            onOpen={setOpen}
          />
        </Suspense>
      )}
    </>
  )
}
