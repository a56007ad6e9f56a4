import { MAX_EVIDENCE_URLS, MAX_MISSING_PER_TARGET, MAX_NAMED_SOURCES } from '#shared/limits.ts'
import type { Evidence, Place } from '#shared/model.ts'
import { nearestWord } from '#shared/nearest-name.ts'
import type { MissingFragment, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted, roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'
import { referrerDetails, referrerEvidence } from '../targets/referrers.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  /** The same missing fragment on so many pages, linked from the same template element, is a mistake of the template. */
  slipFrom: {
    label: 'Group from',
    unit: 'pages',
    default: 3,
    min: 2,
    max: 1_000,
    explanation:
      'The same missing fragment on at least this many pages, linked from the same template element, is one finding.',
  },
})

export const fragmentLinkBroken: SiteCheck<typeof thresholds> = {
  id: 'fragment-link-broken',
  scope: 'site',
  type: 'broken_link',
  severity: 'info',
  title: 'Broken link: anchor (#fragment) not found',
  passedTitle: 'Links to anchors reach their target',
  why: 'The page opens at the top instead of at the section that the link promises. Readers have to search for it themselves.',
  fix: 'Give the element the id that the link uses, or correct the part of the link after the #. Ids are case-sensitive.',
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
  thresholds,
  check: findings,
}

/** An unrendered app shell has less text than this, and its ids come later, by script. */
const APP_SHELL_BELOW_WORDS = 50
/** Ids named in the message; the table names more. */
const NAMED_IDS = 3
/** Ids of which the nearest are looked for: each is compared with all ids of the page. */
const MAX_COMPARED = 20

/** One finding for each mistake of a template, then one for each linked page. */
async function* findings(
  site: SiteFacts,
  { slipFrom }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const mistakes = new Map<string, MissingFragment[]>()
  for await (const missing of each(site.missingFragments())) {
    if (!(await isChecked(site, missing))) continue
    const [place] = missing.places
    // Links within the text are written page by page: equal paths there are chance.
    const isTemplate = place !== undefined && place.region !== 'main'
    const key = isTemplate ? `${place.path} ${missing.fragment}` : `${missing.targetUrl}#${missing.fragment}`
    const members = mistakes.get(key) ?? []
    members.push(missing)
    mistakes.set(key, members)
  }
  const byTarget = new Map<string, MissingFragment[]>()
  for (const members of mistakes.values()) {
    if (members.length >= slipFrom) yield await templateFinding(site, members)
    else for (const missing of members) addTo(byTarget, missing)
  }
  for (const members of byTarget.values()) yield await targetFinding(site, members)
}

function addTo(byTarget: Map<string, MissingFragment[]>, missing: MissingFragment): void {
  const members = byTarget.get(missing.targetUrl)
  if (members) members.push(missing)
  else byTarget.set(missing.targetUrl, [missing])
}

async function isChecked(site: SiteFacts, { targetUrl, fragment, places }: MissingFragment): Promise<boolean> {
  if (places.length === 0 || !namesPlace(fragment)) return false
  if (SWITCH.test(fragment) && places.every(({ region }) => region !== 'main')) return false
  const page = await site.page(targetUrl)
  return page !== null && (page.isEligible || page.wordCount >= APP_SHELL_BELOW_WORDS)
}

/** `#mobile-menu-toggle`: a script opens and closes a menu by such a link, outside the text. */
const SWITCH = /[-_](?:toggle|open|close)$/i

/**
 * Whether a fragment means an element: `#top` is always there, `#/` and `#!` are routes, `:~:` starts a text directive, and
 * `key=value` speaks to a script or a media player.
 */
function namesPlace(fragment: string): boolean {
  if (fragment === '' || fragment.toLowerCase() === 'top') return false
  return !/^[/!?]/.test(fragment) && !fragment.includes(':~:') && !fragment.includes('=')
}

/** One page and all that links look for on it in vain. */
async function targetFinding(site: SiteFacts, members: readonly MissingFragment[]): Promise<SiteFinding> {
  const [first] = members
  if (first && members.length === 1) return await singleFinding(site, first)
  const { targetUrl = '' } = first ?? {}
  const ids = await site.ids(targetUrl)
  const items = members.map((missing, index) => ({
    ...missing,
    nearest: index < MAX_COMPARED ? nearestIds(missing.fragment, ids) : [],
  }))
  const named = members.slice(0, NAMED_IDS).map(({ fragment }) => `“${fragment}”`)
  const rest = members.length - named.length
  const list = rest > 0 ? [...named, others(rest, members.length)] : named
  const places = members.flatMap(missing => missing.places).slice(0, MAX_NAMED_SOURCES)
  return {
    url: targetUrl,
    message: `Broken link: no elements with the ids ${list.slice(0, -1).join(', ')} and ${list.at(-1)} on ${targetUrl} (fragments of links)`,
    ...(await aboutPlaces(site, {
      targetUrl,
      total: Math.max(...members.map(({ total }) => total)),
      places,
      evidence: [
        tableEvidence({
          label: 'Missing ids',
          columns: ['Missing id', 'Linked from', 'Similar ids on the page'],
          items,
          row: ({ fragment, total, nearest }) => [fragment, counted(total, 'page'), nearest.join(', ')],
        }),
      ],
    })),
  }
}

/** `4 others`; the number is unknown if the facts were cut. */
function others(rest: number, known: number): string {
  return known < MAX_MISSING_PER_TARGET ? roughCount(rest, 'other') : 'many others'
}

async function singleFinding(site: SiteFacts, missing: MissingFragment): Promise<SiteFinding> {
  const { targetUrl, fragment, total } = missing
  const nearest = nearestIds(fragment, await site.ids(targetUrl))
  const hint: Evidence[] = nearest.length === 0 ? [] : [textEvidence('Similar ids on the page', nearest.join(', '))]
  return {
    url: targetUrl,
    message: `Broken link: no element with the id “${fragment}” on ${targetUrl} (fragment of a link on ${roughCount(total, 'page')})`,
    ...(await aboutPlaces(site, { ...missing, targetUrl: withFragment(missing), evidence: hint })),
  }
}

async function templateFinding(site: SiteFacts, members: readonly MissingFragment[]): Promise<SiteFinding> {
  const [first] = members
  const { targetUrl = '', fragment = '' } = first ?? {}
  const places = members.flatMap(member => member.places).slice(0, MAX_NAMED_SOURCES)
  const urls = members.slice(0, MAX_EVIDENCE_URLS).map(member => member.targetUrl)
  return {
    url: targetUrl,
    message: `Broken link: no element with the id “${fragment}” on ${roughCount(members.length, 'page')} linked from the same template element (fragment)`,
    ...(await aboutPlaces(site, {
      targetUrl: withFragment({ targetUrl, fragment }),
      total: members.length,
      places,
      evidence: [{ kind: 'urls', label: 'Pages without the id', urls, total: members.length }],
    })),
  }
}

function withFragment({ targetUrl, fragment }: Pick<MissingFragment, 'targetUrl' | 'fragment'>): string {
  return `${targetUrl}#${encodeURIComponent(fragment)}`
}

interface NamedPlaces {
  targetUrl: string
  total: number
  places: Place[]
  evidence: Evidence[]
}

async function aboutPlaces(site: SiteFacts, { targetUrl, total, places, evidence }: NamedPlaces) {
  const sources = [...new Set(places.map(place => place.sourceUrl))]
  const isInLandmark = places.some(({ region }) => region === 'nav' || region === 'header' || region === 'footer')
  const isHighPriority = isInLandmark || (await hasHighStanding(site, sources))
  const referrers = { total: Math.max(total, sources.length), sources, places, isHighPriority }
  return {
    affectedUrls: sources,
    affectedCount: referrers.total,
    details: { ...referrerDetails(referrers), targetUrl },
    evidence: [...evidence, ...referrerEvidence(referrers)],
  }
}

async function hasHighStanding(site: SiteFacts, sources: readonly string[]): Promise<boolean> {
  return (await site.linkScores(sources)).values().some(standing => standing.isHighPriority)
}

const MAX_SUGGESTIONS = 3
/** Ids that are compared at all: keeps the work of one finding small whatever a page holds. */
const MAX_COMPARED_IDS = 500

/** Up to three ids of a page that are spelled most like the wanted one, the nearest first. */
export function nearestIds(wanted: string, ids: readonly string[]): string[] {
  const known = new Map(ids.slice(0, MAX_COMPARED_IDS).map(id => [comparable(id), id]))
  const nearest: string[] = []
  while (nearest.length < MAX_SUGGESTIONS) {
    const key = nearestWord(comparable(wanted), known.keys())
    const id = key === null ? undefined : known.get(key)
    if (key === null || id === undefined) break
    nearest.push(id)
    known.delete(key)
  }
  return nearest
}

/** Most mistakes are in case and separators: `Getting_Started` for `getting-started`. */
function comparable(id: string): string {
  return id.toLowerCase().replace(/[_\s.]/g, '-')
}
