import * as z from 'zod/mini'
import { numberOf } from './custom-fields.ts'
import { assertNever } from './errors.ts'
import {
  type ColumnId,
  choiceColumnIds,
  isFieldColumn,
  numberColumnIds,
  pageColumn,
  textColumnIds,
} from './page-columns.ts'

/**
 * Conditions on the columns of the pages list, those of custom fields (`field.Price`) and searches (`search.UA-`) included, all of which a page
 * meets. The URL of the screen, the API and exports write them alike:
 * `words:under:1000;url:not-contains:/20;depth:between:1..3`. In a value, `%3B` is a semicolon and `%25` a percent sign.
 */

const numberOperators = ['is', 'not', 'over', 'under'] as const
const textOperators = ['contains', 'not-contains', 'starts', 'is', 'not'] as const
/** Of values that are numbers. */
const orderOperators = ['over', 'under'] as const
const emptyOperators = ['empty', 'not-empty'] as const
const choiceOperators = ['is', 'not'] as const

export type PageOperator =
  | (typeof numberOperators)[number]
  | (typeof textOperators)[number]
  | (typeof emptyOperators)[number]
  | 'between'

export const operatorLabels: Readonly<Record<PageOperator, string>> = {
  is: 'is',
  not: 'is not',
  over: 'over',
  under: 'under',
  between: 'between',
  contains: 'contains',
  'not-contains': 'does not contain',
  starts: 'starts with',
  empty: 'is empty',
  'not-empty': 'is not empty',
}

export const MAX_CONDITIONS = 12
export const MAX_CONDITION_TEXT = 500
const MAX_NUMBER = 1e12

const number = z.number().check(z.gte(-MAX_NUMBER), z.lte(MAX_NUMBER))

/** Of a custom field: `field.` and its name; of a search: `search.` and its text. */
export const fieldColumnName = z.templateLiteral([z.enum(['field.', 'search.']), z.string()])
/** Values of fields may be texts and numbers, so they take the operators of both. */
const fieldColumn = fieldColumnName.check(z.refine(isFieldColumn))

export const conditionSchema = z.union([
  z.object({ column: z.enum(numberColumnIds), operator: z.enum(numberOperators), value: number }),
  z
    .object({ column: z.enum(numberColumnIds), operator: z.literal('between'), from: number, to: number })
    .check(z.refine(({ from, to }) => from <= to)),
  z.object({
    column: z.enum(textColumnIds),
    operator: z.enum(textOperators),
    value: z.string().check(z.minLength(1), z.maxLength(MAX_CONDITION_TEXT)),
  }),
  z.object({ column: z.enum([...textColumnIds, ...numberColumnIds]), operator: z.enum(emptyOperators) }),
  z.object({
    column: fieldColumn,
    operator: z.enum(textOperators),
    value: z.string().check(z.minLength(1), z.maxLength(MAX_CONDITION_TEXT)),
  }),
  z.object({ column: fieldColumn, operator: z.enum(orderOperators), value: number }),
  z
    .object({ column: fieldColumn, operator: z.literal('between'), from: number, to: number })
    .check(z.refine(({ from, to }) => from <= to)),
  z.object({ column: fieldColumn, operator: z.enum(emptyOperators) }),
  z
    .object({ column: z.enum(choiceColumnIds), operator: z.enum(choiceOperators), value: z.string() })
    .check(
      z.refine(({ column, value }) => pageColumn(column).options?.some(option => option.value === value) ?? false),
    ),
])

const conditionsSchema = z.array(conditionSchema).check(z.maxLength(MAX_CONDITIONS))

export type PageCondition = z.infer<typeof conditionSchema>

/** Operators that a column takes, in the order in which they are offered. */
export function operatorsOf(column: ColumnId): readonly PageOperator[] {
  const { kind } = pageColumn(column)
  if (kind === 'choice') return choiceOperators
  if (kind === 'field') return [...textOperators, ...orderOperators, 'between', ...emptyOperators]
  return kind === 'number' ? [...numberOperators, 'between', ...emptyOperators] : [...textOperators, ...emptyOperators]
}

/** null for a text that is no list of conditions. */
export function readConditions(text: string): PageCondition[] | null {
  const parts = text.split(';').filter(part => part !== '')
  const { data } = conditionsSchema.safeParse(parts.map(readPart))
  return data ?? null
}

/** One condition from its words, such as those of a form; null where they are none. */
export function conditionOf(words: { column: string; operator: string; value: string }): PageCondition | null {
  const { data } = conditionSchema.safeParse(typed(words))
  return data ?? null
}

export function writeConditions(conditions: readonly PageCondition[]): string {
  return conditions.map(condition => `${condition.column}:${condition.operator}${suffix(condition)}`).join(';')
}

/** The value of a condition as a form holds it. */
export function conditionValue(condition: PageCondition): string {
  if ('from' in condition) return `${condition.from}..${condition.to}`
  return 'value' in condition ? String(condition.value) : ''
}

function suffix(condition: PageCondition): string {
  const value = conditionValue(condition)
  return value === '' ? '' : `:${value.replaceAll('%', '%25').replaceAll(';', '%3B')}`
}

function readPart(part: string): unknown {
  const [column = '', operator = '', ...rest] = part.split(':')
  const value = rest.join(':').replaceAll('%3B', ';').replaceAll('%25', '%')
  return typed({ column, operator, value })
}

/** Numbers are sent as text: read where the column holds numbers. */
function typed({ column, operator, value }: { column: string; operator: string; value: string }): unknown {
  if (operator === 'empty' || operator === 'not-empty') return { column, operator }
  const isNumber = isFieldColumn(column) ? isOrder(operator) : numberColumnIds.some(id => id === column)
  if (!isNumber) return { column, operator, value }
  if (operator !== 'between') return { column, operator, value: toNumber(value) }
  const [from = '', to = '', ...more] = value.split('..')
  return more.length > 0 ? null : { column, operator, from: toNumber(from), to: toNumber(to) }
}

/** Operators that take numbers whatever the column holds. */
export const isOrder = (operator: string) => operator === 'between' || orderOperators.some(each => each === operator)

function toNumber(text: string): number | null {
  return /^-?\d{1,13}(?:\.\d{1,3})?$/.test(text) ? Number(text) : null
}

/** Whether a page with these values of columns meets all conditions, as the pages list decides it. A column without a value is empty. */
export function meetsConditions(
  page: ReadonlyMap<string, string | number>,
  conditions: readonly PageCondition[],
): boolean {
  return conditions.every(condition => meets(page.get(condition.column) ?? '', condition))
}

function meets(value: string | number, condition: PageCondition): boolean {
  if (condition.operator === 'empty') return value === ''
  if (condition.operator === 'not-empty') return value !== ''
  if ('from' in condition) {
    const number = numberIn(value)
    return number !== null && number >= condition.from && number <= condition.to
  }
  if (!('value' in condition)) return false
  const { operator, value: wanted } = condition
  const text = String(value)
  const folded = text.toLowerCase()
  const number = numberIn(value)
  switch (operator) {
    case 'is':
      return text === String(wanted)
    case 'not':
      return text !== String(wanted)
    case 'over':
      return number !== null && number > wanted
    case 'under':
      return number !== null && number < wanted
    case 'contains':
      return folded.includes(wanted.toLowerCase())
    case 'not-contains':
      return !folded.includes(wanted.toLowerCase())
    case 'starts':
      return text.startsWith(wanted)
    default:
      return assertNever(operator)
  }
}

function numberIn(value: string | number): number | null {
  return typeof value === 'number' ? value : numberOf(value)
}
