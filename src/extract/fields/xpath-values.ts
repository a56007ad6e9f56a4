import type { ElementNode } from '#html/node.ts'
import type { FieldPage, TreeNode } from './field-page.ts'

/** The values of XPath 1.0 and their conversions (sections 3 and 4). */

export interface AttributeNode {
  kind: 'attribute'
  name: string
  value: string
  parentNode: ElementNode
}
export type XPathNode = TreeNode | AttributeNode
export type XPathValue = string | number | boolean | readonly XPathNode[]

export interface XPathContext {
  page: FieldPage
  node: XPathNode
  /** 1-based, among `size`. */
  position: number
  size: number
}

export function isNodes(value: XPathValue): value is readonly XPathNode[] {
  return typeof value === 'object'
}

export function nodeText(node: XPathNode, page: FieldPage): string {
  return node.kind === 'attribute' ? node.value : page.textOf(node)
}

export function toText(value: XPathValue, page: FieldPage): string {
  if (isNodes(value)) return value[0] ? nodeText(value[0], page) : ''
  return String(value)
}

export function toNumber(value: XPathValue, page: FieldPage): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  const text = toText(value, page).trim()
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN
}

export function toBoolean(value: XPathValue): boolean {
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value)
  return typeof value === 'boolean' ? value : value.length > 0
}

const orders: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

/** `=`, `!=`, `<`, `<=`, `>`, `>=`; of nodes, whether one of them compares so (section 3.4). */
export function compareValues(operator: string, a: XPathValue, b: XPathValue, page: FieldPage): boolean {
  if (operator === '=' && typeof b === 'string' && isNodes(a)) return a.some(node => nodeText(node, page) === b)
  const [as, bs] = [operands(a, b, page), operands(b, a, page)]
  const order = orders[operator]
  if (order)
    return compareOrdered(
      order,
      as.map(each => toNumber(each, page)),
      bs.map(each => toNumber(each, page)),
    )
  const isEqual = operator === '='
  const known = new Set(comparable(bs, as, page))
  const wanted = comparable(as, bs, page)
  if (isEqual) return wanted.some(value => known.has(value) && !Number.isNaN(value))
  return wanted.some(value => Number.isNaN(value) || known.size > 1 || (known.size === 1 && !known.has(value)))
}

/** Some pair is in order where the least and the greatest are. */
function compareOrdered(order: (a: number, b: number) => boolean, as: number[], bs: number[]): boolean {
  const ends = (values: number[]) => {
    const known = values.filter(value => !Number.isNaN(value))
    if (known.length === 0) return []
    return [
      known.reduce((least, value) => Math.min(least, value)),
      known.reduce((most, value) => Math.max(most, value)),
    ]
  }
  return ends(as).some(a => ends(bs).some(b => order(a, b)))
}

type Plain = string | number | boolean

/** The texts of nodes; beside a boolean, whether there are any. */
function operands(value: XPathValue, other: XPathValue, page: FieldPage): Plain[] {
  if (!isNodes(value)) return [value]
  return typeof other === 'boolean' ? [value.length > 0] : value.map(node => nodeText(node, page))
}

/** Of values that are compared for equality: both booleans, else both numbers, else both texts. */
function comparable(values: readonly Plain[], others: readonly Plain[], page: FieldPage): Plain[] {
  const has = (type: string) => [values[0], others[0]].some(each => typeof each === type)
  if (has('boolean')) return values.map(toBoolean)
  return has('number') ? values.map(value => toNumber(value, page)) : [...values]
}
