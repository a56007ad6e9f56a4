/** The requests behind an issue: the hops of a redirect chain, and repeated attempts. */
import type { ReactNode } from 'react'
import type { Attempt, Hop } from '#shared/model.ts'
import { HttpStatus } from '../components/badge.tsx'
import { CrawledText } from '../components/crawled-text.tsx'
import { formatDuration } from '../components/format.ts'
import { UrlText } from '../components/url-text.tsx'

interface IssueHopsProps {
  hops: readonly Hop[]
  /** URLs of it are shown without it. */
  origin?: string | undefined
}

/** The redirect chain in order: each URL with its status, down to the final target. */
export function IssueHops({ hops, origin }: IssueHopsProps) {
  const target = hops.at(-1)?.location ?? ''
  return (
    <ol className="ml-1.5 border-line-strong border-l">
      {hops.map((hop, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chain never changes its order, and a loop repeats URLs
        <Stop key={index} url={hop.url} origin={origin}>
          <HttpStatus status={hop.status} />
          <span className="figures text-ink-muted text-xs">{formatDuration(hop.elapsedMs)}</span>
        </Stop>
      ))}
      {target !== '' && (
        <Stop url={target} origin={origin}>
          <span className="text-ink-muted text-xs">target</span>
        </Stop>
      )}
    </ol>
  )
}

function Stop({ url, origin, children }: { url: string; origin: string | undefined; children: ReactNode }) {
  return (
    <li className="relative pb-1.5 pl-5 last:pb-0">
      <span
        aria-hidden
        className="-left-[5px] absolute top-1.5 size-2.5 rounded-full border-2 border-line-strong bg-surface"
      />
      <div className="flex flex-wrap items-center gap-x-3">
        <UrlText url={url} origin={origin} className="text-sm" />
        {children}
      </div>
    </li>
  )
}

interface IssueAttemptsProps {
  attempts: readonly Attempt[]
}

/** Each attempt to fetch a URL, with its status or error. */
export function IssueAttempts({ attempts }: IssueAttemptsProps) {
  return (
    <ol className="divide-y divide-line rounded-control border border-line text-sm">
      {attempts.map((attempt, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attempts never change their order
        <li key={index} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
          <span className="figures w-24 text-ink-muted">{attemptTime(attempts, index)}</span>
          <span className="w-12 font-mono text-[0.8125rem]">{attempt.method}</span>
          <HttpStatus status={attempt.status} />
          {attempt.failure !== null && <CrawledText text={attempt.failure} className="min-w-0 break-words" />}
        </li>
      ))}
    </ol>
  )
}

function attemptTime(attempts: readonly Attempt[], index: number): string {
  const before = attempts[index - 1]
  const attempt = attempts[index]
  if (!before || !attempt) return 'First attempt'
  return `${formatDuration(Math.max(0, attempt.atMs - before.atMs))} later`
}
