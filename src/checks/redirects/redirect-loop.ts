import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { Hop } from '#shared/model.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import { normalizeUrl } from '#shared/url.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted, roughCount } from '../counted.ts'
import { referrerDetails, referrerEvidence, referrersOfAll } from '../targets/referrers.ts'
import { linkingKinds, redirectingTargets } from '../targets/target-findings.ts'
import { redirectResult } from './redirect-result.ts'

export const redirectLoop: SiteCheck = {
  id: 'redirect-loop',
  scope: 'site',
  type: 'redirect',
  severity: 'error',
  title: 'Redirect loop',
  passedTitle: 'No redirect loops',
  why: 'The redirects lead back to where they started, so the browser gives up and shows an error. No one can reach the page, and search engines drop it.',
  fix: 'Decide which URL of the loop is the right one and remove the rule that redirects it. Often two rules undo each other: one adds a slash, https or www, the other removes it.',
  example: { before: '/a → /a/ and /a/ → /a', after: '/a → /a/' },
  sources: [
    { title: 'RFC 9110, 15.4: Redirection 3xx', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4' },
    {
      title: 'Google: Redirects and Google Search',
      url: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
    },
  ],
  check: findings,
}

interface Circle {
  hops: Hop[]
  /** Linked URLs that lead into the loop, including its own. */
  entrances: string[]
}

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const circles = new Map<string, Circle>()
  for await (const target of redirectingTargets(site)) {
    if (redirectResult(target)?.kind !== 'loop') continue
    const hops = circleOf(target)
    // A URL redirects to one other URL, so loops share none, and the smallest one identifies the loop.
    const [name = target.url] = hops.map(hop => hop.url).sort()
    const circle = circles.get(name) ?? { hops, entrances: [] }
    if (circle.entrances.length < MAX_EVIDENCE_URLS) circle.entrances.push(target.url)
    circles.set(name, circle)
  }
  for (const circle of circles.values()) {
    const finding = await findingOf(site, circle)
    if (finding) yield finding
  }
}

/** The hops from the first repeated URL on; all of them if none is repeated. */
function circleOf({ hops, finalUrl }: Target): Hop[] {
  const last = hops.at(-1)
  const again = [normalizeUrl(last?.location ?? ''), finalUrl].find(url => hops.some(hop => hop.url === url))
  const start = hops.findIndex(hop => hop.url === again)
  return start < 0 ? hops : hops.slice(start)
}

async function findingOf(site: SiteFacts, { hops, entrances }: Circle): Promise<SiteFinding | null> {
  const members = new Set(hops.map(hop => hop.url))
  const linked = entrances.filter(url => members.has(url)).sort()
  const [url] = linked.length > 0 ? linked : entrances.toSorted()
  const referrers = await referrersOfAll(site, { urls: entrances, kinds: linkingKinds })
  if (url === undefined || referrers === null) return null
  const [first] = hops
  const size = counted(hops.length, 'hop')
  const path = members.has(url) ? `redirects back to itself after ${size}` : `redirects into a loop of ${size}`
  return {
    url,
    message: `Redirect loop: ${url} ${path} (linked from ${roughCount(referrers.total, 'page')})`,
    affectedUrls: referrers.sources,
    affectedCount: referrers.total,
    details: { ...referrerDetails(referrers), targetUrl: url, ...(first ? { statusCode: first.status } : {}) },
    evidence: [
      { kind: 'hops', label: 'Redirect loop', hops },
      { kind: 'urls', label: 'Linked URLs that redirect into the loop', urls: entrances, total: entrances.length },
      ...referrerEvidence(referrers),
    ],
  }
}
