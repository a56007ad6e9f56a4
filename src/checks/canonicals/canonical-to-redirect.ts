import type { Evidence } from '#shared/model.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { urlEvidence } from '../evidence.ts'
import { causeSentence, redirectCausesOf } from '../redirects/redirect-cause.ts'
import { referrersOf } from '../targets/referrers.ts'
import {
  canonicalKinds,
  sharedCauseFinding,
  type TargetProblem,
  targetFindings,
  urlFinding,
} from '../targets/target-findings.ts'
import { isSameSite } from '../url-parts.ts'

export const canonicalToRedirect: SiteCheck = {
  id: 'canonical-to-redirect',
  scope: 'site',
  type: 'canonical_issue',
  severity: 'warning',
  title: 'Canonical points to a redirect',
  passedTitle: 'Canonicals point to final URLs',
  why: 'The canonical names one URL and the redirect another, so search engines get two contradictory signals. They may then choose one themselves.',
  fix: 'Use the final URL of the redirect as the canonical.',
  example: {
    before: '<link rel="canonical" href="http://example.com/chairs">',
    after: '<link rel="canonical" href="https://example.com/chairs/">',
  },
  sources: [
    {
      title: 'Google: How to specify a canonical URL',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
    { title: 'RFC 6596: The canonical link relation', url: 'https://www.rfc-editor.org/rfc/rfc6596.html' },
  ],
  check: findings,
}

/** Canonicals gathered for one cause. */
const MAX_FOLDED = 1_000
/** On a smaller site a few pages are most of it. */
const LEAST_SITE_WIDE = 10

/** Canonicals that redirect for one cause. */
interface Fold {
  targets: Target[]
  total: number
}

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const folds = new Map<string, Fold>()
  const targets = each(site.targets({ kinds: canonicalKinds, statusFrom: 300, statusTo: 399 }))
  yield* targetFindings(site, { ...rule, targets: unfolded(targets, folds) })
  for (const fold of folds.values()) yield* foldedFindings(site, fold)
  yield* insecureFindings(site)
}

const rule = { kinds: canonicalKinds, namedHow: 'named by', findProblem }

/** Redirects to another page; those that only normalise the URL are collected by cause: a template makes them all alike. */
async function* unfolded(
  targets: AsyncIterable<Target>,
  folds: Map<string, Fold>,
): AsyncGenerator<Target, void, undefined> {
  for await (const target of targets) {
    if (!endsWell(target)) continue
    const causes = redirectCausesOf(target.url, target.finalUrl)
    if (causes.length === 0 || causes.includes('path')) {
      yield target
      continue
    }
    const fold = folds.get(causes.join()) ?? { targets: [], total: 0 }
    fold.total++
    if (fold.targets.length < MAX_FOLDED) fold.targets.push(target)
    folds.set(causes.join(), fold)
  }
}

function endsWell({ hops, finalStatus, isBotChallenge }: Target): boolean {
  return hops.length > 0 && finalStatus !== null && finalStatus >= 200 && finalStatus < 300 && !isBotChallenge
}

function findProblem(target: Target): TargetProblem {
  const message = `Canonical points to a redirect: ${target.url} redirects to ${target.finalUrl}`
  return { message, evidence: evidenceOf(target) }
}

function evidenceOf(target: Target): Evidence[] {
  return [{ kind: 'hops', label: 'Redirect', hops: target.hops }, urlEvidence('Final URL', target.finalUrl)]
}

async function* foldedFindings(
  site: SiteFacts,
  { targets, total }: Fold,
): AsyncGenerator<SiteFinding, void, undefined> {
  const [first] = targets
  if (!first) return
  if (targets.length === 1) {
    yield* targetFindings(site, { ...rule, targets })
    return
  }
  const cause = causeSentence(redirectCausesOf(first.url, first.finalUrl))
  const finding = await sharedCauseFinding(site, {
    ...rule,
    urls: targets.map(target => target.url),
    problem: {
      message: `Canonical points to a redirect at ${roughCount(total, 'URL')} for the same reason (${cause}), such as ${first.url}`,
      evidence: evidenceOf(first),
      ...((await isSiteWide(site, total)) && { severity: 'error' as const }),
    },
  })
  if (finding) yield finding
}

/** Most pages of a site name such a canonical: then search engines choose the canonicals of the whole site. */
async function isSiteWide(site: SiteFacts, total: number): Promise<boolean> {
  if (total < LEAST_SITE_WIDE) return false
  let pages = 0
  for await (const batch of site.pages()) pages += batch.length
  return total * 2 >= pages
}

/** An https page with an http URL of its own host as canonical, which does not redirect to https. */
async function* insecureFindings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const { homeUrl } = site.crawl
  if (homeUrl === null || !homeUrl.startsWith('https:')) return
  const responding = site.targets({ scope: 'internal', kinds: canonicalKinds, statusFrom: 200, statusTo: 299 })
  for await (const target of each(responding)) {
    if (!target.url.startsWith('http:') || target.hops.length > 0) continue
    const referrers = await referrersOf(site, { url: target.url, kinds: canonicalKinds })
    if (!referrers?.sources.some(source => source.startsWith('https:') && isSameSite(source, target.url))) continue
    const message = `Canonical points from https to http: ${target.url} does not redirect back`
    yield urlFinding({
      url: target.url,
      referrers,
      namedHow: 'named by',
      problem: { message, severity: 'error' },
    })
  }
}
