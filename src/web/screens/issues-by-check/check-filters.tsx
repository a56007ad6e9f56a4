/** Search and filters over the checks. Counts are of checks. */

import { clsx } from 'clsx'
import type { CheckResultResponse } from '#shared/api/checks.ts'
import { type Severity, severities } from '#shared/model.ts'
import { Badge, severityLooks } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { formatNumber } from '../../components/format.ts'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { Select } from '../../components/select.tsx'
import { type CheckFilter, gainFilters, newCount, severityCounts, subjectsOf } from './check-rows.ts'

interface CheckFiltersProps {
  checks: readonly CheckResultResponse[]
  filter: CheckFilter
  onChange: (change: Partial<Record<'search' | 'severity' | 'subject' | 'gain' | 'new', string>>) => void
}

export function CheckFilters({ checks, filter, onChange }: CheckFiltersProps) {
  const [text, setText] = useDebouncedText(filter.search, search => onChange({ search }))
  const added = newCount(checks, filter)
  return (
    <div className="flex flex-wrap items-center gap-2.5 p-3 sm:px-5">
      <SearchInput
        label="Search checks..."
        value={text}
        onValue={setText}
        className="max-w-64 grow basis-36 max-md:max-w-none max-md:basis-full"
      />
      <SeverityFilter
        counts={severityCounts(checks, filter)}
        value={filter.severity}
        onValue={severity => onChange({ severity })}
      />
      <Select
        label="Subject"
        options={[
          { value: '', label: 'All subjects' },
          ...subjectsOf(checks).map(subject => ({ value: subject, label: subject })),
        ]}
        value={filter.subject}
        onValue={subject => onChange({ subject })}
        className="w-44 max-md:w-auto max-md:grow max-md:basis-32"
      />
      <Select
        label="Gain"
        options={gainFilters}
        value={filter.gain}
        onValue={gain => onChange({ gain })}
        className="w-36 max-md:w-auto max-md:grow max-md:basis-28"
      />
      {added !== null && (
        <Button
          aria-pressed={filter.isNew}
          onClick={() => onChange({ new: filter.isNew ? '' : 'true' })}
          className="border-line-strong aria-pressed:bg-accent-soft aria-pressed:text-accent max-md:w-full max-md:justify-between"
        >
          New since last crawl
          <Badge>{formatNumber(added)}</Badge>
        </Button>
      )}
    </div>
  )
}

const filterLabels: Record<Severity, string> = { error: 'Errors', warning: 'Warnings', info: 'Infos' }

interface SeverityFilterProps {
  counts: Record<Severity | '', number>
  value: string
  onValue: (value: string) => void
}

/** A button for each severity with the number of its checks; one of them is pressed. */
function SeverityFilter({ counts, value, onValue }: SeverityFilterProps) {
  return (
    <fieldset className="flex h-10 min-w-0 overflow-x-auto rounded-control border border-line-strong bg-surface p-0.5 max-md:w-full">
      <legend className="sr-only">Severity</legend>
      {(['', ...severities] as const).map(severity => {
        const isChosen = severity === value
        const Icon = severity === '' ? null : severityLooks[severity].icon
        return (
          <button
            key={severity}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onValue(severity)}
            className={clsx(
              'inline-flex items-center gap-1.5 rounded-md px-2.5 font-medium text-[0.8125rem] whitespace-nowrap max-md:grow max-md:justify-center',
              isChosen ? 'bg-accent-soft text-accent' : 'text-ink-muted hover:bg-sunken hover:text-ink',
            )}
          >
            {Icon && <Icon aria-hidden className="size-3.5" />}
            {severity === '' ? 'All' : filterLabels[severity]}
            <span className="figures">{formatNumber(counts[severity])}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
