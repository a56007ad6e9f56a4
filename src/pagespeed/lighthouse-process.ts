import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { desktopConfig, type Flags, startFlow } from 'lighthouse'
import type { HTTPRequest, Page } from 'puppeteer-core'
import { type GuardedBrowser, openGuardedBrowser } from '#browser/guarded-browser.ts'
import { yieldToOthers } from '#browser/process-group.ts'
import { type ProxyHost, startProxy } from '#browser/proxy-host.ts'
import type { ProxyReport } from '#browser/proxy-messages.ts'
import { BrowserStartError } from '#browser/start-browser.ts'
import { targetOf } from '#fetch/address-guard.ts'
import { describeError } from '#shared/errors.ts'
import { isRedirection } from '#shared/http-status.ts'
import { type FromLighthouse, type LighthouseJob, lighthouseJobSchema } from './lighthouse-messages.ts'
import { type LighthouseReport, lighthouseReportSchema, pageSpeedOf } from './lighthouse-report.ts'

/**
 * The process in which one page is measured once: proxy, browser and Lighthouse. Started by local-lighthouse.ts, which ends it; should that
 * one be gone, it cleans up and ends by itself. A killed one leaves no browser either: that ends with its pipe.
 */

const MAX_CAUSE = 2_000
/** One page, which unlike a rendered one has its pictures, and frames of other sites in processes of their own. */
const TABS_OF_MEMORY = 3

function send(message: FromLighthouse): Promise<void> {
  return new Promise(resolve => {
    if (!process.connected || !process.send) return resolve()
    process.send(message, () => resolve())
  })
}

let browser: GuardedBrowser | null = null
let folder: string | null = null

/** Rejections of what Lighthouse waited for when its browser was closed. Before that, one is an error and ends the process. */
let isClosing = false
process.on('unhandledRejection', reason => {
  if (!isClosing) throw reason
})

/** Resolves when the page took more memory than it may have: Lighthouse would wait for it. */
const excess = Promise.withResolvers<FromLighthouse>()

/** The server is gone. */
process.on('disconnect', () => {
  isClosing = true
  void browser?.close().finally(leave)
  if (!browser) leave()
})
// Signals for the whole group, such as Ctrl-C, are handled by the server.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

function leave(): void {
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  process.exit()
}

process.once('message', message => {
  const job = lighthouseJobSchema.parse(message)
  folder = job.folder
  if (job.yieldsToCrawls) yieldToOthers()
  void run(job)
    .catch((error: unknown): FromLighthouse => ({ kind: 'broken', cause: describeError(error).slice(0, MAX_CAUSE) }))
    .then(send)
    .then(() => process.disconnect?.())
})

async function run(job: LighthouseJob): Promise<FromLighthouse> {
  await send({ kind: 'phase', phase: 'starting' })
  const credentials = { username: 'measurement', password: randomBytes(32).toString('base64url') }
  const proxy = await startProxy({ ...job, ...credentials })
  try {
    browser = await openGuardedBrowser({
      ...job,
      ...credentials,
      proxy,
      tabs: TABS_OF_MEMORY,
      onStart: pid => void send({ kind: 'browser', pid }),
      onExcess: () => excess.resolve({ kind: 'too-much-memory' }),
    })
  } catch (error) {
    await proxy.close()
    const words = error instanceof BrowserStartError ? error.words : ''
    return { kind: 'browser-failed', cause: describeError(error).slice(0, MAX_CAUSE), words }
  }
  try {
    return await Promise.race([measure(job, { proxy, page: await browser.newPage() }), excess.promise])
  } finally {
    isClosing = true
    await browser.close()
    await proxy.close()
  }
}

async function measure(job: LighthouseJob, { proxy, page }: { proxy: ProxyHost; page: Page }): Promise<FromLighthouse> {
  const document = watchDocument(page, job.url)
  await send({ kind: 'phase', phase: 'loading' })
  page.on('load', () => {
    if (page.url() !== 'about:blank') void send({ kind: 'phase', phase: 'measuring' })
  })
  // Lighthouse waits half a minute for a first paint where nothing came at all.
  const ended = await Promise.race([lighthouse(page, job), document.failed])
  const { troubles, isExhausted } = await proxy.report()
  if (isExhausted) return { kind: 'too-large' }
  if (!ended.ok) {
    const trouble = new Map(troubles).get(document.host())
    return trouble ? { kind: 'out-of-reach', reason: trouble } : { kind: 'unmeasured', ...ended.error }
  }
  const pageSpeed = pageSpeedOf({
    report: ended.report,
    url: job.url,
    device: job.device,
    provider: 'lighthouse',
    field: null,
    nowMs: Date.now(),
  })
  return {
    kind: 'measured',
    pageSpeed: { ...pageSpeed, warnings: [...pageSpeed.warnings, ...refusalWarning(troubles)] },
  }
}

type LighthouseEnd = { ok: true; report: LighthouseReport } | { ok: false; error: { code: string; message: string } }

/** Gathers, then audits, as Lighthouse's own command line does, with a cold cache. */
async function lighthouse(page: Page, { url, device }: LighthouseJob): Promise<LighthouseEnd> {
  const flags: Flags = {
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    logLevel: 'silent',
    // What a navigation alone has: a flow would be content with less.
    usePassiveGathering: false,
    skipAboutBlank: false,
    // A picture of the whole page is not kept, and costs memory in proportion to the page.
    disableFullPageScreenshot: true,
  }
  try {
    const flow = await startFlow(page, { flags, ...(device === 'desktop' && { config: desktopConfig }) })
    await flow.navigate(url)
    await send({ kind: 'phase', phase: 'auditing' })
    const { steps } = await flow.createFlowResult()
    const report = lighthouseReportSchema.parse(steps[0]?.lhr)
    const error = report.runtimeError
    if (!error || error.code === 'NO_ERROR') return { ok: true, report }
    return { ok: false, error: { code: error.code, message: (error.message ?? '').slice(0, MAX_CAUSE) } }
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string')
      return { ok: false, error: { code: error.code, message: error.message.slice(0, MAX_CAUSE) } }
    throw error
  }
}

interface WatchedDocument {
  /** `host:port` that the page went to last. */
  host(): string
  /** Resolves when nothing came from there; never, when something did. */
  failed: Promise<LighthouseEnd & { ok: false }>
}

function watchDocument(page: Page, url: string): WatchedDocument {
  let last = url
  const failed = Promise.withResolvers<LighthouseEnd & { ok: false }>()
  const isDocument = (request: HTTPRequest) => request.isNavigationRequest() && request.frame() === page.mainFrame()
  // Once a document is there, Lighthouse goes elsewhere itself, to see whether the page survives it.
  let hasArrived = false
  page.on('request', request => {
    if (isDocument(request) && !hasArrived) last = request.url()
  })
  page.on('response', response => {
    if (isDocument(response.request()) && /^https?:/.test(response.url()) && !isRedirection(response.status()))
      hasArrived = true
  })
  page.on('requestfailed', request => {
    const error = request.failure()?.errorText ?? ''
    // Broken off by the page itself, which went elsewhere.
    if (hasArrived || !isDocument(request) || error === 'net::ERR_ABORTED') return
    const code = error.startsWith('net::ERR_CERT_') ? 'INSECURE_DOCUMENT_REQUEST' : 'FAILED_DOCUMENT_REQUEST'
    failed.resolve({ ok: false, error: { code, message: error.slice(0, MAX_CAUSE) } })
  })
  const host = () => {
    const target = URL.canParse(last) ? targetOf(new URL(last)) : { hostname: '', port: 0 }
    return `${target.hostname}:${target.port}`
  }
  return { host, failed: failed.promise }
}

function refusalWarning(troubles: ProxyReport['troubles']): string[] {
  const refused = troubles.flatMap(([host, trouble]) => (trouble === 'refused' ? [host] : []))
  if (refused.length === 0) return []
  const named = refused.slice(0, 3).join(', ').slice(0, 200)
  return [
    `Requests of the page to URLs that may not be reached were refused: ${named}${refused.length > 3 ? ' …' : ''}.`,
  ]
}
