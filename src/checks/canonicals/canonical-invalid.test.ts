import type { CanonicalFact } from '#shared/facts.ts'
import { testCheck } from '../test-check.ts'
import { canonicalInvalid } from './canonical-invalid.ts'

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
  passes: { 'a full address': canonicals({}), 'no canonical': { canonicals: [] } },
  fails: {
    'an empty address, which would resolve to the page itself': {
      facts: canonicals({ raw: ' ', isRelative: true }),
      finds: { severity: 'error', message: 'Canonical address is empty' },
    },
    'an address of another scheme': {
      facts: canonicals({ raw: 'mailto:a@example.com', url: null }),
      finds: {
        severity: 'error',
        message: 'Canonical address is not a web address',
        evidence: [{ kind: 'table', rows: [['mailto:a@example.com', '', 'is not a web address', 'link tag', '7']] }],
      },
    },
    'a relative address, as a warning': {
      facts: canonicals({ raw: '/page', isRelative: true }),
      finds: { severity: 'warning', message: 'Canonical address is relative' },
    },
    'a fragment, as a warning': {
      facts: canonicals({ raw: `${own}#top`, hasFragment: true }),
      finds: { severity: 'warning', message: 'Canonical address carries a #fragment' },
    },
    'the worse of two': {
      facts: canonicals({ raw: '/page', isRelative: true }, { raw: '', url: null }),
      finds: { severity: 'error', message: 'Canonical address is empty' },
    },
  },
})
