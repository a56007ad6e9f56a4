/** A redirect chain in the order in which it was followed: each address with what it answered, down to where it ends. */
import type { ReactNode } from 'react'
import type { Hop } from '#shared/model.ts'
import { formatDuration } from '../components/format.ts'
import { UrlText } from '../components/url-text.tsx'
import { IssueHttpStatus } from './issue-http-status.tsx'

interface IssueHopsProps {
  hops: readonly Hop[]
}

export function IssueHops({ hops }: IssueHopsProps) {
  const target = hops.at(-1)?.location ?? ''
  return (
    <ol className="ml-1.5 border-line-strong border-l">
      {hops.map((hop, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chain never changes its order, and a circle repeats addresses
        <Stop key={index} url={hop.url}>
          <IssueHttpStatus status={hop.status} />
          <span className="figures text-ink-muted text-xs">{formatDuration(hop.elapsedMs)}</span>
        </Stop>
      ))}
      {target !== '' && (
        <Stop url={target}>
          <span className="text-ink-muted text-xs">target</span>
        </Stop>
      )}
    </ol>
  )
}

function Stop({ url, children }: { url: string; children: ReactNode }) {
  return (
    <li className="relative pb-3 pl-5 last:pb-0">
      <span
        aria-hidden
        className="-left-[5px] absolute top-1.5 size-2.5 rounded-full border-2 border-line-strong bg-surface"
      />
      <UrlText url={url} className="text-sm" />
      <div className="flex items-center gap-2">{children}</div>
    </li>
  )
}
