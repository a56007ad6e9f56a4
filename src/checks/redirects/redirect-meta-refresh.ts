import { MIN_PAGES_OF_CAUSE } from '#shared/limits.ts'
import type { SiteFacts, UrlListEntry } from '#shared/site-facts.ts'
import { causeKey } from '../cause-key.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { codeEvidence, tableEvidence } from '../evidence.ts'
import { homeOf } from '../targets/rule-findings.ts'
import { declareThresholds } from '../thresholds.ts'
import { type UrlGroup, urlGroups } from '../url-groups.ts'
import { type RefreshingPage, refreshingPages } from './refreshing-pages.ts'

const thresholds = declareThresholds({
  maxDelay: {
    label: 'Maximum delay',
    unit: 's',
    default: 10,
    min: 0,
    max: 3_600,
    explanation: 'A refresh after a longer delay is not treated as a redirect and not reported.',
  },
})

export const redirectMetaRefresh: SiteCheck<typeof thresholds> = {
  id: 'redirect-meta-refresh',
  scope: 'site',
  type: 'redirect',
  severity: 'warning',
  title: 'Meta refresh redirect',
  passedTitle: 'No meta refresh redirect',
  why: 'Search engines treat an instant meta refresh as a redirect, but notice it later than a real one. Visitors see the old page flash, and the back button may not work.',
  fix: 'Return a 301 redirect with the new URL in the Location header instead. If the server cannot, link to the new URL and declare it as canonical.',
  example: {
    before: '<meta http-equiv="refresh" content="0; url=/new">',
    after: 'HTTP/1.1 301 Moved Permanently\nLocation: https://example.com/new',
  },
  sources: [
    {
      title: 'Google: Redirects and Google Search',
      url: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
    },
    { title: 'WCAG technique H76', url: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H76' },
  ],
  thresholds,
  check: findings,
}

async function* findings(
  site: SiteFacts,
  { maxDelay }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const found = (await refreshingPages(site)).flatMap(page => redirectOf(page, maxDelay) ?? [])
  const templates = Map.groupBy(found, ({ template }) => template)
  async function* walk() {
    for (const page of found) {
      const isShared = (templates.get(page.template)?.length ?? 0) >= MIN_PAGES_OF_CAUSE
      yield { ...page, key: isShared ? page.template : page.url }
    }
  }
  for (const group of await urlGroups(walk, { maxGroups: found.length }))
    yield group.total === 1 ? findingOf(group.first, site) : sharedFindingOf(group, site)
}

type Refresh = RefreshingPage['refresh']

interface RefreshRedirect {
  url: string
  refresh: Refresh
  targetUrl: string
  /** The refresh without its target: pages that one template makes have the same. */
  template: string
}

/** Null where the refresh is no redirect to another URL. */
function redirectOf({ url, refresh, loop }: RefreshingPage, maxDelay: number): RefreshRedirect | null {
  // `refresh-loop` reports an endless reload and the pages that lead into it.
  if (refresh.url === null || refresh.url === url || loop.length > 0) return null
  if (refresh.delay < 0 || refresh.delay > maxDelay) return null
  const [beforeTarget = ''] = refresh.raw.split('=')
  return { url, refresh, targetUrl: refresh.url, template: `${refresh.source} ${beforeTarget.trim()}` }
}

function findingOf({ url, refresh, targetUrl, template }: RefreshRedirect, site: SiteFacts): SiteFinding {
  const table = tableEvidence({
    label: 'Refresh',
    columns: ['Source', 'Delay in seconds', 'Target'],
    items: [refresh],
    row: item => [item.source === 'header' ? 'Refresh header' : 'meta tag', item.delay, targetUrl],
  })
  return {
    url,
    affectedUrls: [url],
    message: `${nameOf(refresh)} redirects to another URL after ${refresh.delay} s`,
    details: { sourceUrl: url, targetUrl, causeKeys: [causeOf(template, site)] },
    evidence: [codeEvidence('As written', refresh.raw, refresh.line), table],
  }
}

/** One for the pages of a template, or of a tool that writes a page for each moved URL. */
function sharedFindingOf(
  { first, matches, total, affected }: UrlGroup<RefreshRedirect & UrlListEntry>,
  site: SiteFacts,
): SiteFinding {
  const { url, refresh, targetUrl, template } = first
  const table = tableEvidence({
    label: 'Pages',
    columns: ['URL', 'Target'],
    items: matches,
    row: page => [page.url, page.targetUrl],
    total,
  })
  return {
    url,
    ...affected,
    message: `${nameOf(refresh)} redirects to another URL after ${refresh.delay} s on ${roughCount(total, 'page')}, such as ${url}`,
    details: { sourceUrl: url, targetUrl, causeKeys: [causeOf(template, site)] },
    evidence: [codeEvidence('As written', refresh.raw, refresh.line), table],
  }
}

/** The same for one page and for many: a finding that grows is no new one. */
const causeOf = (template: string, site: SiteFacts): number =>
  causeKey(redirectMetaRefresh.id, { tag: template }, homeOf(site))

const nameOf = ({ source }: Refresh): string => (source === 'header' ? 'Refresh header' : 'Meta refresh')
