/** A condition in words: `Words under 1,000`. */
import { pageColumn } from '#shared/page-columns.ts'
import { operatorLabels, type PageCondition } from '#shared/page-conditions.ts'
import { plainText } from '#shared/plain-text.ts'
import { formatNumber } from '../../components/format.ts'

/** The column, and what is said of it. */
export function conditionText(condition: PageCondition): { column: string; rest: string } {
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
