import { isGone, isServerError } from '#shared/http-status.ts'
import type { Evidence } from '#shared/model.ts'
import type { FaviconFacts, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { isSentOn } from '../eligible.ts'
import { tableEvidence } from '../evidence.ts'

export const faviconMissing: SiteCheck = {
  id: 'favicon-missing',
  scope: 'site',
  type: 'meta_issue',
  severity: 'info',
  title: 'Missing favicon',
  passedTitle: 'The site has a favicon',
  why: 'Browsers show the favicon in tabs and bookmarks, search results next to the site name. Without one they show a grey globe, and the site is harder to recognise.',
  fix: 'Put a square icon of at least 48 by 48 pixels on the site and declare it in the head of the home page, or place it at /favicon.ico.',
  example: {
    before: '<head>…</head>',
    after: '<head>…<link rel="icon" href="/favicon.svg" type="image/svg+xml"></head>',
  },
  sources: [
    {
      title: 'Google: Favicon in search results',
      url: 'https://developers.google.com/search/docs/appearance/favicon-in-search',
    },
    { title: 'HTML: Link type "icon"', url: 'https://html.spec.whatwg.org/multipage/links.html#rel-icon' },
  ],
  check(site) {
    const { favicon, homeUrl } = site.crawl
    if (favicon === null || homeUrl === null) return { skipped: 'The icon of the home page was not fetched.' }
    return findings(site, favicon)
  },
}

type IconResponse = FaviconFacts['declared'][number]

async function* findings(site: SiteFacts, favicon: FaviconFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const url = site.crawl.homeUrl ?? site.crawl.seedUrl
  const base = { url, affectedUrls: [url], isHostWide: true }
  const failing = favicon.declared.filter(isFailing)
  const [first] = failing
  if (first) {
    const isOneOfMany = failing.length < favicon.declared.length
    yield {
      ...base,
      message: `${isOneOfMany ? 'A declared icon' : 'Favicon'} does not load: ${first.url}`,
      evidence: [iconTable('Declared icons', favicon.declared)],
    }
    return
  }
  const { fallback } = favicon
  if (favicon.declared.length > 0 || fallback === null || !isUnusable(fallback)) return
  const home = await site.factsOf(url)
  // Search engines treat such a page as a redirect and check its target.
  if (home !== null && isSentOn(home)) return
  yield {
    ...base,
    message: `Missing favicon: ${url} declares none, and ${fallback.url} returns no image`,
    evidence: [iconTable('Default icon', [fallback])],
  }
}

/** 401, 403 and 429 may be meant for crawlers alone. */
function isFailing({ status }: IconResponse): boolean {
  return isGone(status) || isServerError(status)
}

/** Servers label icons in many ways; an HTML page is not an icon. No response proves nothing. */
function isUnusable(response: IconResponse): boolean {
  return (
    isFailing(response) ||
    (response.status === 200 && /^(?:text\/html|application\/xhtml\+xml)$/.test(response.mediaType))
  )
}

function iconTable(label: string, items: readonly IconResponse[]): Evidence {
  return tableEvidence({
    label,
    columns: ['URL', 'Status', 'Type'],
    items,
    row: ({ url, status, mediaType }) => [url, status, mediaType],
  })
}
