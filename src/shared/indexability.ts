import { HTTP_OK } from './http-status.ts'
/** Whether a search engine may index a URL; otherwise the first obstacle, in the order in which a search engine meets them. */
export const indexabilities = [
  'indexable',
  /** robots.txt disallows it for Googlebot. */
  'blocked',
  /** An HTTP redirect, or a refresh or script that leads to another URL at once. */
  'redirect',
  'no-response',
  /** A bot protection page was returned instead of the page. */
  'bot-protection',
  /** A status code other than 200. */
  'status',
  'not-html',
  'noindex',
  /** Its canonical, after redirects, is another URL, which search engines can fetch as far as is known. */
  'canonicalised',
] as const
export type Indexability = (typeof indexabilities)[number]

export const indexabilityLabels: Readonly<Record<Indexability, string>> = {
  indexable: 'Indexable',
  blocked: 'Blocked by robots.txt',
  redirect: 'Redirect',
  'no-response': 'No response',
  'bot-protection': 'Bot protection page',
  status: 'Status code other than 200',
  'not-html': 'Not HTML',
  noindex: 'Noindex',
  canonicalised: 'Canonicalised to another URL',
}

interface OwnResponse {
  hops: readonly unknown[]
  /** null: no response. */
  status: number | null
  isBotChallenge: boolean
  isHtml: boolean
}

/** As far as the response shows it; the facts of an HTML page with status 200 may show more. */
export function responseIndexability({ hops, status, isBotChallenge, isHtml }: OwnResponse): Indexability {
  if (hops.length > 0) return 'redirect'
  if (status === null) return 'no-response'
  if (isBotChallenge) return 'bot-protection'
  if (status !== HTTP_OK) return 'status'
  return isHtml ? 'indexable' : 'not-html'
}
