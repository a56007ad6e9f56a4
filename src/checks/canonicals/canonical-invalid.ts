import type { CanonicalFact } from '#shared/element-facts.ts'
import { templateCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const canonicalInvalid = templateCheck({
  id: 'canonical-invalid',
  type: 'canonical_issue',
  severity: 'error',
  applies: 'html',
  title: 'Invalid canonical URL',
  passedTitle: 'The canonical is an absolute URL',
  why: 'Search engines ignore a canonical that is empty or not a URL. A relative URL, or one with a #fragment, is easily interpreted in another way than intended.',
  fix: 'Write the absolute URL, with https:// and the host and without a fragment, exactly as other pages link to it.',
  example: {
    before: '<link rel="canonical" href="/shop#top">',
    after: '<link rel="canonical" href="https://example.com/shop">',
  },
  sources: [
    {
      title: 'Google: Specify a canonical URL',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
    { title: 'RFC 6596: The canonical link relation', url: 'https://www.rfc-editor.org/rfc/rfc6596' },
  ],
  check: ({ canonicals }) => {
    const flawed = canonicals.flatMap(canonical => {
      const flaw = flawOf(canonical)
      return flaw === null ? [] : [{ canonical, ...flaw }]
    })
    const worst = flawed.find(({ isUsable }) => !isUsable) ?? flawed[0]
    if (!worst) return null
    const table = tableEvidence({
      label: 'Canonicals',
      columns: ['As written', 'Resolves to', 'Problem', 'Source', 'Line'],
      items: flawed,
      row: ({ canonical, words }) => [
        canonical.raw,
        canonical.url,
        words,
        canonical.source === 'header' ? 'Link header' : 'link tag',
        canonical.line,
      ],
    })
    return {
      // A template writes the canonicals of all its pages in one way.
      cause: `${worst.canonical.source} ${worst.words}`,
      severity: worst.isUsable ? 'warning' : 'error',
      message: `Invalid canonical URL: ${worst.words}`,
      evidence: [table],
    }
  },
})

function flawOf(canonical: CanonicalFact): { words: string; isUsable: boolean } | null {
  if (canonical.raw.trim() === '') return { words: 'it is empty', isUsable: false }
  if (canonical.url === null) return { words: 'it is not a URL', isUsable: false }
  if (canonical.isRelative) return { words: 'it is relative', isUsable: true }
  return canonical.hasFragment ? { words: 'it has a #fragment', isUsable: true } : null
}
