import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import type { Page } from 'puppeteer-core'
import { browserEnvironment } from '#browser/browser-environment.ts'
import type { Browser } from '#browser/find-browser.ts'
import type { LaunchedBrowser, LaunchOptions } from '#browser/launch-browser.ts'
import { makePrivateFolder } from '#browser/private-folder.ts'
import type { SandboxRule } from '#browser/sandbox.ts'
import { startBrowser } from '#browser/start-browser.ts'
import { AppError } from '#shared/errors.ts'

export const FOLDER_PREFIX = 'sitesounder-pdf-'
/** No name resolves, should a request escape the interception. */
const NO_NETWORK = ['--host-resolver-rules=MAP * ~NOTFOUND']

/** For a browser that starts, reads a document and prints some hundred pages, after everything else that keeps the machine busy. */
const PRINT_DEADLINE_MS = 120_000

export interface PdfRequest {
  /** A whole document that loads nothing. */
  html: AsyncIterable<string>
  /** File to write; one that is there is replaced. */
  output: string
  paper: 'A4' | 'Letter'
  /** For the browser, its start included. */
  deadlineMs?: number
  sandbox: SandboxRule
  /** In a server. A command that prints has nothing else to do, and on a machine that others keep busy would miss its deadline. */
  yieldsToCrawls?: boolean
}

type TimedPdfRequest = PdfRequest & { deadlineMs: number }

/**
 * Prints a document as a PDF, tagged for screen readers and with its headings as bookmarks, with the Chromium of this machine:
 * without scripts, and without any request but the one for the document itself. @throws AppError unavailable when there is no
 * Chromium, when it cannot be started, or when it takes too long.
 */
export async function printPdf({ deadlineMs = PRINT_DEADLINE_MS, ...given }: PdfRequest): Promise<void> {
  const request = { ...given, deadlineMs }
  const folder = makePrivateFolder(FOLDER_PREFIX)
  const closing = new AbortController()
  let printing = Promise.resolve()
  try {
    const file = path.join(folder, 'document.html')
    await pipeline(Readable.from(request.html), createWriteStream(file, { mode: 0o600 }))
    printing = print(file, request, closing.signal)
    await Promise.race([printing, rejectAfter(deadlineMs, closing.signal)])
  } finally {
    closing.abort()
    // Its failure was thrown above, or is what the deadline did to it.
    await printing.catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
}

async function print(file: string, request: TimedPdfRequest, signal: AbortSignal): Promise<void> {
  const tooLarge = Promise.withResolvers<never>()
  // The excess may come before anything waits for it, and is thrown below.
  tooLarge.promise.catch(() => {})
  const onExcess = () => tooLarge.reject(new AppError('unavailable', 'The report takes more memory than it may have.'))
  const { sandbox, yieldsToCrawls } = request
  const { browser, close } = await startBrowser(found =>
    launch(found, {
      folder: path.dirname(file),
      flags: NO_NETWORK,
      sandbox,
      tabs: 1,
      yieldsToCrawls,
      onExcess,
      signal,
    }),
  )
  try {
    await Promise.race([printPage(await browser.newPage(), pathToFileURL(file).href, request), tooLarge.promise])
  } finally {
    await close()
  }
}

async function launch(
  found: Browser,
  options: Omit<LaunchOptions, 'executable' | 'environment'>,
): Promise<LaunchedBrowser> {
  // Some megabytes of code that other commands need not load.
  const { launchBrowser } = await import('#browser/launch-browser.ts')
  const environment = browserEnvironment({ environment: process.env, browser: found.env, folder: options.folder })
  return await launchBrowser({ ...options, executable: found.path, environment })
}

async function printPage(page: Page, url: string, { output, paper, deadlineMs }: TimedPdfRequest): Promise<void> {
  await page.setJavaScriptEnabled(false)
  await page.setOfflineMode(true)
  await page.setRequestInterception(true)
  page.on('request', request => {
    const isDocument = request.url() === url && request.isNavigationRequest() && request.frame() === page.mainFrame()
    // The browser may be closed meanwhile, at the deadline.
    void (isDocument ? request.continue() : request.abort()).catch(() => {})
  })
  await page.goto(url, { timeout: deadlineMs })
  await page.pdf({
    path: output,
    format: paper,
    printBackground: true,
    tagged: true,
    outline: true,
    timeout: deadlineMs,
    // It has none of its own, and waiting for them takes a script.
    waitForFonts: false,
  })
}

function rejectAfter(deadlineMs: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const message = `The report could not be printed within ${deadlineMs / 1_000} seconds.`
    const timer = setTimeout(() => reject(new AppError('unavailable', message)), deadlineMs)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}

/**
 * Prints a document into memory: a report has a bounded number of rows, and so of pages. @throws AppError unavailable when there
 * is no browser, when it cannot be started, or when it takes too long.
 */
export async function pdfBytes(document: Pick<PdfRequest, 'html' | 'paper' | 'sandbox'>): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-report-'))
  try {
    const output = path.join(folder, 'report.pdf')
    await printPdf({ ...document, output, yieldsToCrawls: true })
    return new Uint8Array(await readFile(output))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
