/** Conditions that have a name, such as those of a rule or a segment: as a row of a list, and as a field of a form. */
import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ColumnId } from '#shared/page-columns.ts'
import type { PageCondition } from '#shared/page-conditions.ts'
import { Button } from '../../components/button.tsx'
import { ConditionMatches } from '../../components/condition-matches.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { conditionsText, FilterChips } from '../../components/filter-chips.tsx'

interface NamedConditionsProps {
  websiteId: number
  name: string
  /** Beside the name. */
  badge?: ReactNode
  conditions: readonly PageCondition[]
  isBusy?: boolean
  onChange: () => void
  onRemove: () => void
}

export function NamedConditions({
  websiteId,
  name,
  badge,
  conditions,
  isBusy = false,
  onChange,
  onRemove,
}: NamedConditionsProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-56 space-y-0.5 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
          {name}
          {badge}
        </p>
        <p className="text-ink-muted text-sm">{conditionsText(conditions)}</p>
        <ConditionMatches websiteId={websiteId} conditions={conditions} />
      </div>
      <div className="flex gap-1">
        <Button variant="ghost" size="icon-small" aria-label={`Change ${name}`} onClick={onChange}>
          <Pencil aria-hidden />
        </Button>
        <Button variant="ghost" size="icon-small" aria-label={`Remove ${name}`} disabled={isBusy} onClick={onRemove}>
          <Trash2 aria-hidden />
        </Button>
      </div>
    </div>
  )
}

interface ConditionsFieldProps {
  websiteId: number
  conditions: readonly PageCondition[]
  /** Columns that are offered beside those of custom fields; all of them by default. */
  columns?: readonly ColumnId[]
  /** Columns of the custom fields of the website. */
  fields: readonly ColumnId[]
  message: string | undefined
  onConditions: (conditions: readonly PageCondition[]) => void
}

export function ConditionsField({ websiteId, message, ...chips }: ConditionsFieldProps) {
  return (
    <div className="grid gap-1.5">
      <FilterChips noun="condition" {...chips} />
      <ErrorText>{message}</ErrorText>
      <ConditionMatches websiteId={websiteId} conditions={chips.conditions} />
    </div>
  )
}
