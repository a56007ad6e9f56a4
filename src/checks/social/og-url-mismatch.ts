import { templateCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const ogUrlMismatch = templateCheck({
  id: 'og-url-mismatch',
  type: 'social_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'og:url differs from the canonical',
  passedTitle: 'og:url is the canonical URL',
  why: 'Social networks count shares and likes for the URL in og:url and take the preview from there. If it is another page, this one is never shown.',
  fix: 'Write the canonical URL of the page into og:url. Often a template has the URL of the home page there.',
  example: {
    before: '<meta property="og:url" content="https://example.com/">',
    after: '<meta property="og:url" content="https://example.com/tides">',
  },
  sources: [
    { title: 'The Open Graph protocol', url: 'https://ogp.me/' },
    { title: 'Meta: Sharing for webmasters', url: 'https://developers.facebook.com/docs/sharing/webmasters/' },
  ],
  check: page => {
    const written = page.openGraph.find(([property]) => property === 'og:url')?.[1].trim()
    const expected = page.canonicalUrl ?? page.url
    if (!written || written === expected) return null
    const named = URL.parse(written, page.baseUrl)
    if (!named || isSamePage(named.href, expected, page.isPrivateHost)) return null
    if (page.isCanonicalOwn && isSamePage(named.href, page.url, page.isPrivateHost)) return null
    const isCanonical = page.canonicalUrl !== null
    const table = tableEvidence({
      label: 'URLs',
      columns: ['og:url', isCanonical ? 'Canonical' : 'URL of the page'],
      items: [written],
      row: value => [value, expected],
    })
    return {
      // Often the URL of the home page, on all pages.
      cause: written,
      message: `og:url differs from the ${isCanonical ? 'canonical' : 'URL of the page'}: ${named.href}`,
      evidence: [table],
    }
  },
})

/** Parameters, slashes at the end, capital letters, `www.` and the scheme make no other page of it here. */
function isSamePage(one: string, other: string, isPrivateHost: boolean): boolean {
  const [first, second] = [URL.parse(one), URL.parse(other)]
  if (!first || !second) return true
  const isSameHost = isPrivateHost || withoutWww(first) === withoutWww(second)
  return isSameHost && pathOf(first) === pathOf(second)
}

const withoutWww = ({ host }: URL): string => host.replace(/^www\./, '')
const pathOf = ({ pathname }: URL): string => pathname.toLowerCase().replace(/(?:\/index\.[a-z]+|\/)$/, '')
