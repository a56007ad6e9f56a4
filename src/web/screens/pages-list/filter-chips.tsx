/** The conditions of the list, all of which its pages meet: a chip each, to change or to remove. */
import { Plus, X } from 'lucide-react'
import { lazy } from 'react'
import { type ColumnId, pageColumn } from '#shared/page-columns.ts'
import { MAX_CONDITIONS, operatorLabels, type PageCondition, writeConditions } from '#shared/page-conditions.ts'
import { plainText } from '#shared/plain-text.ts'
import { Button } from '../../components/button.tsx'
import { formatNumber } from '../../components/format.ts'
import { DisclosurePanel } from './disclosure-panel.tsx'

const ConditionForm = lazy(() => import('./condition-form.tsx').then(part => ({ default: part.ConditionForm })))

interface FilterChipsProps {
  conditions: readonly PageCondition[]
  /** Columns of the custom fields of the crawl. */
  fields: readonly ColumnId[]
  onConditions: (conditions: readonly PageCondition[]) => void
  /** Something narrows the list. */
  isFiltered: boolean
  onClear: () => void
}

const panelLook = 'left-0 w-72 max-w-[calc(100vw-3rem)]'

export function FilterChips({ conditions, fields, onConditions, isFiltered, onClear }: FilterChipsProps) {
  const replaced = (at: number, condition: PageCondition) =>
    onConditions(conditions.map((each, index) => (index === at ? condition : each)))
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="float-left mr-2 text-[0.8125rem] text-ink-muted leading-8">Filters</legend>
      {conditions.map((condition, at) => (
        <Chip
          key={writeConditions([condition])}
          condition={condition}
          fields={fields}
          onCondition={changed => replaced(at, changed)}
          onRemove={() => onConditions(conditions.filter((_, index) => index !== at))}
        />
      ))}
      {conditions.length < MAX_CONDITIONS && (
        <DisclosurePanel
          label="New filter"
          size="small"
          button={
            <>
              <Plus aria-hidden />
              Add Filter
            </>
          }
          panelClassName={panelLook}
        >
          {close => (
            <ConditionForm
              condition={null}
              fields={fields}
              onCancel={close}
              onCondition={condition => {
                close()
                onConditions([...conditions, condition])
              }}
            />
          )}
        </DisclosurePanel>
      )}
      {isFiltered && (
        <Button size="small" variant="link" className="px-1" onClick={onClear}>
          Clear All
        </Button>
      )}
    </fieldset>
  )
}

interface ChipProps {
  condition: PageCondition
  fields: readonly ColumnId[]
  onCondition: (condition: PageCondition) => void
  onRemove: () => void
}

function Chip({ condition, fields, onCondition, onRemove }: ChipProps) {
  const { column, rest } = conditionText(condition)
  return (
    <span className="flex min-w-0 max-w-full items-center rounded-full border border-accent/35 bg-accent-soft text-accent">
      <DisclosurePanel
        label={`Filter ${column}`}
        variant="ghost"
        size="small"
        className="min-w-0"
        button={
          <span className="min-w-0 truncate font-normal text-accent">
            {column} <b className="font-semibold">{rest}</b>
          </span>
        }
        panelClassName={panelLook}
      >
        {close => (
          <ConditionForm
            condition={condition}
            fields={fields}
            onCancel={close}
            onCondition={changed => {
              close()
              onCondition(changed)
            }}
          />
        )}
      </DisclosurePanel>
      <button
        type="button"
        onClick={onRemove}
        aria-label={`Remove filter ${column} ${rest}`}
        className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-sunken"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  )
}

/** The column, and what is said of it. */
function conditionText(condition: PageCondition): { column: string; rest: string } {
  const { label, options } = pageColumn(condition.column)
  const operator = operatorLabels[condition.operator]
  return { column: label, rest: [operator, valueText(condition, options)].filter(Boolean).join(' ') }
}

function valueText(condition: PageCondition, options: readonly { value: string; label: string }[] = []): string {
  if ('from' in condition) return `${formatNumber(condition.from)} and ${formatNumber(condition.to)}`
  if (!('value' in condition)) return ''
  const { value } = condition
  if (typeof value === 'number') return formatNumber(value)
  return options.find(option => option.value === value)?.label ?? plainText(value)
}
