/** What becomes of a request of a page that is rendered. */
export type RequestDecision =
  /** The page itself, the first time: it is given what the crawl has read. */
  | 'page'
  /** The page wants to go elsewhere. */
  | 'leave'
  | 'pass'
  /** A picture: the document does not depend on what it shows, so its server is spared. */
  | 'picture'
  | 'refuse'

export interface PageRequest {
  url: string
  method: string
  /** Resource type of the DevTools protocol. */
  type: string
  isMainFrame: boolean
  /** A stream of events. */
  isEndless: boolean
}

/** What scripts and their data come as. Everything else changes nothing in the document: fonts, media, pings, reports, other documents. */
const PASSED_TYPES: ReadonlySet<string> = new Set(['Stylesheet', 'Script', 'XHR', 'Fetch', 'Other', 'Preflight'])
const PASSED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

export function decideRequest(
  request: PageRequest,
  of: { isPageGiven: boolean; isBudgetLeft: boolean; mayAsk(url: string): boolean },
): RequestDecision {
  if (request.type === 'Document') {
    if (!request.isMainFrame) return 'refuse'
    return of.isPageGiven ? 'leave' : 'page'
  }
  if (!/^https?:/i.test(request.url)) return 'refuse'
  if (request.type === 'Image') return 'picture'
  if (request.isEndless || !PASSED_TYPES.has(request.type) || !PASSED_METHODS.has(request.method)) return 'refuse'
  return of.isBudgetLeft && of.mayAsk(request.url) ? 'pass' : 'refuse'
}
