/** Conditions, all of which pages meet: a chip each, to change or to remove. */
import { Plus, X } from 'lucide-react'
import { lazy } from 'react'
import { type ColumnId, pageColumn, pageColumnIds } from '#shared/page-columns.ts'
import { MAX_CONDITIONS, operatorLabels, type PageCondition, writeConditions } from '#shared/page-conditions.ts'
import { plainText } from '#shared/plain-text.ts'
import { Button } from './button.tsx'
import { DisclosurePanel } from './disclosure-panel.tsx'
import { formatNumber } from './format.ts'

const ConditionForm = lazy(() => import('./condition-form.tsx').then(part => ({ default: part.ConditionForm })))

interface FilterChipsProps {
  conditions: readonly PageCondition[]
  /** Columns of the custom fields of the crawl. */
  fields: readonly ColumnId[]
  /** The other columns that are offered; all of them by default. */
  columns?: readonly ColumnId[] | undefined
  onConditions: (conditions: readonly PageCondition[]) => void
  /** What the chips are called. */
  noun?: 'filter' | 'condition'
  /** Removes all; absent where there is nothing to remove. */
  onClear?: (() => void) | undefined
}

const panelLook = 'left-0 w-72 max-w-[calc(100vw-3rem)]'

export function FilterChips({
  conditions,
  fields,
  columns = pageColumnIds,
  onConditions,
  noun = 'filter',
  onClear,
}: FilterChipsProps) {
  const offered = [...columns, ...fields]
  const replaced = (at: number, condition: PageCondition) =>
    onConditions(conditions.map((each, index) => (index === at ? condition : each)))
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="float-left mr-2 text-[0.8125rem] text-ink-muted leading-8">
        {noun === 'filter' ? 'Filters' : 'Conditions'}
      </legend>
      {conditions.map((condition, at) => (
        <Chip
          key={writeConditions([condition])}
          condition={condition}
          columns={offered}
          noun={noun}
          onCondition={changed => replaced(at, changed)}
          onRemove={() => onConditions(conditions.filter((_, index) => index !== at))}
        />
      ))}
      {conditions.length < MAX_CONDITIONS && (
        <DisclosurePanel
          label={`New ${noun}`}
          size="small"
          button={
            <>
              <Plus aria-hidden />
              {noun === 'filter' ? 'Add Filter' : 'Add condition'}
            </>
          }
          panelClassName={panelLook}
        >
          {close => (
            <ConditionForm
              condition={null}
              columns={offered}
              onCancel={close}
              onCondition={condition => {
                close()
                onConditions([...conditions, condition])
              }}
            />
          )}
        </DisclosurePanel>
      )}
      {onClear && (
        <Button size="small" variant="link" className="px-1" onClick={onClear}>
          Clear All
        </Button>
      )}
    </fieldset>
  )
}

interface ChipProps {
  condition: PageCondition
  /** Those that are offered. */
  columns: readonly ColumnId[]
  noun: 'filter' | 'condition'
  onCondition: (condition: PageCondition) => void
  onRemove: () => void
}

function Chip({ condition, columns, noun, onCondition, onRemove }: ChipProps) {
  const { column, rest } = conditionText(condition)
  const what = `${noun} ${column}`
  return (
    <span className="flex min-w-0 max-w-full items-center rounded-full border border-accent/35 bg-accent-soft text-accent">
      <DisclosurePanel
        label={`Change ${what}`}
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
            columns={columns}
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
        aria-label={`Remove ${what} ${rest}`}
        className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-sunken"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  )
}

/** Conditions in one line, such as "URL contains /blog/, Words under 100". */
export function conditionsText(conditions: readonly PageCondition[]): string {
  return conditions
    .map(conditionText)
    .map(({ column, rest }) => `${column} ${rest}`)
    .join(', ')
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
