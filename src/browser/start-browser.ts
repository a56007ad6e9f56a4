import { AppError } from '#shared/errors.ts'
import { type Browser, browsers, NO_BROWSER } from './find-browser.ts'

/** The longest piece of a browser's own words that is passed on. */
const MAX_WORDS = 300
/** The end of what it wrote is enough to find these. */
export const MAX_STDERR = 16_000
/** `[1122/215954.567635:ERROR:chrome/app/main.cc:1226] `, which Chromium begins its lines with. */
const LOG_PREFIX = /^\[[^\]]{1,200}\]\s*/
/** What it ends of; what it still says while it falls apart explains nothing. */
const FATAL = /^\[[^\]]{1,200}:FATAL:/
const CONTROLS = /[\p{Cc}\p{Cf}]/gu

/** A browser that did not start: another one may. */
export class BrowserStartError extends Error {
  /** The browser's own last words; empty when it said nothing. */
  readonly words: string
  constructor(message: string, words: string, options?: ErrorOptions) {
    super(words === '' ? message : `${message}: ${words}`, options)
    this.name = 'BrowserStartError'
    this.words = words
  }
}

/**
 * Starts the best browser of this machine, and the next one for as long as one cannot be started.
 * @throws AppError unavailable when none can; its `cause` is the BrowserStartError of the first, or nothing where there is no browser.
 */
export async function startBrowser<T>(
  start: (browser: Browser) => Promise<T>,
  from: AsyncIterable<Browser> = browsers(),
): Promise<T> {
  const failures: { browser: Browser; error: BrowserStartError }[] = []
  for await (const browser of from) {
    try {
      return await start(browser)
    } catch (error) {
      if (!(error instanceof BrowserStartError)) throw error
      failures.push({ browser, error })
    }
  }
  const [first, ...more] = failures
  if (!first) throw new AppError('unavailable', NO_BROWSER)
  const each = failures.map(({ browser, error }) => `${nameOf(browser)}: ${error.message}`).join('; ')
  const message =
    more.length > 0
      ? `None of the browsers of this machine can be started (set CHROME_PATH to another one). ${each}`
      : `The browser ${nameOf(first.browser)} cannot be started (set CHROME_PATH to another one): ${first.error.message}`
  throw new AppError('unavailable', message, { cause: first.error })
}

const CANNOT_START = 'the browser of this server cannot be started'

/** Why no browser was started, for a report: without paths of this machine. */
export function startProblem(error: unknown): string {
  if (!(error instanceof AppError)) return CANNOT_START
  if (!(error.cause instanceof BrowserStartError)) return error.message
  const { words } = error.cause
  return words === '' ? CANNOT_START : `${CANNOT_START}: ${words}`
}

function nameOf({ path, from }: Browser): string {
  return from === 'CHROME_PATH' ? `${path} (CHROME_PATH)` : path
}

/**
 * Of what a browser wrote to its standard error, the last line that it calls fatal, else the last one: bounded, without what a terminal or
 * a log would act on.
 */
export function lastWords(stderr: string): string {
  const lines = stderr
    .slice(-MAX_STDERR)
    .split(/[\r\n]+/)
    .filter(line => line.trim() !== '')
  const line = cleaned(lines.findLast(each => FATAL.test(each)) ?? lines.at(-1) ?? '')
  return line.length <= MAX_WORDS ? line : `${line.slice(0, MAX_WORDS - 1).toWellFormed()}…`
}

function cleaned(line: string): string {
  return line.replace(LOG_PREFIX, '').replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim()
}
