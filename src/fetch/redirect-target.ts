import { trimBlanks } from '#shared/trim-blanks.ts'

/** Statuses that send a client elsewhere (Fetch standard, "redirect status"); 300, 304 and unknown 3xx do not. */
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export function isRedirectStatus(status: number): boolean {
  return redirectStatuses.has(status)
}

/** Where a redirect leads, or in plain words why it leads nowhere. `location` is the address, else what was sent. */
export type RedirectTarget = { ok: true; url: URL; location: string } | { ok: false; location: string; detail: string }

/** Shown to a person; longer values are cut. */
const MAX_SHOWN = 200

/**
 * Resolves the Location of a redirect as browsers do: relative to the address that answered, raw octets percent-encoded,
 * without fragment and credentials. The address is kept exactly as the URL standard gives it, with no further
 * normalisation: a server that tells two spellings apart must not look like a circle.
 */
export function redirectTarget(base: URL, locations: readonly string[], status: number): RedirectTarget {
  const distinct = [...new Set(locations.map(trimBlanks).filter(value => value !== ''))]
  const [location = ''] = distinct
  const fail = (detail: string): RedirectTarget => ({ ok: false, location: distinct.join(', '), detail })
  if (distinct.length === 0) return fail(`answers ${status} but names no address to go to`)
  if (distinct.length > 1) return fail(`redirects to more than one address (${shown(distinct.join(', '))})`)
  const url = URL.parse(encodeOctets(location), base)
  if (!url || !isWebAddress(url)) return fail(`redirects to an address that is no web address (${shown(location)})`)
  url.hash = ''
  url.username = ''
  url.password = ''
  return { ok: true, url, location: url.href }
}

function isWebAddress(url: URL): boolean {
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== ''
}

function shown(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

/**
 * Header values arrive one character per octet. Octets that form UTF-8 are read as such, so that a host name written in
 * them works; all others are percent-encoded one by one, which is how servers that send them expect them back.
 */
function encodeOctets(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value
  const octets = Buffer.from(value, 'latin1')
  const text = octets.toString('utf8')
  if (!text.includes('\ufffd')) return text
  return value.replace(/[\x80-\xff]/g, octet => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`)
}
