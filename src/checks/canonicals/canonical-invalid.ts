import type { CanonicalFact } from '#shared/facts.ts'
import type { PageCheck } from '../check.ts'
import { tableEvidence } from '../evidence.ts'

export const canonicalInvalid: PageCheck = {
  id: 'canonical-invalid',
  type: 'canonical_issue',
  severity: 'error',
  applies: 'html',
  title: 'Canonical address cannot be used',
  passedTitle: 'The canonical address is a full address',
  why: 'A canonical that is empty or no web address is ignored. A relative one, or one with a #fragment, is easily read in another way than it was meant.',
  fix: 'Write the whole address, with https:// and host and without fragment, as the page is linked from elsewhere.',
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
    if (!worst) return []
    const table = tableEvidence({
      label: 'Canonical addresses',
      columns: ['As written', 'Resolves to', 'What is wrong', 'Source', 'Line'],
      items: flawed,
      row: ({ canonical, words }) => [
        canonical.raw,
        canonical.url,
        words,
        canonical.source === 'header' ? 'Link header' : 'link tag',
        canonical.line === 0 ? '' : canonical.line,
      ],
    })
    return [
      {
        severity: worst.isUsable ? 'warning' : 'error',
        message: `Canonical address ${worst.words}`,
        evidence: [table],
      },
    ]
  },
}

function flawOf(canonical: CanonicalFact): { words: string; isUsable: boolean } | null {
  if (canonical.raw.trim() === '') return { words: 'is empty', isUsable: false }
  if (canonical.url === null) return { words: 'is not a web address', isUsable: false }
  if (canonical.isRelative) return { words: 'is relative', isUsable: true }
  return canonical.hasFragment ? { words: 'carries a #fragment', isUsable: true } : null
}
