import { type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import { type StreamName, streams } from '#shared/api/streams.ts'
import { type ApiCrawl, BENCH_SEGMENT, FREQUENT_TEXT, RARE_TEXT } from './api-crawl.ts'
import { ORIGIN } from './checks-crawl.ts'
import { benchSite } from './crawl/bench-site.ts'

/** A request of a client to the API about a large crawl. */
export interface Question {
  name: string
  /** With its query. */
  path: string
  /** A file that is sent while it is made: what counts is when its first bytes arrive. */
  isStream?: true
}

type GetName = { [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends 'GET' ? Name : never }[EndpointName]
type Query = Record<string, string | number>
/** What is requested of an endpoint, by a few words on it; or a sentence that says why nothing is. */
type Queries = Record<string, Query> | string

const plain = { '': {} }
const ofSegment = { segment: BENCH_SEGMENT.name }

/** Every GET of the API, so that none is forgotten. */
export function apiQuestions(crawl: ApiCrawl): Question[] {
  const { issues, issueId, pages } = crawl
  const site = benchSite(pages)
  const page = ORIGIN + site.path(20)
  const lastIssues = Math.max(0, Math.floor(issues * 0.9) - 100)
  const json: Record<GetName, Queries> = {
    listWebsites: plain,
    websiteSettings: plain,
    websiteCredentials: plain,
    websiteSchedule: plain,
    listSchedules: plain,
    websiteAlerts: plain,
    lightChecks: plain,
    listChannels: plain,
    channelDeliveries: 'It needs a channel of its user.',
    crawlResult: plain,
    session: plain,
    listShareLinks: plain,
    listMembers: plain,
    openedLink: 'It is below the URL of a share link.',
    crawlEstimate: { '': { url: page, limit: 500 } },
    listChecks: plain,
    crawlChecks: { '': {}, 'of a segment': ofSegment },
    crawlChanges: plain,
    absentIssues: { fixed: { change: 'fixed', limit: 100 }, 'not crawled': { change: 'not-crawled', limit: 100 } },
    comparison: plain,
    crawlTrend: plain,
    websiteSegments: plain,
    segmentFigures: { '': {}, 'of two crawls': { trend: 2 } },
    comparedIssues: { new: { change: 'new', limit: 100 }, unchanged: { change: 'unchanged', limit: 100 } },
    comparedPages: { changed: { change: 'changed', limit: 100 } },
    comparedText: { 'a page': { url: page } },
    changedPages: { added: { change: 'added', limit: 100 }, removed: { change: 'removed', limit: 100 } },
    listApiKeys: plain,
    listUsers: plain,
    operations: plain,
    diagnostics: plain,
    pageSpeedProgress: { '': { url: `${ORIGIN}/` } },
    pageSpeedStatus: plain,
    pageSpeed: 'It measures a page, by a browser or by Google: its time says nothing of ours.',
    structure: plain,
    publishedRobots: 'It fetches a file of the website: its time says nothing of ours.',
    pageDetail: {
      'a page': { url: page },
      'a URL that is not there': { url: `${ORIGIN}/nowhere/at/all.html` },
    },
    pageLinks: {
      'away from a page': { url: page, direction: 'out' },
      'to a page': { url: page, direction: 'in' },
      'to the home page, which every page links': { url: `${ORIGIN}/`, direction: 'in' },
      'to the home page, last part': { url: `${ORIGIN}/`, direction: 'in', offset: Math.max(0, pages - 50) },
    },
    listNotCrawled: { 'first hundred': { limit: 100 }, 'by a text': { search: 'page', limit: 10 } },
    languages: plain,
    visits: plain,
    readiness: plain,
    listVisits: { 'first hundred': { limit: 100 } },
    listTranslationSets: {
      'most problems first': { limit: 100 },
      'by a text': { search: 'page', limit: 10 },
      'that lack a language': { state: 'no-page', language: 'de', sort: 'url', limit: 10 },
    },
    translationDeclarations: 'the site of the benchmark has one language, and so no set',
    listPages: {
      'first hundred': { limit: 100 },
      'as many as are sent at once': {},
      'last hundred': { limit: 100, offset: Math.max(0, pages - 100) },
      'of a status': { limit: 100, status: '4xx' },
      'that passed': { limit: 100, passed: 'true' },
      'without a response': { limit: 100, status: 'none' },
      'of a depth': { limit: 100, depth: 2 },
      'that passed, of a kind': { limit: 100, passed: 'true', kind: 'redirects' },
      'sorted by URL': { limit: 100, sort: 'url', order: 'descending' },
      'sorted by URL, of a kind': { limit: 100, sort: 'url', kind: 'ok' },
      'sorted by time': { limit: 100, sort: 'time' },
      'that passed, of a status': { limit: 100, passed: 'true', status: '2xx' },
      'of one URL': { limit: 100, url: page },
      'with a frequent text': { limit: 100, search: FREQUENT_TEXT },
      'with a rare text': { limit: 100, search: RARE_TEXT },
      'with a text that no page has': { limit: 100, search: 'zzzzz' },
      'of a segment': { limit: 100, ...ofSegment },
      'of a segment, with errors, sorted': { limit: 100, filters: 'errors:over:0', sort: 'issues', ...ofSegment },
      'of the issues of a list': {
        issues: Array.from({ length: 20 }, (_, index) => index * 2 + 1).join(','),
        perIssue: 20,
      },
    },
    listIssues: {
      'first page': {},
      'largest page': { limit: 1_000 },
      'in the middle': { offset: Math.floor(lastIssues / 2) },
      'last page': { offset: lastIssues },
      'of a severity': { severity: 'warning' },
      'of a severity, far in': { severity: 'warning', offset: Math.floor(lastIssues / 4) },
      'new ones': { change: 'new' },
      'of the crawl before, too, far in': { change: 'unchanged', offset: Math.floor(lastIssues / 2) },
      'of a type': { type: 'meta_issue' },
      'of a category': { category: 'metaIssues' },
      'of a check': { check: 'title-missing' },
      'of a URL': { url: page },
      'with a frequent text': { search: FREQUENT_TEXT },
      'with a frequent text, far in': { search: FREQUENT_TEXT, offset: Math.floor(lastIssues / 24) },
      'with a rare text': { search: RARE_TEXT },
      'with a text that none has': { search: 'zzzzz' },
      'of a segment': ofSegment,
      'of a segment, far in': { offset: Math.floor(lastIssues / 4), ...ofSegment },
      'of a segment, of a check, with a frequent text': { check: 'title-missing', search: FREQUENT_TEXT, ...ofSegment },
      'of a check, with a rare text': { check: 'title-missing', search: RARE_TEXT },
    },
    issuePages: { '': { issue: issueId } },
    issueChecks: { '': { issue: issueId } },
    issueHistory: { '': { issue: issueId } },
    fixedIssues: { 'first page': {}, 'far in': { offset: Math.floor(issues / 50) } },
    suppressedIssues: { 'first page': {}, 'far in': { offset: Math.floor(issues / 50) } },
  }
  const files: Record<StreamName, Queries> = {
    exportCrawl: {
      'issues as CSV': { part: 'issues' },
      'pages as CSV': { part: 'pages' },
      'issues of a segment as CSV': { part: 'issues', ...ofSegment },
      'affected pages of a segment as CSV': { part: 'affected-pages', ...ofSegment },
      'tickets of a segment as CSV': { part: 'tickets', ...ofSegment },
      'all as JSON': { format: 'json' },
    },
    comparisonFile: { 'pages as CSV': {}, 'all as JSON': { format: 'json' } },
    sitemap: plain,
    report: plain,
    ownReport: 'It is the report with other names on it.',
    openApi: plain,
    docs: plain,
    thumbnail: 'It fetches a picture from the web.',
  }
  const rows = [
    ...namesOf(json).map(name => ({ name, path: endpoints[name].path, queries: json[name] })),
    ...namesOf(files).map(name => ({ name, path: streams[name].path, queries: files[name], isStream: true as const })),
  ]
  return rows.flatMap(({ queries, ...row }) =>
    typeof queries === 'string'
      ? []
      : Object.entries(queries).map(([words, query]) => questionOf(row, { words, query, websiteId: crawl.websiteId })),
  )
}

function questionOf(
  { name, path, isStream }: { name: string; path: string; isStream?: true },
  { words, query, websiteId }: { words: string; query: Query; websiteId: number },
): Question {
  const parameters = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const endpoint = path.replace(':id', String(websiteId))
  return {
    name: words === '' ? name : `${name}, ${words}`,
    path: parameters.size === 0 ? endpoint : `${endpoint}?${parameters}`,
    ...(isStream && { isStream }),
  }
}

function namesOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table).filter((name): name is keyof Table & string => Object.hasOwn(table, name))
}
