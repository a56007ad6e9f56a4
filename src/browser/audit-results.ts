import type { AccessibilityNode, AccessibilityViolation, NarrowLayout } from '#shared/page-audit.ts'

/** What looking at a page resulted in. It comes from the page: it is taken for what it should be only where it is, and bounded. */

const MAX_VIOLATIONS = 40
export const MAX_NODES = 5
export const MAX_WIDE_ELEMENTS = 5
const MAX_TEXT = 300

/** undefined where the rules were not run. */
export function violationsOf(value: unknown): AccessibilityViolation[] | undefined {
  return Array.isArray(value) ? value.slice(0, MAX_VIOLATIONS).flatMap(each => toViolation(each) ?? []) : undefined
}

function toViolation(value: unknown): AccessibilityViolation | null {
  if (!isRecord(value) || !Array.isArray(value.nodes)) return null
  const { impact, total } = value
  if ((impact !== 'serious' && impact !== 'critical') || typeof total !== 'number') return null
  return {
    rule: textOf(value.rule),
    impact,
    help: textOf(value.help),
    helpUrl: textOf(value.helpUrl),
    total,
    nodes: value.nodes.slice(0, MAX_NODES).flatMap(toNode),
  }
}

function toNode(value: unknown): AccessibilityNode[] {
  if (!isRecord(value)) return []
  return [{ path: textOf(value.path), tag: textOf(value.tag), summary: textOf(value.summary) }]
}

/** null where it is none. */
export function layoutOf(value: unknown): NarrowLayout | null {
  if (!isRecord(value) || !Array.isArray(value.elements)) return null
  const { width, scrollWidth, isApproximate } = value
  if (typeof width !== 'number' || typeof scrollWidth !== 'number') return null
  const elements = value.elements.slice(0, MAX_WIDE_ELEMENTS).flatMap(each => {
    if (!isRecord(each) || typeof each.right !== 'number') return []
    return [{ path: textOf(each.path), tag: textOf(each.tag), right: each.right }]
  })
  return { width, scrollWidth, isApproximate: isApproximate === true, elements }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_TEXT).toWellFormed() : '')
