import type { HostileRoute } from './hostile-server.ts'

/** As much of the JSON report as the expectations speak of. */
export interface Report {
  crawl: { endReason: string; endSentence: string }
  counts: { pagesCrawled: number }
  pages: ReportedPage[]
  issues: {
    check: string
    pageUrl: string
    severity: string
    message: string
    details?: { affectedUrls?: string[] }
  }[]
  skipped: { url: string; reason: string }[]
}

interface ReportedPage {
  url: string
  statusCode: number | null
  failure: string
  title: string | null
  h1: string | null
  linkCount: number
  indexability: string
  hops: unknown[]
}

/** In which points the report of a crawl says something else of a route than it must; a line for each. */
export function differencesOf(report: Report, route: HostileRoute, origin: string): string[] {
  const { expected } = route
  const url = urlOf(route, origin)
  const page = report.pages.find(each => each.url === url)
  const skip = report.skipped.find(each => each.url === url)
  const concerns = ({ pageUrl, details }: Report['issues'][number]) =>
    pageUrl === url || details?.affectedUrls?.includes(url) === true
  const checks = report.issues.filter(concerns).map(issue => issue.check)
  const found: string[] = []
  const compare = (what: string, wanted: unknown, actual: unknown) => {
    if (wanted !== undefined && wanted !== actual)
      found.push(`${route.path}: ${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(wanted)}`)
  }
  compare('status', expected.status, page?.statusCode)
  compare('title', expected.title, page?.title)
  compare('h1', expected.h1, page?.h1)
  compare('number of links', expected.linkCount, page?.linkCount)
  compare('number of hops', expected.hops, page?.hops.length)
  compare('reason to skip it', expected.skipped, skip?.reason)
  if (expected.failure === '') compare('failure', '', page?.failure)
  else if (expected.failure && !expected.failure.test(page?.failure ?? ''))
    compare('failure', String(expected.failure), page?.failure)
  for (const check of expected.issues ?? [])
    if (!checks.includes(check)) found.push(`${route.path}: ${check} finds nothing`)
  for (const check of expected.noIssues ?? [])
    if (checks.includes(check)) found.push(`${route.path}: ${check} finds something`)
  if (expected.isUnlisted && (page ?? skip)) found.push(`${route.path}: is listed`)
  return found
}

function urlOf({ path, link }: HostileRoute, origin: string): string {
  return link?.startsWith('https:') ? link.replace('PORT', new URL(origin).port) : origin + path
}
