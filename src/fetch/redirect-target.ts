import { trimBlanks } from '#shared/white-space.ts'

/** Redirect statuses (Fetch standard); 300, 304 and unknown 3xx are not among them. */
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export function isRedirectStatus(status: number): boolean {
  return redirectStatuses.has(status)
}

/** Target of a redirect, or why there is none. `location` is the URL, else the header as sent. */
export type RedirectTarget = { ok: true; url: URL; location: string } | { ok: false; location: string; detail: string }

/** Shown to a person; longer values are cut. */
const MAX_SHOWN = 200

/**
 * Resolves the Location of a redirect as browsers do: relative to the requested URL, raw octets percent-encoded, without fragment and
 * credentials. The URL is not normalised further: a server that distinguishes two spellings must not look like a loop.
 */
export function redirectTarget(base: URL, locations: readonly string[], status: number): RedirectTarget {
  const distinct = [...new Set(locations.map(trimBlanks).filter(value => value !== ''))]
  const [location = ''] = distinct
  const fail = (detail: string): RedirectTarget => ({ ok: false, location: distinct.join(', '), detail })
  if (distinct.length === 0) return fail(`has status ${status} but no Location header`)
  if (distinct.length > 1) return fail(`redirects to more than one URL (${shown(distinct.join(', '))})`)
  const url = URL.parse(encodeOctets(location), base)
  if (!url || !isWebUrl(url)) return fail(`redirects to a URL that is not http(s) (${shown(location)})`)
  url.hash = ''
  url.username = ''
  url.password = ''
  return { ok: true, url, location: url.href }
}

function isWebUrl(url: URL): boolean {
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== ''
}

function shown(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

/**
 * Header values arrive one character per octet. Octets that form UTF-8 are decoded, so that host names in UTF-8 work; all
 * others are percent-encoded one by one, as servers that send them expect.
 */
function encodeOctets(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value
  const octets = Buffer.from(value, 'latin1')
  const text = octets.toString('utf8')
  if (!text.includes('\ufffd')) return text
  return value.replace(/[\x80-\xff]/g, octet => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`)
}
