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
  { clicks, severity, path }: { clicks: number; severity: Severity; path: Path },
): Generator<SiteFinding, void, undefined> {
  const { source, urls, isWhole } = path
  if (source === null) return
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
    evidence: [
      {
        kind: 'urls',
        label: isWhole ? 'Shortest path' : 'End of the shortest path',
        urls,
        total: Math.max(urls.length, page.depth + 1),
      },
    ],
  }
}

/** A start page that redirects at once costs no click. */
async function isStartSentOn(site: SiteFacts): Promise<boolean> {
  const home = await site.factsOf(site.crawl.homeUrl ?? site.crawl.seedUrl)
  return home !== null && home.depth === 0 && isSentOn(home)
}

/** Sources kept in mind: most pages are found from few others, and those of one depth stand together. */
const MAX_KNOWN_SOURCES = 20_000

interface Path {
  /** A path may be as long as the site is large; then its end is shown. */
  urls: string[]
  isWhole: boolean
  /** The last page that links on; null for a page that no link leads to. */
  source: string | null
}

interface Step {
  url: string
  depth: number
  isRedirect: boolean
}

/** Links, and the language versions that a page names, which are crawled as links are. */
const STEP_KINDS = [...linkingKinds, 'alternate'] as const

/**
 * From the start to the page. Pages are numbered in order of their distance from the start, so the first source of a page is one of the nearest.
 * A redirect is a step that costs no click.
 */
class ShortestPaths {
  readonly #site: SiteFacts
  /** The step before a page, null for one without. */
  readonly #known = new Map<string, Step | null>()

  constructor(site: SiteFacts) {
    this.#site = site
  }

  /** Loads the sources on the paths of these pages, one step of all paths at a time. */
  async prepare(pages: readonly PageSummary[]): Promise<void> {
    const surplus = this.#known.size - MAX_KNOWN_SOURCES
    for (const url of [...this.#known.keys()].slice(0, Math.max(0, surplus))) this.#known.delete(url)
    for (;;) {
      const unknown = new Map(
        pages.flatMap(page => this.#follow(page).unknown ?? []).map(({ url, depth }) => [url, depth]),
      )
      if (unknown.size === 0) return
      await this.#load(unknown)
    }
  }

  of(page: PageSummary): Path {
    return this.#follow(page).path
  }

  async #load(depths: ReadonlyMap<string, number>): Promise<void> {
    const linking = await this.#site.firstInlinks([...depths.keys()], STEP_KINDS)
    const isNearer = (url: string) => (linking.get(url)?.sourceDepth ?? Infinity) < (depths.get(url) ?? 0)
    const rest = [...depths.keys()].filter(url => !isNearer(url))
    const redirecting =
      rest.length > 0 ? await this.#site.firstInlinks(rest, ['redirect']) : new Map<string, FirstInlink>()
    for (const [url, depth] of depths) {
      const [link, redirect] = [linking.get(url), redirecting.get(url)]
      if (link && link.sourceDepth < depth)
        this.#known.set(url, { url: link.sourceUrl, depth: link.sourceDepth, isRedirect: false })
      else if (redirect && redirect.sourceDepth <= depth)
        this.#known.set(url, { url: redirect.sourceUrl, depth: redirect.sourceDepth, isRedirect: true })
      else this.#known.set(url, null)
    }
  }

  /** The known part of the path; `unknown` is the page whose source has to be loaded. */
  #follow({ url, depth }: PageSummary): { path: Path; unknown?: { url: string; depth: number } } {
    const urls = [url]
    let current = { url, depth }
    let source: string | null = null
    let unknown: { url: string; depth: number } | undefined
    while (current.depth > 0 && urls.length < MAX_EVIDENCE_URLS) {
      const step = this.#known.get(current.url)
      if (step === undefined) unknown = current
      // Redirects of one depth may lead round.
      if (!step || (step.depth === current.depth && urls.includes(step.url))) break
      if (!step.isRedirect) source ??= step.url
      current = step
      urls.push(step.url)
    }
    const path = { urls: urls.reverse(), isWhole: current.depth === 0 || urls.length >= MAX_EVIDENCE_URLS, source }
    return unknown ? { path, unknown } : { path }
  }
}
