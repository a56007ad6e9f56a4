/** Each try at an address and what came of it: nothing is called broken after a single one. */
import type { Attempt } from '#shared/model.ts'
import { CrawledText } from '../components/crawled-text.tsx'
import { formatDuration } from '../components/format.ts'
import { IssueHttpStatus } from './issue-http-status.tsx'

interface IssueAttemptsProps {
  attempts: readonly Attempt[]
}

export function IssueAttempts({ attempts }: IssueAttemptsProps) {
  return (
    <ol className="divide-y divide-line rounded-control border border-line text-sm">
      {attempts.map((attempt, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attempts never change their order
        <li key={index} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
          <span className="figures w-24 text-ink-muted">{attemptTime(attempts, index)}</span>
          <span className="w-12 font-mono text-[0.8125rem]">{attempt.method}</span>
          <IssueHttpStatus status={attempt.status} />
          {attempt.failure !== null && <CrawledText text={attempt.failure} className="min-w-0 break-words" />}
        </li>
      ))}
    </ol>
  )
}

function attemptTime(attempts: readonly Attempt[], index: number): string {
  const before = attempts[index - 1]
  const attempt = attempts[index]
  if (!before || !attempt) return 'First try'
  return `${formatDuration(Math.max(0, attempt.atMs - before.atMs))} later`
}
