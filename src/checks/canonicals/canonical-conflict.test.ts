import type { CanonicalFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { canonicalConflict } from './canonical-conflict.ts'

const canonical = (url: string | null, source: 'tag' | 'header' = 'tag'): CanonicalFact => ({
  raw: url ?? 'mailto:x',
  url,
  source,
  isRelative: false,
  hasFragment: false,
  line: source === 'tag' ? 7 : 0,
})

testCheck(canonicalConflict, {
  passes: {
    'the same URL in tag and header': {
      canonicals: [canonical('https://example.com/page'), canonical('https://example.com/page', 'header')],
    },
    'an unusable URL beside a usable one': {
      canonicals: [canonical(null), canonical('https://example.com/page')],
    },
  },
  fails: {
    'a tag and a header that differ': {
      facts: { canonicals: [canonical('https://example.com/page'), canonical('https://example.com/b', 'header')] },
      finds: {
        severity: 'error',
        message: '2 different canonical URLs on one page',
        evidence: [
          {
            kind: 'table',
            label: 'Canonicals',
            columns: ['URL', 'Source', 'Line'],
            rows: [
              ['https://example.com/page', 'link tag', '7'],
              ['https://example.com/b', 'Link header', ''],
            ],
          },
        ],
      },
    },
  },
})
