/** How a crawl ended, and why URLs were not crawled, in a few words each. */
import { CircleAlert, CircleCheck, CirclePause, Info, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { EndReason, SkipReason } from '#shared/model.ts'
import type { BadgeTone } from '../../components/badge.tsx'
import { formatNumber } from '../../components/format.ts'

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

const skipLabels: Record<SkipReason, string> = {
  limit: 'Over the page limit',
  robots: 'Blocked by robots.txt',
  scope: 'Outside this website',
  type: 'File type',
  nofollow: 'Only nofollow links',
  'address-refused': 'Private IP address',
  'too-long': 'URL too long',
  'too-deep': 'Too many folders in the path',
  'repeats-itself': 'Path that repeats itself',
  'looks-endless': 'Pattern that looks endless',
  'queue-full': 'Over the size of the crawl queue',
  'probe-budget': 'Over the limit of checked links',
  'not-listed': 'Not on the URL list',
  excluded: 'Excluded by a rule',
  'not-included': 'Included by no rule',
  'outside-folder': 'Outside the start folder',
  'beyond-depth': 'Over the crawl depth',
  stopped: 'Pending when the crawl stopped',
}
const skipLabelByReason = new Map<string, string>(Object.entries(skipLabels))

/** A reason of a newer server stands as it is. */
export function skipLabel(reason: string, crawlLimit: number): string {
  const label = skipLabelByReason.get(reason) ?? reason
  return reason === 'limit' ? `${label} (${formatNumber(crawlLimit)})` : label
}
