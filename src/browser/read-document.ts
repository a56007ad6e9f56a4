import type { CDPSession } from 'puppeteer-core'

/** A document of megabytes takes a while to be written down. */
const READ_MS = 5_000

interface ReadDocument {
  /** '' when the page did not let itself be read. */
  html: string
  isTruncated: boolean
  /** A script had to be ended first. */
  isEnded: boolean
}

/**
 * The document as markup, from a world that the page's own scripts cannot change. A script that holds the page up is ended first.
 * Shadow trees are not part of it.
 */
export async function readDocument(
  session: CDPSession,
  of: { frameId: string; maxLength: number },
): Promise<ReadDocument> {
  const first = await attempt(session, of)
  if (first) return first
  await inTime(session.send('Runtime.terminateExecution'))
  const second = await attempt(session, of)
  return { html: '', isTruncated: false, ...second, isEnded: true }
}

/** null when it took too long. */
async function attempt(
  session: CDPSession,
  { frameId, maxLength }: { frameId: string; maxLength: number },
): Promise<ReadDocument | null> {
  const world = await inTime(session.send('Page.createIsolatedWorld', { frameId, worldName: 'reader' }))
  if (!world) return null
  const evaluated = await inTime(
    session.send('Runtime.evaluate', {
      expression: `${WRITE_DOWN}(${maxLength})`,
      contextId: world.executionContextId,
      returnByValue: true,
    }),
  )
  const value: unknown = evaluated?.result.value
  if (typeof value !== 'string') return null
  return { html: value.slice(1), isTruncated: value.startsWith('-'), isEnded: false }
}

/** Runs in the page. A first sign says whether it is whole. */
const WRITE_DOWN = `(maxLength => {
  const { doctype, documentElement } = document
  const ids = doctype ? [doctype.publicId, doctype.systemId] : []
  const isPublic = ids.some(id => id !== '')
  const type = doctype ? '<!DOCTYPE ' + doctype.name + (isPublic ? ' PUBLIC "' + ids.join('" "') + '"' : '') + '>' : ''
  const whole = type + (documentElement ? documentElement.outerHTML : '')
  return whole.length > maxLength ? '-' + whole.slice(0, maxLength) : '+' + whole
})`

async function inTime<T>(work: Promise<T>): Promise<T | null> {
  const patience = Promise.withResolvers<null>()
  const timer = setTimeout(() => patience.resolve(null), READ_MS)
  try {
    return await Promise.race([work.catch(() => null), patience.promise])
  } finally {
    clearTimeout(timer)
  }
}
