import type { LinkFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck, linkIdentity } from '../element-check.ts'
import { linkSource, tableEvidence } from '../evidence.ts'
import { isOnSiteOf } from '../url-parts.ts'

export const urlTrackingInternal = elementCheck<TrackedLink>({
  id: 'url-tracking-internal',
  type: 'url_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Internal links with tracking parameters',
  passedTitle: 'No internal links with tracking parameters',
  why: 'Tracking parameters are meant for links from other sites. On internal links they overwrite the source of the visit, and every page gets a second URL.',
  fix: 'Remove the parameters from the links. To measure clicks within the website, use events of the analytics tool.',
  example: { before: '<a href="/prices?utm_source=menu">', after: '<a href="/prices">' },
  sources: [
    {
      title: 'Google: URL structure',
      url: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    },
  ],
  elements: page => {
    const tracked: TrackedLink[] = []
    for (const link of page.links) {
      if (link.kind !== 'anchor' && link.kind !== 'area') continue
      const parameter = trackingParameter(link)
      if (parameter === null || link.url === page.url || !isOnSiteOf(link.url, page)) continue
      tracked.push({ link, parameter })
    }
    return tracked
  },
  identify: ({ link }) => linkIdentity(link),
  finding: (tracked, { page }) => {
    const table = tableEvidence({
      label: 'Links',
      columns: ['Target', 'Parameter', 'Text', 'Line', 'Element'],
      items: tracked,
      row: ({ link, parameter }) => [link.url, parameter, link.text, link.line, link.path],
    })
    const verb = tracked.length === 1 ? 'has' : 'have'
    const message = `${counted(tracked.length, 'internal link')} ${verb} tracking parameters (${tracked[0].parameter})`
    return { message, details: linkSource(page), evidence: [table] }
  },
})

interface TrackedLink {
  link: LinkFact
  parameter: string
}

function trackingParameter(link: LinkFact): string | null {
  const query = link.url.indexOf('?')
  if (query === -1) return null
  if (!PERHAPS_TRACKER.test(link.url)) return null
  for (const name of new URLSearchParams(link.url.slice(query)).keys()) {
    const lower = name.toLowerCase()
    if (lower.startsWith('utm_') || trackers.has(lower)) return name.slice(0, 60)
  }
  return null
}

/** A part of each of the names, or what may stand for a character of them. */
const PERHAPS_TRACKER = /utm_|cl(?:id|kid)|gclsrc|braid|igshid|li_fat_id|mc_[ce]id|_hs(?:enc|mi)|%/i

/** Click and campaign ids of advertising, mail and social networks; none of them chooses what a page shows. */
const trackers: ReadonlySet<string> = new Set([
  'gclid',
  'gclsrc',
  'gbraid',
  'wbraid',
  'dclid',
  'fbclid',
  'msclkid',
  'yclid',
  'ttclid',
  'twclid',
  'igshid',
  'li_fat_id',
  'mc_cid',
  'mc_eid',
  '_hsenc',
  '_hsmi',
])
