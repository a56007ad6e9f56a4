/** A narrowing that came with the address and has no control of its own: what it is, and a button that takes it away. */
import { X } from 'lucide-react'
import { plainText } from '#shared/plain-text.ts'
import { CrawledText } from '../components/crawled-text.tsx'

interface IssueFilterChipProps {
  label: string
  value: string
  onRemove: () => void
}

export function IssueFilterChip({ label, value, onRemove }: IssueFilterChipProps) {
  return (
    <span className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-full border border-line bg-accent-soft pr-1 pl-3 text-sm">
      <span className="shrink-0 text-ink-muted">{label}</span>
      <span className="truncate" title={plainText(value)}>
        <CrawledText text={value} />
      </span>
      <button
        type="button"
        aria-label={`Remove filter: ${label}`}
        onClick={onRemove}
        className="grid size-6 shrink-0 place-items-center rounded-full text-ink-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  )
}
