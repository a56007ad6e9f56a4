import type { CanonicalFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { canonicalInvalid } from './canonical-invalid.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Canonicals',
  columns: ['As written', 'Resolves to', 'Problem', 'Source', 'Line'],
  rows,
})
const own = 'https://example.com/page'
const canonicals = (...facts: Partial<CanonicalFact>[]): { canonicals: CanonicalFact[] } => ({
  canonicals: facts.map(fact => ({
    raw: own,
    url: own,
    source: 'tag',
    isRelative: false,
    hasFragment: false,
    line: 7,
    ...fact,
  })),
})

testCheck(canonicalInvalid, {
  passes: { 'a full URL': canonicals({}), 'no canonical': { canonicals: [] } },
  fails: {
    'an empty URL, which would resolve to the page itself': {
      facts: canonicals({ raw: ' ', isRelative: true }),
      finds: {
        severity: 'error',
        message: 'Invalid canonical URL: it is empty',
        evidence: [table([' ', own, 'it is empty', 'link tag', '7'])],
      },
    },
    'a URL of another scheme': {
      facts: canonicals({ raw: 'mailto:a@example.com', url: null }),
      finds: {
        severity: 'error',
        message: 'Invalid canonical URL: it is not a URL',
        evidence: [table(['mailto:a@example.com', '', 'it is not a URL', 'link tag', '7'])],
      },
    },
    'a relative URL, as a warning': {
      facts: canonicals({ raw: '/page', isRelative: true }),
      finds: {
        severity: 'warning',
        message: 'Invalid canonical URL: it is relative',
        evidence: [table(['/page', own, 'it is relative', 'link tag', '7'])],
      },
    },
    'a fragment, as a warning': {
      facts: canonicals({ raw: `${own}#top`, hasFragment: true }),
      finds: {
        severity: 'warning',
        message: 'Invalid canonical URL: it has a #fragment',
        evidence: [table(['https://example.com/page#top', own, 'it has a #fragment', 'link tag', '7'])],
      },
    },
    'the worse of two': {
      facts: canonicals({ raw: '/page', isRelative: true }, { raw: '', url: null }),
      finds: {
        severity: 'error',
        message: 'Invalid canonical URL: it is empty',
        evidence: [table(['/page', own, 'it is relative', 'link tag', '7'], ['', '', 'it is empty', 'link tag', '7'])],
      },
    },
  },
})
