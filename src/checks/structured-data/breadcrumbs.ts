import { hasBreadcrumbs } from '#shared/page-traits.ts'
import { type StructuredFacts, type StructuredNode, type Syntax, structuredNodes } from './structured-nodes.ts'

/** A BreadcrumbList of a page's structured data. */
export interface Breadcrumb {
  syntax: Syntax
  /** From the outermost named type. */
  path: string
  steps: BreadcrumbStep[]
}

interface BreadcrumbStep {
  /** As written, '' when absent. */
  position: string
  name: string
  /** As written; null when there is none. */
  url: string | null
}

/** Longer lists are not breadcrumbs. */
const MAX_STEPS = 100
const MAX_TEXT = 300

export function breadcrumbsOf({ jsonLd = [], markupItems = [] }: StructuredFacts): Breadcrumb[] {
  if (!hasBreadcrumbs({ jsonLd, markupItems })) return []
  return structuredNodes({ jsonLd, markupItems })
    .filter(node => node.types.includes('BreadcrumbList'))
    .map(stepsOf)
    .filter(breadcrumb => breadcrumb.steps.length > 0)
}

/** Items that are not objects are only URLs without an order, so their list is skipped. */
function stepsOf({ properties, syntax, path }: StructuredNode): Breadcrumb {
  const held = properties.get('itemListElement')
  const items: unknown[] = Array.isArray(held) ? held : held === undefined ? [] : [held]
  if (items.length > MAX_STEPS || !items.every(isObject)) return { syntax, path, steps: [] }
  return { syntax, path, steps: items.map(stepOf) }
}

function stepOf(item: Record<string, unknown>): BreadcrumbStep {
  const thing = isObject(item.item) ? item.item : null
  const url = [item.item, thing?.['@id'], thing?.url, item.url, item['@id']].find(isText)
  return {
    position: textOf(item.position),
    name: textOf(item.name) || textOf(thing?.name),
    url: url === undefined ? null : url.slice(0, MAX_URL),
  }
}

const MAX_URL = 2_000

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, MAX_TEXT) : ''
}

/** The problem of the list, the same text for the same problem; null if it is valid. */
export function breadcrumbFault({ steps }: Breadcrumb): string | null {
  const positions = steps.map(step => (step.position.trim() === '' ? Number.NaN : Number(step.position)))
  if (positions.some(Number.isNaN)) return 'an item has no position'
  const sorted = positions.toSorted((a, b) => a - b)
  if (sorted[0] === 0 && sorted.every((position, index) => position === index)) return 'positions start at 0'
  if (!sorted.every((position, index) => position === index + 1))
    return 'positions are not numbered from 1 without gaps'
  const last = Math.max(...positions)
  const isPathless = steps.some((step, index) => step.url === null && positions[index] !== last)
  return isPathless ? 'an item before the last has no URL' : null
}
