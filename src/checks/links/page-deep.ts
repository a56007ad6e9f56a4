import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { Severity } from '#shared/model.ts'
import type { FirstInlink, PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { isSentOn } from '../eligible.ts'
import { linkingKinds } from '../targets/target-findings.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  /** The usual advice, which the site structure screen gives, too. */
  mostClicks: {
    label: 'Maximum crawl depth',
    unit: 'clicks',
    default: 3,
    min: 1,
    max: 100,
    explanation: 'A page with a higher crawl depth is reported.',
    atMost: { name: 'warningFromClicks' },
  },
  warningFromClicks: {
    label: 'Warning from',
    unit: 'clicks',
    default: 6,
    min: 1,
    max: 100,
    explanation: 'From this crawl depth on the severity is warning.',
  },
})

export const pageDeep: SiteCheck<typeof thresholds> = {
  id: 'page-deep',
  scope: 'site',
  type: 'link_issue',
  severity: 'info',
  title: 'High crawl depth',
  passedTitle: 'Pages have a low crawl depth',
  why: 'Few visitors click that far, and search engines consider pages far from the start page less important and crawl them less often.',
  fix: 'Link to the page from a page closer to the start page: a category, a hub page, a list of the best or newest.',
  example: {
    before: 'Start → Archive → 2019 → May → Page 4 → the page',
    after: 'Start → Guides → the page',
  },
  sources: [
    {
      title: 'Google: Link best practices',
      url: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
    },
    {
      title: 'Google: Site structure of e-commerce sites',
      url: 'https://developers.google.com/search/docs/specialty/ecommerce/help-google-understand-your-ecommerce-site-structure',
    },
  ],
  thresholds,
  check: findings,
}

async function* findings(
  site: SiteFacts,
  { mostClicks, warningFromClicks }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const clicksSaved = (await isStartSentOn(site)) ? 1 : 0
  const paths = new ShortestPaths(site)
  for await (const pages of site.pages()) {
    const deep = pages.filter(page => page.isEligible && page.depth - clicksSaved > mostClicks)
    await paths.prepare(deep)
    for (const page of deep) {
      const clicks = page.depth - clicksSaved
      const severity = clicks >= warningFromClicks ? 'warning' : 'info'
      yield* finding(page, { clicks, severity, path: paths.of(page) })
    }
  }
}

function* finding(
  page: PageSummary,
  { clicks, severity, path }: { clicks: number; severity: Severity; path: string[] },
): Generator<SiteFinding, void, undefined> {
  const source = path.at(-2)
  if (source === undefined) return
  yield {
    url: page.url,
    message: `High crawl depth: ${counted(clicks, 'click')} from the start page to ${page.url}`,
    severity,
    affectedUrls: [page.url],
    details: {
      sourceUrl: source,
      directReferrer: source,
      referringSources: [source],
      highPrioritySource: false,
      targetUrl: page.url,
    },
    evidence: [{ kind: 'urls', label: 'Shortest path', urls: path, total: pathTotal(page, path) }],
  }
}

/** A start page that redirects at once costs no click. */
async function isStartSentOn(site: SiteFacts): Promise<boolean> {
  const home = await site.factsOf(site.crawl.homeUrl ?? site.crawl.seedUrl)
  return home !== null && home.depth === 0 && isSentOn(home)
}

/** A path may be as long as the site is large; then its end is shown. */
function pathTotal({ depth }: PageSummary, path: readonly string[]): number {
  return path.length < MAX_EVIDENCE_URLS ? path.length : depth + 1
}

/** Sources kept in mind: most pages are found from few others, and those of one depth stand together. */
const MAX_KNOWN_SOURCES = 20_000

/**
 * From the start to the page. Pages are numbered in order of their distance from the start, so the first source of a page is
 * one of the nearest; a path that comes in by a redirect begins where it can be followed no further.
 */
class ShortestPaths {
  readonly #site: SiteFacts
  /** The first source of a page, null for one without. */
  readonly #known = new Map<string, FirstInlink | null>()

  constructor(site: SiteFacts) {
    this.#site = site
  }

  /** Loads the sources on the paths of these pages, one step of all paths at a time. */
  async prepare(pages: readonly PageSummary[]): Promise<void> {
    const surplus = this.#known.size - MAX_KNOWN_SOURCES
    for (const url of [...this.#known.keys()].slice(0, Math.max(0, surplus))) this.#known.delete(url)
    for (;;) {
      const unknown = new Set(pages.flatMap(page => this.#follow(page).unknown ?? []))
      if (unknown.size === 0) return
      const found = await this.#site.firstInlinks([...unknown], linkingKinds)
      for (const url of unknown) this.#known.set(url, found.get(url) ?? null)
    }
  }

  of(page: PageSummary): string[] {
    return this.#follow(page).path
  }

  /** The known part of the path; `unknown` is the page whose source has to be loaded. */
  #follow({ url, depth }: PageSummary): { path: string[]; unknown?: string } {
    const path = [url]
    let current = url
    for (let distance = depth; distance > 0 && path.length < MAX_EVIDENCE_URLS; distance--) {
      const nearest = this.#known.get(current)
      if (nearest === undefined) return { path, unknown: current }
      if (nearest === null || nearest.sourceDepth >= distance) break
      current = nearest.sourceUrl
      path.push(current)
    }
    return { path: path.reverse() }
  }
}
