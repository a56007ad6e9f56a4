/** How a request of a rendered page is handled. */
export type RequestDecision =
  /** The page itself, the first time: it gets the response that the crawl has fetched. */
  | 'page'
  /** The page navigates elsewhere. */
  | 'leave'
  | 'pass'
  /** An image: the document does not depend on it, so it is not requested. */
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

/** Types of scripts and their data. Other types do not change the document: fonts, media, pings, reports, other documents. */
const PASSED_TYPES: ReadonlySet<string> = new Set(['Stylesheet', 'Script', 'XHR', 'Fetch', 'Other', 'Preflight'])
const PASSED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

export function decideRequest(
  request: PageRequest,
  of: { isPageGiven: boolean; isBudgetLeft: boolean; mayRequest(url: string): boolean },
): RequestDecision {
  if (request.type === 'Document') {
    if (!request.isMainFrame) return 'refuse'
    return of.isPageGiven ? 'leave' : 'page'
  }
  if (!/^https?:/i.test(request.url)) return 'refuse'
  if (request.type === 'Image') return 'picture'
  if (request.isEndless || !PASSED_TYPES.has(request.type) || !PASSED_METHODS.has(request.method)) return 'refuse'
  return of.isBudgetLeft && of.mayRequest(request.url) ? 'pass' : 'refuse'
}
