import { assertNever } from '#shared/errors.ts'
import type { EndReason } from '#shared/model.ts'

/** URLs that look endless, those beyond the number that a crawl keeps track of, or those outside the chosen scope. */
export type Omission = 'endless' | 'untracked' | 'scope'

export interface EndFacts {
  seedUrl: string
  pagesCounted: number
  pageLimit: number
  /** Only the URLs of a list were visited. */
  isListOnly: boolean
  /** What the report lacks although the crawl came to its end; nothing when absent. */
  omission?: Omission | null
  /** Why the start page gave nothing, or the value of a limit, in words; '' otherwise. */
  detail: string
}

/** One sentence for a person: why the crawl ended and, when there is nothing to show, what to try. */
export function endSentence(reason: EndReason, facts: EndFacts): string {
  const pages = `${facts.pagesCounted} ${facts.pagesCounted === 1 ? 'page' : 'pages'}`
  switch (reason) {
    case 'finished':
      return finishedSentence(facts, pages)
    case 'limit':
      return `The limit of ${facts.pageLimit} pages was reached; the site has more. Raise the limit to see the rest.`
    case 'stopped':
      return `The crawl was stopped after ${pages}: the report is partial.`
    case 'start-unreachable':
      return `The start page ${facts.seedUrl} gave no page: ${facts.detail.replace(/\.$/, '')}. Check the URL, or try again later.`
    case 'start-refused':
      return `${facts.detail || 'This address is not on the public internet.'} Private targets can be allowed by the operator of this server.`
    case 'start-not-html':
      return `The start page ${facts.seedUrl} is no HTML page (${facts.detail}). Enter the URL of a web page.`
    case 'start-blocked':
      return `robots.txt does not let crawlers request ${facts.seedUrl} (${facts.detail}).`
    case 'budget':
      return `The crawl found more URLs than it may visit and ended after ${pages}: parts of the site look endless.`
    case 'storage-full':
      return `The storage of this server is full, so the crawl ended after ${pages}: the report is partial.`
    case 'time-limit':
      return `A crawl of this size may take ${facts.detail} on this server, so the crawl ended after ${pages}: the report is partial.`
    case 'transfer-limit':
      return `A crawl of this size may receive ${facts.detail} on this server, so the crawl ended after ${pages}: the report is partial.`
    case 'access-lost':
      return `The website did not accept the credentials of this crawl ${facts.pagesCounted === 0 ? 'at its start' : `any more after ${pages}`}: ${facts.detail.replace(/\.$/, '')}. The report has nothing that was read without them. Renew the credentials, and crawl again.`
    case 'failed':
      return `The crawl ended early after ${pages} because of an internal error: ${facts.detail}`
    default:
      return assertNever(reason)
  }
}

function finishedSentence({ isListOnly, omission }: EndFacts, pages: string): string {
  if (isListOnly) return `The URLs of the list were visited: ${pages}.`
  switch (omission) {
    case 'endless':
      return `The site was crawled without the URLs that look endless: ${pages}.`
    case 'untracked':
      return `The site links to more URLs than a crawl of this size keeps track of, so some were skipped: ${pages}. Raise the limit to see the rest.`
    case 'scope':
      return `The chosen part of the site was crawled: ${pages}.`
    default:
      return `The whole site was crawled: ${pages}.`
  }
}
