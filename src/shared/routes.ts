import { sharePrefix } from './sharing.ts'

/**
 * The screens and their URLs (specification, section 2). The server responds to each of them with a document and everything
 * else with 404; the browser picks the screen by the same table; links are built here and nowhere else.
 */
export const screenNames = [
  'landing',
  'dashboard',
  'changes',
  'issues-by-check',
  'errors',
  'warnings',
  'passed',
  'broken-links',
  'meta-data',
  'redirects',
  'duplicates',
  'site-structure',
  'pages-list',
  'not-crawled',
  'languages',
  'segments',
  'robots-tester',
  'visits',
  'readiness',
  'image-issues',
  'page-insights',
  'settings',
  'help',
  'projects',
  'operations',
  'users',
  'not-found',
] as const
export type ScreenName = (typeof screenNames)[number]

/** First path segment to screen; aliases render the same screen. `takesId`: `/{segment}/{websiteId}` exists as well. */
const routeTable: Record<string, { screen: ScreenName; takesId: boolean }> = {
  dashboard: { screen: 'dashboard', takesId: true },
  changes: { screen: 'changes', takesId: true },
  'issues-by-check': { screen: 'issues-by-check', takesId: true },
  errors: { screen: 'errors', takesId: true },
  warnings: { screen: 'warnings', takesId: true },
  passed: { screen: 'passed', takesId: true },
  'broken-links': { screen: 'broken-links', takesId: true },
  'meta-data': { screen: 'meta-data', takesId: true },
  'meta-issues': { screen: 'meta-data', takesId: true },
  redirects: { screen: 'redirects', takesId: true },
  duplicates: { screen: 'duplicates', takesId: true },
  'site-structure': { screen: 'site-structure', takesId: true },
  'pages-list': { screen: 'pages-list', takesId: true },
  pages: { screen: 'pages-list', takesId: true },
  'not-crawled': { screen: 'not-crawled', takesId: true },
  languages: { screen: 'languages', takesId: true },
  segments: { screen: 'segments', takesId: true },
  'robots-tester': { screen: 'robots-tester', takesId: true },
  visits: { screen: 'visits', takesId: true },
  readiness: { screen: 'readiness', takesId: true },
  'image-issues': { screen: 'image-issues', takesId: true },
  'missing-alt-tags': { screen: 'image-issues', takesId: true },
  'page-alt-tags': { screen: 'image-issues', takesId: true },
  'page-insights': { screen: 'page-insights', takesId: true },
  settings: { screen: 'settings', takesId: false },
  help: { screen: 'help', takesId: false },
  projects: { screen: 'projects', takesId: false },
  operations: { screen: 'operations', takesId: false },
  users: { screen: 'users', takesId: false },
}

export interface MatchedRoute {
  screen: ScreenName
  /** Website id of the path, null when there is none. */
  websiteId: number | null
}

const screensWithWebsite = new Set(Object.values(routeTable).map(({ screen, takesId }) => (takesId ? screen : null)))

/** Whether the screen is about one website, with or without its id in the path. */
export function isAboutWebsite(screen: ScreenName): boolean {
  return screensWithWebsite.has(screen)
}

/** The share link below which the document is; '' outside of links. */
let documentPrefix = ''

/** Makes all URLs of the document those of the share link that it is below, if it is. Called once, when the document starts. */
export function startBelow(pathname: string): void {
  documentPrefix = sharePrefix(pathname)
}

/** A path of this server as the document has to request it. */
export function documentPath(path: string): string {
  return documentPrefix + path
}

/** The screen of a path, also below a share link; 'not-found' for every other path. A trailing slash is no different path. */
export function matchRoute(pathname: string): MatchedRoute {
  const segments = pathname.slice(sharePrefix(pathname).length).split('/').filter(Boolean)
  if (segments.length === 0) return { screen: 'landing', websiteId: null }
  const [first = '', second, ...rest] = segments
  const route = Object.hasOwn(routeTable, first) ? routeTable[first] : undefined
  if (!route || rest.length > 0) return { screen: 'not-found', websiteId: null }
  if (second === undefined) return { screen: route.screen, websiteId: null }
  const websiteId = route.takesId ? idNumber(second) : null
  return websiteId === null ? { screen: 'not-found', websiteId } : { screen: route.screen, websiteId }
}

const DIGITS = /^[0-9]+$/

/** An id from the URL, of its path or query; null for anything else. */
export function idNumber(text: string): number | null {
  const id = DIGITS.test(text) ? Number(text) : 0
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** URL of a screen for a website, with query parameters; undefined and empty values are omitted. */
export function hrefTo(
  screen: Exclude<ScreenName, 'not-found'>,
  websiteId?: number | null,
  query: Record<string, string | number | undefined> = {},
): string {
  const path = documentPath(screen === 'landing' ? '/' : `/${screen}${websiteId == null ? '' : `/${websiteId}`}`)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value))
  return search.size === 0 ? path : `${path}?${search}`
}
