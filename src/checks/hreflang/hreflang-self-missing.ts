import type { PageFacts } from '#shared/facts.ts'
import { templateCheck } from '../element-check.ts'
import { tableEvidence, urlEvidence } from '../evidence.ts'

export const hreflangSelfMissing = templateCheck({
  id: 'hreflang-self-missing',
  type: 'hreflang_issue',
  severity: 'warning',
  applies: 'html-ok',
  title: 'Missing self-referencing hreflang',
  passedTitle: 'Hreflang annotations include the page itself',
  why: 'Each language version has to list itself as well as the others. Search engines may ignore a set without a self-referencing annotation.',
  fix: 'Add an hreflang annotation with the language and URL of this page. It must be the same URL as the canonical.',
  example: {
    before: '<link rel="alternate" hreflang="de" href="https://example.com/de/">',
    after:
      '<link rel="alternate" hreflang="en" href="https://example.com/">\n<link rel="alternate" hreflang="de" href="https://example.com/de/">',
  },
  sources: [
    {
      title: 'Google: Localized versions of your pages',
      url: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    },
  ],
  check: page => {
    if (page.hreflangs.length === 0) return null
    const own = ownUrls(page)
    if (page.hreflangs.some(hreflang => hreflang.url !== null && own.has(hreflang.url))) return null
    const table = tableEvidence({
      label: 'Declared hreflang annotations',
      columns: ['hreflang', 'URL', 'Line'],
      items: page.hreflangs,
      row: hreflang => [hreflang.code, hreflang.url ?? hreflang.raw, hreflang.line],
    })
    return {
      // A template that omits or mistakes the page itself does so for each page with the same versions; their URLs are those of each page.
      cause: page.hreflangs
        .map(({ code }) => code.toLowerCase())
        .sort()
        .join(' '),
      evidence: [urlEvidence('Own URL', page.isCanonicalOwn ? page.url : (page.canonicalUrl ?? page.url)), table],
    }
  },
})

/** The canonical, and the page where it is indexed all the same; without one, the URL of the page with and without its query. */
export function ownUrls(page: Pick<PageFacts, 'url' | 'canonicalUrl' | 'isCanonicalOwn'>): Set<string> {
  if (page.canonicalUrl !== null && page.isCanonicalOwn) return new Set([page.canonicalUrl, page.url])
  if (page.canonicalUrl !== null) return new Set([page.canonicalUrl])
  const [withoutQuery = page.url] = page.url.split('?', 1)
  return new Set([page.url, withoutQuery])
}
