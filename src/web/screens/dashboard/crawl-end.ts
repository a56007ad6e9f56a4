/** How a crawl ended, in a word or two. */
import { CircleAlert, CircleCheck, CirclePause, Info, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { EndReason } from '#shared/model.ts'
import type { BadgeTone } from '../../components/badge.tsx'

interface EndLook {
  icon: LucideIcon
  tone: BadgeTone
  label: string
}

const endedEarly: EndLook = { icon: TriangleAlert, tone: 'warning', label: 'Ended early' }
const notCrawled: EndLook = { icon: CircleAlert, tone: 'error', label: 'Not crawled' }

const endLooks: Record<EndReason, EndLook> = {
  finished: { icon: CircleCheck, tone: 'success', label: 'Whole site crawled' },
  limit: { icon: Info, tone: 'info', label: 'Page limit reached' },
  stopped: { icon: TriangleAlert, tone: 'warning', label: 'Stopped' },
  budget: endedEarly,
  'storage-full': endedEarly,
  'time-limit': endedEarly,
  'transfer-limit': endedEarly,
  'access-lost': endedEarly,
  'start-unreachable': notCrawled,
  'start-refused': notCrawled,
  'start-not-html': notCrawled,
  'start-blocked': notCrawled,
  failed: { icon: CircleAlert, tone: 'error', label: 'Failed' },
}

export function endLook({ endReason, status }: Pick<CrawlResultResponse, 'endReason' | 'status'>): EndLook {
  if (endReason !== null) return endLooks[endReason]
  if (status === 'paused') return { icon: CirclePause, tone: 'warning', label: 'Paused' }
  return { icon: LoaderCircle, tone: 'accent', label: status === 'pending' ? 'Waiting' : 'Crawling' }
}
