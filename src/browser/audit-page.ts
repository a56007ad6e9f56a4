import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession } from 'puppeteer-core'
import type { AccessibilityNode, AccessibilityViolation, NarrowLayout, PageAudit } from '#shared/page-audit.ts'
import { MEASURE_WIDTH, RUN_AXE } from './audit-scripts.ts'

/**
 * Looks at a page as its scripts left it: rules of accessibility by axe-core, then its width on a phone. Both in a world that the page's
 * own scripts cannot change. The page is not to be read any more afterwards: it is laid out anew.
 */
const AXE_MS = 10_000
const MEASURE_MS = 2_000
/** All of it takes no longer. */
export const AUDIT_MS = AXE_MS + 4 * MEASURE_MS
/** Scripts that look at the width get so long. */
const LAYOUT_MS = 250
/** The narrowest screens that are common. */
const PHONE = { width: 360, height: 800, deviceScaleFactor: 1, mobile: true }

const MAX_VIOLATIONS = 40
const MAX_NODES = 5
const MAX_TEXT = 300
const MAX_WIDE_ELEMENTS = 5

export async function auditPage(session: CDPSession, frameId: string): Promise<PageAudit> {
  const world = await inTime(session.send('Page.createIsolatedWorld', { frameId, worldName: 'auditor' }), MEASURE_MS)
  if (!world) return {}
  const contextId = world.executionContextId
  const found = await runAxe(session, contextId)
  // A rule that still runs must not hold up what comes next, which may be ended in its place.
  if (found === null) await inTime(session.send('Runtime.terminateExecution'), MEASURE_MS)
  const narrow = (await measureWidth(session, contextId)) ?? (await measureWidth(session, contextId))
  const violations = Array.isArray(found)
    ? found.slice(0, MAX_VIOLATIONS).flatMap(each => toViolation(each) ?? [])
    : undefined
  return { ...(violations && { violations }), ...(narrow && { narrow }) }
}

/** null when it took too long; a word when the page is too large. */
async function runAxe(session: CDPSession, contextId: number): Promise<unknown> {
  const { default: axe } = await import('axe-core')
  const run = async (): Promise<unknown> => {
    await session.send('Runtime.evaluate', { expression: `${axe.source};0`, contextId })
    const answer = await session.send('Runtime.evaluate', {
      expression: `${RUN_AXE}(${MAX_NODES})`,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    })
    return answer.result.value
  }
  return await inTime(run(), AXE_MS)
}

async function measureWidth(session: CDPSession, contextId: number): Promise<NarrowLayout | null> {
  const measure = async (): Promise<unknown> => {
    await session.send('Emulation.setDeviceMetricsOverride', PHONE)
    await sleep(LAYOUT_MS)
    const expression = `${MEASURE_WIDTH}(${MAX_WIDE_ELEMENTS})`
    const answer = await session.send('Runtime.evaluate', { expression, contextId, returnByValue: true })
    return answer.result.value
  }
  return toLayout(await inTime(measure(), MEASURE_MS))
}

/** What comes from a page is taken for what it should be only where it is. */
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

function toLayout(value: unknown): NarrowLayout | null {
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

/** null when it fails, or takes longer. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const patience = Promise.withResolvers<null>()
  const timer = setTimeout(() => patience.resolve(null), ms)
  try {
    return await Promise.race([work.catch(() => null), patience.promise])
  } finally {
    clearTimeout(timer)
  }
}
