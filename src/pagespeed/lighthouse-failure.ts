import { type PageSpeedFailure, type PageSpeedFailureCode, pageSpeedFailure } from './result.ts'

/** Errors of the page, which a retry would not change. `detail` is the text in brackets of Lighthouse's message. */
const pageWords: Record<string, (detail: string) => string> = {
  FAILED_DOCUMENT_REQUEST: detail => `The page could not be loaded${inBrackets(detail)}.`,
  ERRORED_DOCUMENT_REQUEST: detail =>
    `The page responded with an error${inBrackets(detail)}, so there is nothing to measure.`,
  NO_DOCUMENT_REQUEST: () => 'The page could not be loaded: no request was sent to its server.',
  DNS_FAILURE: () => 'The page could not be loaded: its domain name cannot be resolved.',
  INSECURE_DOCUMENT_REQUEST: () => 'The page could not be loaded: its certificate is not valid.',
  CHROME_INTERSTITIAL_ERROR: () =>
    'The page could not be loaded: the browser showed a warning instead, most often of a certificate that is not valid.',
  NOT_HTML: () => 'This URL is not an HTML page, so there is nothing to measure.',
  NO_FCP: () => 'The page showed nothing, so there is nothing to measure.',
  NO_LCP: () => 'The page showed nothing that could be measured.',
  NO_LCP_ALL_FRAMES: () => 'The page showed nothing that could be measured.',
  PAGE_HUNG: () => 'The page stopped responding while it was measured.',
  NO_TTI_CPU_IDLE_PERIOD: () => 'The page took too long to load to be measured.',
  NO_TTI_NETWORK_IDLE_PERIOD: () => 'The page took too long to load to be measured.',
  INVALID_URL: () => 'This URL is not valid.',
}

/** Errors of the measuring browser, which a retry may fix. */
const transientWords: Record<string, string> = {
  PROTOCOL_TIMEOUT: 'The browser did not respond in time while the page was measured.',
  CRI_TIMEOUT: 'The browser did not respond in time while the page was measured.',
  TARGET_CRASHED: 'The browser crashed while the page was measured.',
}

/** The code within a message of PageSpeed Insights such as “Lighthouse returned error: NO_FCP. The page did not paint …”. */
export function lighthouseCodeIn(message: string): string | null {
  return /Lighthouse returned error:?\s*([A-Z][A-Z_]{3,60})/.exec(message)?.[1] ?? null
}

/** The failure of a runtime error of Lighthouse. Unknown codes count as errors of the measurement. */
export function lighthouseFailure(error: { code: string; message?: string | undefined }): PageSpeedFailure & {
  isTransient: boolean
} {
  const words = pageWords[error.code]
  if (words) {
    const code: PageSpeedFailureCode = error.code === 'INVALID_URL' ? 'invalid-url' : 'page-failed'
    return { ...pageSpeedFailure(code, words(detailOf(error.message ?? ''))), isTransient: false }
  }
  const transient = transientWords[error.code] ?? `The page could not be measured (${reportText(error.code, 60)}).`
  return { ...pageSpeedFailure('service-failed', transient), isTransient: true }
}

/** `net::ERR_TIMED_OUT`, `status code 404`. */
function detailOf(message: string): string {
  const status = /\(Status code: (\d{3})\)/.exec(message)?.[1]
  if (status !== undefined) return `status code ${status}`
  return /\bnet::ERR_[A-Z_]{2,60}/.exec(message)?.[0] ?? ''
}

function inBrackets(detail: string): string {
  return detail === '' ? '' : ` (${detail})`
}

/** Text of Lighthouse's report, some of which the measured page wrote: bounded, on one line, without links. */
export function reportText(text: string, maxCharacters: number): string {
  // Cut before the patterns run, so that no pattern meets more than a little.
  const line = withoutLinks(text.slice(0, maxCharacters * EXTRA_FOR_LINKS))
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters - 1).toWellFormed()}…`
}

/** URLs in links count for nothing in the text that is left. */
const EXTRA_FOR_LINKS = 4

/** The text of Markdown links, and of code between backquotes. */
function withoutLinks(text: string): string {
  return text.replace(/\[([^[\]]{1,300})\]\([^()\s]{1,2000}\)/g, '$1').replaceAll('`', '')
}
