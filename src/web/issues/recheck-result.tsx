/** The state of a recheck, or its time and result. */
import { CircleCheck } from 'lucide-react'
import type { RecheckResponse } from '#shared/api/rechecks.ts'
import { CrawledText } from '../components/crawled-text.tsx'
import { formatDateTime, lowerFirst } from '../components/format.ts'

export function RecheckResult({ check }: { check: RecheckResponse }) {
  if (check.state === 'waiting') return 'Waiting in the queue to be checked again.'
  if (check.state === 'running') return 'Its URLs are being fetched again.'
  const time = check.checkedAt === null ? '' : `Checked again ${formatDateTime(check.checkedAt)}: `
  return (
    <>
      {check.result === 'fixed' && (
        <CircleCheck aria-hidden className="mr-1 inline-block size-4 align-text-bottom text-success" />
      )}
      {time}
      <span className={check.result === 'fixed' ? 'font-medium text-success' : 'text-ink'}>
        <CrawledText text={lowerFirst(check.sentence)} />
      </span>
    </>
  )
}
