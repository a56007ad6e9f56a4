/** The filters of an issue list: search, type and severity as controls, page and check as chips. The server filters. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { severities } from '#shared/model.ts'
import { plainText } from '#shared/plain-text.ts'
import { severityLooks } from '../components/badge.tsx'
import { CrawledText } from '../components/crawled-text.tsx'
import { formatNumber } from '../components/format.ts'
import { SearchInput, useDebouncedText } from '../components/search-input.tsx'
import { Select, type SelectOption } from '../components/select.tsx'
import type { ScopedFilter } from './issue-scope.ts'
import { issueTypeLabel } from './issue-type-label.ts'
import { SegmentSelect } from './segment-select.tsx'

interface IssueFiltersProps {
  websiteId: number
  state: ScopedFilter
  onChange: (change: Partial<ScopedFilter>) => void
  /** Types of the crawl with their counts; undefined where the list has one type, and no choice. */
  types?: CrawlResultResponse['issueTypes'] | undefined
  /** The list has one severity, and no choice. */
  isOneSeverity?: boolean | undefined
  /** The title of the check that `check` names, if known. */
  checkTitle?: string | undefined
  /** Actions on the rows, at the end. */
  action?: ReactNode
}

const severityOptions = [
  { value: '', label: 'All severities' },
  ...severities.map(severity => ({ value: severity, label: severityLooks[severity].label })),
]

/** Since the crawl before. */
const changeOptions = [
  { value: '', label: 'New and unchanged' },
  { value: 'new', label: 'New' },
  { value: 'unchanged', label: 'Unchanged' },
]

export function IssueFilters({ websiteId, state, onChange, types, checkTitle, action, ...rest }: IssueFiltersProps) {
  const { isOneSeverity = false } = rest
  const [text, setText] = useDebouncedText(state.search, search => onChange({ search }))
  return (
    <div className="flex flex-wrap gap-2 border-line border-b p-3 sm:px-5">
      <SearchInput
        label="Search issues..."
        value={text}
        onValue={setText}
        className="min-w-44 grow basis-56 max-sm:basis-full"
      />
      {types && (
        <Select
          label="Type"
          options={typeOptions(types, state)}
          value={state.type}
          onValue={type => onChange({ type })}
          className="w-48 max-sm:w-auto max-sm:grow max-sm:basis-32"
        />
      )}
      {!isOneSeverity && (
        <Select
          label="Severity"
          options={severityOptions}
          value={state.severity}
          onValue={severity => onChange({ severity })}
          className="w-40 max-sm:w-auto max-sm:grow max-sm:basis-32"
        />
      )}
      <Select
        label="Since last crawl"
        options={changeOptions}
        value={state.change}
        onValue={change => onChange({ change })}
        className="w-52 max-sm:w-auto max-sm:grow max-sm:basis-52"
      />
      <SegmentSelect
        websiteId={websiteId}
        value={state.segment}
        onValue={segment => onChange({ segment })}
        className="w-44 max-sm:w-auto max-sm:grow max-sm:basis-32"
      />
      {action}
      {(state.url !== '' || state.check !== '') && (
        <div className="flex min-w-0 basis-full flex-wrap gap-2">
          {state.url !== '' && (
            <IssueFilterChip label="Page" value={state.url} onRemove={() => onChange({ url: '' })} />
          )}
          {state.check !== '' && (
            <IssueFilterChip label="Check" value={checkTitle ?? state.check} onRemove={() => onChange({ check: '' })} />
          )}
        </div>
      )}
    </div>
  )
}

function typeOptions(
  types: CrawlResultResponse['issueTypes'],
  { type: chosen, segment }: Pick<ScopedFilter, 'type' | 'segment'>,
): SelectOption[] {
  const counts = new Map<string, number>(types.map(({ type, count }) => [type, count]))
  // The counts are those of the whole crawl.
  const option = (type: string) => typeOption(type, segment === '' ? counts : null)
  const options = types.map(({ type }) => option(type))
  // The URL may name a type without issues, or several types: the active filter must be visible.
  if (chosen !== '' && !counts.has(chosen)) options.unshift(option(chosen))
  return [{ value: '', label: 'All Types' }, ...options]
}

function typeOption(value: string, counts: ReadonlyMap<string, number> | null): SelectOption {
  const types = value.split(',')
  const label = plainText(types.map(issueTypeLabel).join(' or '))
  if (counts === null) return { value, label }
  const count = types.reduce((sum, type) => sum + (counts.get(type) ?? 0), 0)
  return { value, label: `${label} (${formatNumber(count)})` }
}

interface IssueFilterChipProps {
  label: string
  value: string
  onRemove: () => void
}

/** A filter from the URL that has no control of its own, with a button that removes it. */
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
