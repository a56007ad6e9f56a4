import { parseStartUrl, type StartUrl, URL_REQUIRED } from '#shared/start-url.ts'
import { normalizeUrl } from '#shared/url.ts'

/** The page to measure, as typed: a URL, or a path of the website. */
export function measuredUrl(typed: string, siteUrl: string): StartUrl {
  const text = typed.trim()
  if (text === '') return { ok: false, message: URL_REQUIRED }
  const url = text.startsWith('/') && !text.startsWith('//') ? normalizeUrl(text, siteUrl) : null
  return parseStartUrl(url ?? text)
}
