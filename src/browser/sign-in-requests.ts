/** A request of a page on which a crawl signs in. */
export interface SignInRequest {
  url: string
  method: string
  /** Resource type of the DevTools protocol. */
  type: string
  isMainFrame: boolean
}

/** What login forms need: no pictures, frames, pings or sockets. */
const NEEDED_TYPES: ReadonlySet<string> = new Set([
  'Document',
  'Stylesheet',
  'Script',
  'XHR',
  'Fetch',
  'Preflight',
  'Other',
])

/**
 * Whether the page may send it. Other origins may give scripts and styles, but get no form, and nothing at all once a secret is filled in.
 * Another port of a listed host never gets anything: browsers would send it the cookies of the host.
 */
export function mayRequest(
  { url: text, method, type, isMainFrame }: SignInRequest,
  of: { origins: readonly string[]; hasFilledIn: boolean; isBudgetLeft: boolean },
): boolean {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || !of.isBudgetLeft || !NEEDED_TYPES.has(type)) return false
  if (type === 'Document' && !isMainFrame) return false
  if (of.origins.includes(url.origin)) return true
  if (type === 'Document' || of.hasFilledIn || (method !== 'GET' && method !== 'OPTIONS')) return false
  return of.origins.every(origin => new URL(origin).hostname !== url.hostname)
}
