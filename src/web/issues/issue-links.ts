import type { IssueResponse } from '#shared/api/issues.ts'
import { issueHref, type RoutedCrawl } from '#shared/issue-route.ts'
import { hrefTo } from '#shared/routes.ts'

/** Links from an issue to other screens. */
export interface IssueLinks {
  /** The view action. */
  view: (issue: IssueResponse) => string
  /** The insights of a page. */
  page: (url: string) => string
  /** The check among the issues by check, with its causes. */
  check: (checkId: string) => string
  /** The pages of an issue among those of its check. */
  pages: (issue: IssueResponse) => string
}

/** Links that stay in the same crawl; the dashboard passes its own `route`. */
export function issueLinks(place: RoutedCrawl, route: typeof issueHref = issueHref): IssueLinks {
  const { websiteId, crawl } = place
  return {
    view: issue => route(issue, place),
    page: url => hrefTo('page-insights', websiteId, { url, crawl }),
    check: check => hrefTo('issues-by-check', websiteId, { check, crawl }),
    pages: ({ checkId, id }) => hrefTo('issues-by-check', websiteId, { check: checkId, cause: id, crawl }),
  }
}
