/** Search and filters over the checks. Counts are of checks. */

import { clsx } from 'clsx'
import type { CheckResultResponse } from '#shared/api/checks.ts'
import { type Severity, severities } from '#shared/model.ts'
import { Badge, severityLooks } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { formatNumber } from '../../components/format.ts'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { type Segment, Segments } from '../../components/segments.tsx'
import { Select } from '../../components/select.tsx'
import { SegmentSelect } from '../../issues/segment-select.tsx'
import { type CheckFilter, type CheckPlace, gainFilters, newCount, severityCounts, subjectsOf } from './check-rows.ts'

interface CheckFiltersProps {
  checks: readonly CheckResultResponse[]
  filter: CheckFilter
  place: CheckPlace
  onChange: (change: Partial<Record<'search' | 'severity' | 'subject' | 'gain' | 'new' | 'segment', string>>) => void
}

export function CheckFilters({ checks, filter, place, onChange }: CheckFiltersProps) {
  const [text, setText] = useDebouncedText(filter.search, search => onChange({ search }))
  const added = newCount(checks, filter)
  return (
    <div className="flex flex-wrap items-center gap-2.5 p-3 sm:px-5">
      <SearchInput
        label="Search checks..."
        value={text}
        onValue={setText}
        className="max-w-64 grow basis-48 max-md:max-w-none max-md:basis-full"
      />
      <Segments
        label="Severity"
        segments={severitySegments(severityCounts(checks, filter))}
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
        className={clsx(filter.subject === '' ? 'w-36' : 'w-52', 'max-md:w-auto max-md:grow max-md:basis-32')}
      />
      <Select
        label="Gain"
        options={gainFilters}
        value={filter.gain}
        onValue={gain => onChange({ gain })}
        className="w-34 max-md:w-auto max-md:grow max-md:basis-28"
      />
      <SegmentSelect
        websiteId={place.websiteId}
        value={place.segment}
        onValue={segment => onChange({ segment })}
        className="w-44 max-md:w-auto max-md:grow max-md:basis-full"
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

/** Each severity with the number of its checks. */
function severitySegments(counts: Record<Severity | '', number>): Segment[] {
  return (['', ...severities] as const).map(severity => ({
    value: severity,
    label: severity === '' ? 'All' : filterLabels[severity],
    count: counts[severity],
    icon: severity === '' ? undefined : severityLooks[severity].icon,
  }))
}
