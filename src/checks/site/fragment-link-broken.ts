import { MAX_EVIDENCE_URLS, MAX_IDS_PER_PAGE } from '#shared/limits.ts'
import type { Evidence, Place } from '#shared/model.ts'
import type { MissingFragment, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { textEvidence } from '../evidence.ts'
import { each } from './each.ts'
import { nearestIds } from './nearest-ids.ts'
import { referrerDetails, referrerEvidence } from './referrers.ts'

export const fragmentLinkBroken: SiteCheck = {
  id: 'fragment-link-broken',
  scope: 'site',
  type: 'broken_link',
  severity: 'info',
  title: 'Broken link: fragment without a place on the page',
  passedTitle: 'Links to a place on a page arrive there',
  why: 'The page opens, but at its top instead of at the place that the link promises. Readers have to search for it themselves.',
  fix: 'Give the element the id that the link names, or correct the part of the link after the number sign. Ids are compared letter by letter, upper and lower case included.',
  example: {
    before: '<a href="/help#Returns">…</a> <h2 id="returns">',
    after: '<a href="/help#returns">…</a> <h2 id="returns">',
  },
  sources: [
    {
      title: 'HTML: Scrolling to a fragment',
      url: 'https://html.spec.whatwg.org/multipage/browsing-the-web.html#scrolling-to-a-fragment',
    },
  ],
  check: findings,
}

/** The same fragment missing from so many pages, linked from the same place of the template, is one cause. */
const TEMPLATE_SLIP_FROM = 3
/** An unrendered app shell has less text than this, and its ids come later, by script. */
const APP_SHELL_BELOW_WORDS = 50
/** Distinct template places remembered at once. */
const MAX_SLIPS = 100_000

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const slips = await countSlips(site)
  const gathered = new Map<string, MissingFragment[]>()
  for await (const missing of provenMissing(site)) {
    const key = slipKey(missing)
    if ((slips.get(key) ?? 0) < TEMPLATE_SLIP_FROM) {
      yield await singleFinding(site, missing)
      continue
    }
    const members = gathered.get(key) ?? []
    if (members.length < MAX_EVIDENCE_URLS) members.push({ ...missing, places: missing.places.slice(0, 1) })
    gathered.set(key, members)
  }
  for (const [key, members] of gathered) yield slipFinding(members, slips.get(key) ?? members.length)
}

async function countSlips(site: SiteFacts): Promise<Map<string, number>> {
  const slips = new Map<string, number>()
  for await (const missing of provenMissing(site)) {
    const key = slipKey(missing)
    const count = slips.get(key)
    if (count !== undefined || slips.size < MAX_SLIPS) slips.set(key, (count ?? 0) + 1)
  }
  return slips
}

function slipKey({ fragment, places }: MissingFragment): string {
  return `${places[0]?.path ?? ''} ${fragment}`
}

/** Missing fragments that name a place on a page whose ids are all known. Those of one target come together, so it is looked up once. */
async function* provenMissing(site: SiteFacts): AsyncGenerator<MissingFragment, void, undefined> {
  let last = { url: '', isKnown: false }
  for await (const missing of each(site.missingFragments())) {
    if (missing.places.length === 0 || !namesPlace(missing.fragment)) continue
    if (last.url !== missing.targetUrl)
      last = { url: missing.targetUrl, isKnown: await knowsAllIds(site, missing.targetUrl) }
    if (last.isKnown) yield missing
  }
}

/**
 * Whether a fragment means an element: `#top` is always there, `#/` and `#!` are routes, `:~:` starts a text directive, and
 * `key=value` speaks to a script or a media player.
 */
function namesPlace(fragment: string): boolean {
  if (fragment === '' || fragment.toLowerCase() === 'top') return false
  return !/^[/!?]/.test(fragment) && !fragment.includes(':~:') && !fragment.includes('=')
}

async function knowsAllIds(site: SiteFacts, url: string): Promise<boolean> {
  const page = await site.page(url)
  if (page === null) return false
  const mayBeAppShell = !page.isEligible && page.wordCount < APP_SHELL_BELOW_WORDS
  return !mayBeAppShell && (await site.ids(url)).length < MAX_IDS_PER_PAGE
}

async function singleFinding(site: SiteFacts, missing: MissingFragment): Promise<SiteFinding> {
  const { targetUrl, fragment, total, places } = missing
  const nearest = nearestIds(fragment, await site.ids(targetUrl))
  const hint: Evidence[] = nearest.length === 0 ? [] : [textEvidence('Nearest ids on the page', nearest.join(', '))]
  return {
    url: targetUrl,
    message: `Broken link: no element with the id “${fragment}” on ${targetUrl} (fragment of a link on ${counted(total, 'page')})`,
    ...aboutPlaces(`${targetUrl}#${encodeURIComponent(fragment)}`, { total, places }, hint),
  }
}

function slipFinding(members: readonly MissingFragment[], total: number): SiteFinding {
  const [first] = members
  const { targetUrl = '', fragment = '' } = first ?? {}
  const places = members.flatMap(member => member.places)
  const urls = members.map(member => member.targetUrl)
  return {
    url: targetUrl,
    message: `Broken link: no element with the id “${fragment}” on ${counted(total, 'page')} that the same place of the template links to (fragment)`,
    ...aboutPlaces(`${targetUrl}#${encodeURIComponent(fragment)}`, { total, places }, [
      { kind: 'urls', label: 'Pages without the id', urls, total },
    ]),
  }
}

function aboutPlaces(targetUrl: string, { total, places }: { total: number; places: Place[] }, evidence: Evidence[]) {
  const sources = [...new Set(places.map(place => place.sourceUrl))]
  const isHighPriority = places.some(({ region }) => region === 'nav' || region === 'header' || region === 'footer')
  const referrers = { total, sources, places, isHighPriority }
  return {
    affectedUrls: sources,
    affectedCount: Math.max(total, sources.length),
    details: { ...referrerDetails(referrers), targetUrl },
    evidence: [...evidence, ...referrerEvidence(referrers)],
  }
}
