/**
 * What a crawl brings up, drawn as a sounding: the deeper the page, the deeper the water. Each row opens as a finding of the reports
 * does: why it matters, how to fix it, and the evidence. Native details elements, so it needs no script.
 */

import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { SeverityBadge } from '../../components/badge.tsx'
import { type SampleFinding, sampleFindings } from './sample-findings.ts'

/** Full class names, because Tailwind finds no composed ones: each row is darker than the one before. */
const waters = [
  'bg-[color-mix(in_oklab,var(--accent)_4%,var(--surface))]',
  'bg-[color-mix(in_oklab,var(--accent)_8%,var(--surface))]',
  'bg-[color-mix(in_oklab,var(--accent)_12%,var(--surface))]',
  'bg-[color-mix(in_oklab,var(--accent)_16%,var(--surface))]',
  'bg-[color-mix(in_oklab,var(--accent)_20%,var(--surface))]',
]

export function Sounding() {
  return (
    <div className="overflow-hidden rounded-2xl border border-line shadow-card">
      {sampleFindings.map((finding, row) => (
        <Finding key={finding.path} finding={finding} isOpen={row === 1} />
      ))}
    </div>
  )
}

function Finding({ finding, isOpen }: { finding: SampleFinding; isOpen: boolean }) {
  const { depth, path, severity, title, why, fix, evidence } = finding
  return (
    <details name="sounding" open={isOpen} className={clsx('group', waters[depth])}>
      <summary className="-outline-offset-2 flex list-none items-stretch gap-3 pr-4 sm:gap-5 sm:pr-5 [&::-webkit-details-marker]:hidden">
        <Depth depth={depth} />
        <span className="flex min-w-0 flex-1 flex-col items-start gap-x-4 gap-y-1 py-3.5 sm:flex-row sm:items-center">
          <span className="figures min-w-0 truncate text-ink-muted text-sm sm:w-40 sm:shrink-0">{path}</span>
          <span className="min-w-0 flex-1 font-medium">{title}</span>
          <SeverityBadge severity={severity} />
        </span>
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 self-center text-ink-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="flex gap-3 pr-4 sm:gap-5 sm:pr-5">
        <span aria-hidden className="relative w-[4.5rem] shrink-0 sm:w-24">
          <span className="absolute inset-y-0 right-0 w-px bg-accent/50" />
        </span>
        <dl className="grid min-w-0 flex-1 gap-x-6 gap-y-3 pb-5 text-sm sm:grid-cols-2">
          <Detail term="Why it matters">{why}</Detail>
          <Detail term="How to fix it">{fix}</Detail>
          <div className="min-w-0 sm:col-span-2">
            <dt className="text-ink-muted">{evidence.label}</dt>
            <dd className="mt-1">
              <pre className="overflow-x-auto whitespace-pre-wrap rounded-control border border-line bg-surface px-3 py-2 font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
                {evidence.code}
              </pre>
            </dd>
          </div>
        </dl>
      </div>
    </details>
  )
}

/** The line with a mark at every depth. */
function Depth({ depth }: { depth: number }) {
  return (
    <span className="relative flex w-[4.5rem] shrink-0 items-center justify-end pr-4 text-right text-ink-muted text-xs sm:w-24">
      {depth === 0 ? 'Start' : `${depth} ${depth === 1 ? 'click' : 'clicks'}`}
      <span
        aria-hidden
        className={clsx('absolute right-0 bottom-0 w-px bg-accent/50', depth === 0 ? 'top-1/2' : 'top-0')}
      />
      <span aria-hidden className="absolute right-[-4.5px] size-2.5 rounded-full border-2 border-accent bg-surface" />
    </span>
  )
}

function Detail({ term, children }: { term: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-muted">{term}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}
