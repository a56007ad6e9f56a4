import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession } from 'puppeteer-core'
import type { NarrowLayout, PageAudit } from '#shared/page-audit.ts'
import { layoutOf, MAX_NODES, MAX_WIDE_ELEMENTS, violationsOf } from './audit-results.ts'

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

export async function auditPage(session: CDPSession, frameId: string): Promise<PageAudit> {
  const world = await inTime(session.send('Page.createIsolatedWorld', { frameId, worldName: 'auditor' }), MEASURE_MS)
  if (!world) return {}
  const contextId = world.executionContextId
  const found = await runAxe(session, contextId)
  // A rule that still runs must not hold up what comes next, which may be ended in its place.
  if (found === null) await inTime(session.send('Runtime.terminateExecution'), MEASURE_MS)
  const narrow = (await measureWidth(session, contextId)) ?? (await measureWidth(session, contextId))
  const violations = violationsOf(found)
  return { ...(violations && { violations }), ...(narrow && { narrow }) }
}

/** null when it took too long; a word when the page is too large. */
async function runAxe(session: CDPSession, contextId: number): Promise<unknown> {
  const { default: axe } = await import('axe-core')
  const run = async (): Promise<unknown> => {
    await session.send('Runtime.evaluate', { expression: `${axe.source};0`, contextId })
    const evaluated = await session.send('Runtime.evaluate', {
      expression: `${RUN_AXE}(${MAX_NODES})`,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    })
    return evaluated.result.value
  }
  return await inTime(run(), AXE_MS)
}

async function measureWidth(session: CDPSession, contextId: number): Promise<NarrowLayout | null> {
  const measure = async (): Promise<unknown> => {
    await session.send('Emulation.setDeviceMetricsOverride', PHONE)
    await sleep(LAYOUT_MS)
    const expression = `${MEASURE_WIDTH}(${MAX_WIDE_ELEMENTS})`
    const evaluated = await session.send('Runtime.evaluate', { expression, contextId, returnByValue: true })
    return evaluated.result.value
  }
  return layoutOf(await inTime(measure(), MEASURE_MS))
}

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

/** What is run in a page to look at it, as source text: it has no access to anything else. */

/**
 * Rules of WCAG 2.2 A and AA that axe-core finds broken for certain; what it wants a person to look at is no violation. Sizes of targets
 * are omitted, because pictures are not loaded. So is contrast of text that may lie on a picture: where it, or what it is in, is taken
 * out of the flow, or a picture near it is. Pages beyond 6,000 elements would take too long.
 */
const RUN_AXE = `(async maxNodes => {
  if (document.getElementsByTagName('*').length > 6000) return 'too large'
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const { violations } = await axe.run(document, {
    runOnly: { type: 'tag', values: tags },
    rules: { 'target-size': { enabled: false } },
    resultTypes: ['violations'],
    iframes: false,
    elementRef: true,
  })
  const PICTURES = 'img, picture, video, canvas, iframe, object, embed'
  const isOutOfFlow = element => /absolute|fixed|sticky/.test(getComputedStyle(element).position)
  const isPictureNear = element => {
    for (let at = element, level = 0; at && at !== document.body && at !== document.documentElement; at = at.parentElement, level++) {
      if (isOutOfFlow(at) || getComputedStyle(at).display.includes('grid') && at.querySelector(PICTURES)) return true
      if (level < 6) for (const picture of [...at.querySelectorAll(PICTURES)].slice(0, 50)) if (isOutOfFlow(picture) || picture.parentElement && picture.parentElement !== at && isOutOfFlow(picture.parentElement)) return true
    }
    return false
  }
  return violations.flatMap(({ id, impact, help, helpUrl, nodes: all }) => {
    if (impact !== 'serious' && impact !== 'critical') return []
    const nodes = id === 'color-contrast' ? all.filter(({ element }) => element && !isPictureNear(element)) : all
    if (nodes.length === 0) return []
    const shown = nodes.slice(0, maxNodes).map(({ target, html, any, all, none }) => ({
      path: target.flat().join(' '),
      tag: html,
      summary: [...none, ...all, ...any].map(({ message }) => message)[0] ?? '',
    }))
    return [{ rule: id, impact, help, helpUrl: helpUrl.split('?')[0], total: nodes.length, nodes: shown }]
  })
})`

/** How far the page reaches to the right where visitors can scroll to it, and what does. */
const MEASURE_WIDTH = `(maxElements => {
  const root = document.documentElement
  const { body } = document
  const width = root.clientWidth
  const overflowOf = element => getComputedStyle(element).overflowX
  const ofRoot = overflowOf(root)
  const ofPage = ofRoot === 'visible' && body ? overflowOf(body) : ofRoot
  const isClosed = ofPage === 'hidden' || ofPage === 'clip'
  const scrollWidth = isClosed ? width : root.scrollWidth
  const elements = []
  if (scrollWidth > width + 1) {
    const isHeld = element => {
      for (let at = element.parentElement; at && at !== body && at !== root; at = at.parentElement)
        if (overflowOf(at) !== 'visible') return true
      return false
    }
    const pathOf = element => {
      const parts = []
      for (let at = element; at && at !== root && parts.length < 12; at = at.parentElement) {
        if (/^[A-Za-z][\\w-]{0,63}$/.test(at.id)) { parts.unshift('#' + at.id); break }
        const name = at.localName
        const same = at.parentElement ? [...at.parentElement.children].filter(each => each.localName === name) : [at]
        parts.unshift(same.length > 1 ? name + ':nth-of-type(' + (same.indexOf(at) + 1) + ')' : name)
      }
      return parts.join(' > ')
    }
    const wide = []
    for (const element of [...document.querySelectorAll('body *')].slice(0, 20000)) {
      const box = element.getBoundingClientRect()
      const right = box.right + scrollX
      if (box.width > 0 && right > width + 1 && wide.length < 1000) wide.push({ element, right })
    }
    const found = wide.filter(({ element }) => getComputedStyle(element).position !== 'fixed' && !isHeld(element))
    found.sort((a, b) => b.right - a.right)
    for (const { element, right } of found) {
      if (elements.length === maxElements) break
      const isWithin = elements.some(each => each.element.contains(element) || element.contains(each.element))
      if (!isWithin) elements.push({ element, right })
    }
    for (const each of elements) {
      each.path = pathOf(each.element)
      each.tag = each.element.cloneNode(false).outerHTML.replace(/<\\/[^>]*>$/, '').slice(0, 300)
      each.right = Math.round(each.right)
      delete each.element
    }
  }
  const isApproximate = [...document.fonts].some(({ status }) => status === 'error')
  return { width, scrollWidth, isApproximate, elements }
})`
