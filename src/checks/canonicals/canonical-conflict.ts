import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'

export const canonicalConflict: PageCheck = {
  id: 'canonical-conflict',
  type: 'canonical_issue',
  severity: 'error',
  applies: 'html',
  title: 'Multiple conflicting canonicals',
  passedTitle: 'The page has at most one canonical URL',
  why: 'The page declares two or more different canonical URLs. Search engines then ignore all of them and choose one themselves.',
  fix: 'Keep one canonical link and remove the others. Compare the tags in the head with the Link header: a server or plugin often adds the second.',
  example: {
    before: '<link rel="canonical" href="https://example.com/a">\n<link rel="canonical" href="https://example.com/b">',
    after: '<link rel="canonical" href="https://example.com/a">',
  },
  sources: [
    {
      title: 'Google: Specify a canonical URL',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
    { title: 'RFC 6596: The canonical link relation', url: 'https://www.rfc-editor.org/rfc/rfc6596' },
  ],
  check: ({ canonicals }) => {
    if (canonicals.length < 2) return []
    const urls = new Set(canonicals.flatMap(canonical => canonical.url ?? []))
    if (urls.size < 2) return []
    const table = tableEvidence({
      label: 'Canonicals',
      columns: ['URL', 'Source', 'Line'],
      items: canonicals,
      row: canonical => [
        canonical.url ?? canonical.raw,
        canonical.source === 'header' ? 'Link header' : 'link tag',
        canonical.line,
      ],
    })
    return [{ message: `${counted(urls.size, 'different canonical URL')} on one page`, evidence: [table] }]
  },
}
