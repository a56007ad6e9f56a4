/** Writes one condition: a column, an operator, and a value of the column's kind. */
import { useState } from 'react'
import { type ColumnId, columnIdOf, pageColumn } from '#shared/page-columns.ts'
import {
  conditionOf,
  conditionValue,
  isOrder,
  MAX_CONDITION_TEXT,
  operatorLabels,
  operatorsOf,
  type PageCondition,
} from '#shared/page-conditions.ts'
import { Button } from './button.tsx'
import { Select } from './select.tsx'
import { Input } from './text-field.tsx'

interface ConditionFormProps {
  /** To be changed; null for a new one. */
  condition: PageCondition | null
  /** Those that are offered. */
  columns: readonly ColumnId[]
  onCondition: (condition: PageCondition) => void
  onCancel: () => void
}

const optionOf = (id: ColumnId) => ({ value: id, label: pageColumn(id).label })

export function ConditionForm({ condition, columns, onCondition, onCancel }: ConditionFormProps) {
  const [column, setColumn] = useState<ColumnId>(condition?.column ?? 'url')
  const [operator, setOperator] = useState<string>(condition?.operator ?? 'contains')
  const [value, setValue] = useState(condition ? conditionValue(condition) : '')
  const [isRefused, setRefused] = useState(false)
  const chooseColumn = (name: string) => {
    const chosen = columnIdOf(name) ?? 'url'
    setColumn(chosen)
    setOperator(operatorsOf(chosen)[0] ?? 'is')
    setValue(pageColumn(chosen).options?.[0]?.value ?? '')
    setRefused(false)
  }
  const chooseOperator = (name: string) => {
    if ((name === 'between') !== (operator === 'between')) setValue('')
    setOperator(name)
    setRefused(false)
  }
  return (
    <form
      aria-label="Filter"
      className="grid gap-2 p-3"
      onSubmit={event => {
        event.preventDefault()
        const written = conditionOf({ column, operator, value: value.trim() })
        if (written) onCondition(written)
        else setRefused(true)
      }}
    >
      <Select autoFocus label="Column" options={columns.map(optionOf)} value={column} onValue={chooseColumn} />
      <Select
        label="Operator"
        options={operatorsOf(column).map(each => ({ value: each, label: operatorLabels[each] }))}
        value={operator}
        onValue={chooseOperator}
      />
      <ValueField {...{ column, operator, value, isRefused }} onValue={setValue} />
      {isRefused && (
        <p role="alert" className="text-error text-xs">
          {isNumeric(column, operator) ? 'Enter a number.' : 'Enter a text.'}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button size="small" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" variant="primary" type="submit">
          {condition ? 'Apply' : 'Add'}
        </Button>
      </div>
    </form>
  )
}

/** Fields hold texts and numbers. */
function isNumeric(column: ColumnId, operator: string): boolean {
  const { kind } = pageColumn(column)
  return kind === 'number' || (kind === 'field' && isOrder(operator))
}

interface ValueFieldProps {
  column: ColumnId
  operator: string
  value: string
  isRefused: boolean
  onValue: (value: string) => void
}

function ValueField({ column, operator, value, isRefused, onValue }: ValueFieldProps) {
  const { options, unit } = pageColumn(column)
  if (operator === 'empty' || operator === 'not-empty') return null
  if (options) return <Select label="Value" options={options} value={value} onValue={onValue} />
  const isNumber = isNumeric(column, operator)
  if (operator !== 'between')
    return (
      <Input
        aria-label={unit === undefined ? 'Value' : `Value in ${unit}`}
        placeholder={unit}
        inputMode={isNumber ? 'decimal' : 'text'}
        maxLength={MAX_CONDITION_TEXT}
        autoComplete="off"
        isInvalid={isRefused}
        value={value}
        onChange={event => onValue(event.target.value)}
      />
    )
  const [from = '', to = ''] = value.split('..')
  return (
    <span className="flex items-center gap-2 text-sm">
      <Input
        aria-label="From"
        inputMode="decimal"
        isInvalid={isRefused}
        value={from}
        onChange={event => onValue(`${event.target.value.trim()}..${to}`)}
      />
      and
      <Input
        aria-label="To"
        inputMode="decimal"
        isInvalid={isRefused}
        value={to}
        onChange={event => onValue(`${from}..${event.target.value.trim()}`)}
      />
    </span>
  )
}
