import { registrableDomain } from '#checks/url-parts.ts'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import { crawlScope, folderOf } from '#shared/crawl-scope.ts'
import { parameterDropper } from '#shared/dropped-parameters.ts'
import type { SkipReason } from '#shared/model.ts'
import type { PreviewedUrl } from '#shared/previewed-urls.ts'
import { PRODUCT_TOKEN } from '#shared/robots-test.ts'
import { siteMatcher } from '#shared/site-hosts.ts'
import { startPageUrls } from '#shared/start-pages.ts'
import { requestRefusal } from './request-refusal.ts'
import type { RobotsFile } from './robots/robots-file.ts'

/** What a crawl with these options would do with URLs, decided by the code of crawls. Only robots.txt is requested. */
export interface PreviewRequest {
  startUrl: string
  options: Pick<
    CrawlOptions,
    | 'include'
    | 'isSitemapOnly'
    | 'startPages'
    | 'subdomains'
    | 'exclude'
    | 'isFolderOnly'
    | 'maxDepth'
    | 'dropParameters'
    | 'obeysRobots'
    | 'probesExternal'
  >
  /** Normalised. */
  urls: readonly string[]
  /** Crawl depths as far as they are known. */
  depths: ReadonlyMap<string, number>
  fetchRobots(origin: string): Promise<RobotsFile>
  /** Computes when it is the caller's turn; absent: at once. */
  inTurn?<T>(compute: () => Promise<T>): Promise<T>
  /** Called before each URL: rules and URLs together may take some seconds. */
  pause?(): Promise<void>
}

export interface ScopePreview {
  /** Those that were fetched, in order of their first URL; that of the start URL first. */
  robotsFiles: RobotsFile[]
  /** As robots.txt of the start URL sets it; null where it sets none, or is not obeyed. */
  crawlDelaySeconds: number | null
  urls: PreviewedUrl[]
}

/** One host has four: with and without `www.`, over http and https. */
const MAX_ORIGINS = 20

export async function previewScope(request: PreviewRequest): Promise<ScopePreview> {
  const { options } = request
  const drop = parameterDropper(options, request.startUrl)
  const startUrl = drop(request.startUrl)
  const isOwn = siteMatcher(startUrl, options.subdomains)
  const startPages = new Set(startPageUrls(options, startUrl).map(drop))
  const own = request.urls.map(drop).filter(isOwn)
  const origins = [...new Set([startUrl, ...own].map(url => new URL(url).origin))].slice(0, MAX_ORIGINS)
  const robotsFiles = options.obeysRobots ? await Promise.all(origins.map(request.fetchRobots)) : []
  const fileOf = new Map(robotsFiles.map(file => [new URL(file.url).origin, file]))
  const robotsTest = (url: string) => fileOf.get(new URL(url).origin)?.test(url, PRODUCT_TOKEN)
  const rules = {
    scope: crawlScope(options, startUrl),
    robots: options.obeysRobots ? { check: (url: string) => robotsTest(url) ?? { isAllowed: true } } : null,
  }
  const ruleOf = (reason: SkipReason, url: string): string => {
    if (reason === 'excluded') return rules.scope.excludedBy(url) ?? ''
    if (reason === 'outside-folder') return folderOf(startUrl)
    if (reason === 'beyond-depth') return String(options.maxDepth)
    if (reason !== 'robots') return ''
    const test = robotsTest(url)
    return test?.line == null ? (fileOf.get(new URL(url).origin)?.note ?? '') : `line ${test.line}: ${test.rule}`
  }
  const previewOf = (given: string): PreviewedUrl => {
    const url = drop(given)
    const isSeed = url === startUrl
    const isStart = isSeed || startPages.has(url)
    const depth = isSeed ? 0 : (request.depths.get(url) ?? null)
    const isExternal = !isOwn(url)
    const shown = { url: given, requestedUrl: url, depth }
    const refused = requestRefusal({ url, isExternal, isSeed }, rules)
    if (refused !== null) return { ...shown, result: 'not-requested', reason: refused, rule: ruleOf(refused, url) }
    if (isExternal)
      return {
        ...shown,
        result: options.probesExternal ? 'status-only' : 'not-requested',
        reason: 'scope',
        rule: isSubdomainOf(url, startUrl) ? `the crawl has no subdomain ${new URL(url).host}` : '',
      }
    // A depth that is not known keeps no page out here: it is shown as not known.
    const outside = isStart ? null : rules.scope.outOfScope({ url, depth: depth ?? 0, isInSitemap: false })
    if (outside !== null) return { ...shown, result: 'status-only', reason: outside, rule: ruleOf(outside, url) }
    const rule = options.isSitemapOnly && !isStart ? 'if a sitemap lists it' : ''
    return { ...shown, result: 'visited', reason: null, rule }
  }
  const { inTurn = compute => compute(), pause = async () => {} } = request
  const urls = await inTurn(async () => {
    const previewed: PreviewedUrl[] = []
    for (const url of request.urls) {
      await pause()
      previewed.push(previewOf(url))
    }
    return previewed
  })
  return { robotsFiles, crawlDelaySeconds: robotsFiles[0]?.crawlDelaySeconds(PRODUCT_TOKEN) ?? null, urls }
}

function isSubdomainOf(url: string, siteUrl: string): boolean {
  const domain = registrableDomain(siteUrl)
  return domain !== null && registrableDomain(url) === domain
}
