import { isErrorTarget } from '#shared/certainty.ts'
import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { KeptFacts, SiteFacts } from '#shared/site-facts.ts'
import { normalizeUrl } from '#shared/url.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { tableEvidence } from '../evidence.ts'
import { type Breadcrumb, breadcrumbFault, breadcrumbsOf } from './breadcrumbs.ts'
import { unknownNames } from './structured-data-unknown.ts'
import { structuredNodes } from './structured-nodes.ts'

export const structuredDataBreadcrumbInvalid: SiteCheck = {
  id: 'structured-data-breadcrumb-invalid',
  scope: 'site',
  type: 'structured_data_issue',
  severity: 'warning',
  title: 'Invalid breadcrumb structured data',
  passedTitle: 'Breadcrumb structured data is valid',
  why: 'Search engines show a breadcrumb trail in the result if they can read the list. With wrong positions or missing URLs they show the plain URL instead.',
  fix: 'Number the positions from 1 without gaps, and give every item except the last the absolute URL of an existing page.',
  example: {
    before: '{ "@type": "ListItem", "position": 0, "name": "Home" }',
    after: '{ "@type": "ListItem", "position": 1, "name": "Home", "item": "https://example.com/" }',
  },
  sources: [
    {
      title: 'Google: Breadcrumb (BreadcrumbList) structured data',
      url: 'https://developers.google.com/search/docs/appearance/structured-data/breadcrumb',
    },
  ],
  check: findings,
}

interface Kind {
  /** The list of the first page. */
  breadcrumb: Breadcrumb
  urls: string[]
  total: number
  /** The page that was counted last, also where it is not among the URLs. */
  lastUrl: string | null
}

/** Maximum number of item URLs that are looked up; items repeat from page to page. */
const MAX_STEPS = 10_000

/** A template generates the lists of all its pages, so each problem is one finding with its pages. */
async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const kinds = new Map<string, Kind>()
  const lost = new Map<string, Kind>()
  const known = new Map<string, boolean>()
  async function* walk() {
    for await (const facts of each(site.facts({ having: 'breadcrumbs' }))) {
      const { url } = facts
      for (const breadcrumb of facts.isBotChallenge ? [] : breadcrumbsOf(facts)) {
        const fault = breadcrumbFault(breadcrumb)
        if (fault !== null && !hasUnknownName(breadcrumb, facts))
          yield { key: `fault ${fault}`, url, breadcrumb, kinds, of: fault }
        for (const step of new Set(stepsOf(breadcrumb, facts))) {
          if (await isLost(site, { url: step, known }))
            yield { key: `step ${step}`, url, breadcrumb, kinds: lost, of: step }
        }
      }
    }
  }
  for await (const { url, breadcrumb, kinds: among, of } of walk()) note(among, { key: of, breadcrumb, url })
  for (const [fault, kind] of kinds)
    yield {
      ...findingOf(kind, `Invalid breadcrumb structured data: ${fault}`),
      list: { key: `fault ${fault}`, walk },
    }
  for (const [url, kind] of lost) {
    yield {
      ...findingOf(kind, `Breadcrumb structured data links to an error page: ${url}`),
      list: { key: `step ${url}`, walk },
      details: { targetUrl: url },
    }
  }
}

/** `structured-data-unknown` reports it, and what seems to be missing may stand under that name. */
function hasUnknownName({ path, syntax }: Breadcrumb, facts: KeptFacts): boolean {
  return structuredNodes(facts).some(
    node => node.syntax === syntax && node.path.startsWith(path) && unknownNames(node).length > 0,
  )
}

function note(
  kinds: Map<string, Kind>,
  { key, breadcrumb, url }: { key: string; breadcrumb: Breadcrumb; url: string },
) {
  const kind = kinds.get(key) ?? { breadcrumb, urls: [], total: 0, lastUrl: null }
  if (kind.lastUrl === url) return
  kind.lastUrl = url
  kind.total++
  if (kind.urls.length < MAX_EVIDENCE_URLS) kind.urls.push(url)
  kinds.set(key, kind)
}

function stepsOf(breadcrumb: Breadcrumb, { baseUrl }: KeptFacts): string[] {
  return breadcrumb.steps.flatMap(step => (step.url === null ? [] : (normalizeUrl(step.url, baseUrl) ?? [])))
}

async function isLost(site: SiteFacts, { url, known }: { url: string; known: Map<string, boolean> }): Promise<boolean> {
  const isKnownLost = known.get(url)
  if (isKnownLost !== undefined) return isKnownLost
  if (known.size >= MAX_STEPS) return false
  const target = await site.target(url)
  const isTargetLost = target !== null && isErrorTarget(target)
  known.set(url, isTargetLost)
  return isTargetLost
}

function findingOf({ breadcrumb, urls, total }: Kind, message: string): SiteFinding {
  const [first = ''] = urls
  return {
    url: first,
    message: `${message} (on ${roughCount(total, 'page')})`,
    affectedUrls: urls,
    affectedCount: total,
    evidence: [
      tableEvidence({
        label: `Breadcrumbs of ${first} (${breadcrumb.syntax})`,
        columns: ['Position', 'Name', 'URL'],
        items: breadcrumb.steps,
        row: ({ position, name, url }) => [position, name, url ?? 'absent'],
      }),
      { kind: 'urls', label: 'Pages', urls, total },
    ],
  }
}
