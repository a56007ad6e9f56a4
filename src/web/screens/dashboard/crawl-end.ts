/** How a crawl ended, in a word or two. */
import { CircleAlert, CircleCheck, CirclePause, Info, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { type EndReason, endReasonLabels } from '#shared/model.ts'
import type { BadgeTone } from '../../components/badge.tsx'

interface EndLook {
  icon: LucideIcon
  tone: BadgeTone
  label: string
}

type EndTone = Pick<EndLook, 'icon' | 'tone'>

const endedEarly: EndTone = { icon: TriangleAlert, tone: 'warning' }
const notCrawled: EndTone = { icon: CircleAlert, tone: 'error' }

const endTones: Record<EndReason, EndTone> = {
  finished: { icon: CircleCheck, tone: 'success' },
  limit: { icon: Info, tone: 'info' },
  stopped: endedEarly,
  budget: endedEarly,
  'storage-full': endedEarly,
  'time-limit': endedEarly,
  'transfer-limit': endedEarly,
  'access-lost': endedEarly,
  'start-unreachable': notCrawled,
  'start-refused': notCrawled,
  'start-not-html': notCrawled,
  'start-blocked': notCrawled,
  failed: notCrawled,
}

export function endLook({ endReason, status }: Pick<CrawlResultResponse, 'endReason' | 'status'>): EndLook {
  if (endReason !== null) return { ...endTones[endReason], label: endReasonLabels[endReason] }
  if (status === 'paused') return { icon: CirclePause, tone: 'warning', label: 'Paused' }
  return { icon: LoaderCircle, tone: 'accent', label: status === 'pending' ? 'Waiting' : 'Crawling' }
}
