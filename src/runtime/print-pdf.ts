import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { browserFlags, findBrowser } from '#browser/find-browser.ts'
import { AppError } from '#shared/errors.ts'

export interface PdfRequest {
  /** A whole document that loads nothing. */
  html: AsyncIterable<string>
  /** File to write; one that is there is replaced. */
  output: string
  paper: 'A4' | 'Letter'
  /** For the browser, its start included. */
  deadlineMs: number
}

/**
 * Prints a document as a PDF, tagged for readers of screens and with its headings as bookmarks, by the Chromium of this machine: without
 * scripts, and without any request but the one for the document itself.
 * @throws AppError unavailable when there is no Chromium, when it cannot be started, or when it takes too long.
 */
export async function printPdf(request: PdfRequest): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-pdf-'))
  const closing = new AbortController()
  try {
    const file = path.join(folder, 'document.html')
    await pipeline(Readable.from(request.html), createWriteStream(file, { mode: 0o600 }))
    const printing = print(file, request, closing.signal)
    await Promise.race([printing, rejectAfter(request.deadlineMs, closing.signal)])
  } finally {
    closing.abort()
    await rm(folder, { recursive: true, force: true })
  }
}

async function print(file: string, { output, paper, deadlineMs }: PdfRequest, signal: AbortSignal): Promise<void> {
  const browser = await startBrowser(deadlineMs)
  const close = () => void browser.close().catch(() => {})
  try {
    if (signal.aborted) return
    signal.addEventListener('abort', close, { once: true })
    const context = await browser.newContext({ javaScriptEnabled: false, offline: true, acceptDownloads: false })
    const address = pathToFileURL(file).href
    await context.route(
      () => true,
      route => (route.request().url() === address ? route.continue() : route.abort()),
    )
    const page = await context.newPage()
    await page.goto(address, { timeout: deadlineMs })
    await page.pdf({ path: output, format: paper, printBackground: true, tagged: true, outline: true })
  } finally {
    signal.removeEventListener('abort', close)
    await browser.close()
  }
}

async function startBrowser(timeoutMs: number): Promise<Browser> {
  const found = await findBrowser()
  // Some megabytes of code that a command which prints nothing should not have to read.
  const { chromium } = await import('playwright-core')
  const inherited = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const env: Record<string, string> = { ...Object.fromEntries(inherited), ...found.env }
  try {
    return await chromium.launch({ executablePath: found.path, args: browserFlags, env, timeout: timeoutMs })
  } catch (cause) {
    throw new AppError('unavailable', `The browser ${found.path} cannot be started (set CHROME_PATH to another one).`, {
      cause,
    })
  }
}

function rejectAfter(deadlineMs: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const message = `The report could not be printed within ${deadlineMs / 1_000} seconds.`
    const timer = setTimeout(() => reject(new AppError('unavailable', message)), deadlineMs)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}
