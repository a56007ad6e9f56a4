import type { CanonicalFact, RefreshFact, RobotsDirectiveFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { noindexWithCanonical } from './noindex-with-canonical.ts'

const canonical = (url: string): CanonicalFact => ({
  raw: url,
  url,
  source: 'tag',
  isRelative: false,
  hasFragment: false,
  line: 7,
})
const refresh = (delay: number, path: string): RefreshFact => ({
  delay,
  url: `https://example.com/${path}`,
  raw: `${delay}; url=/${path}`,
  source: 'tag',
  line: 5,
})
const noindex: RobotsDirectiveFact = { source: 'meta', agent: 'robots', raw: 'noindex', tokens: ['noindex'], line: 6 }

const found = {
  severity: 'warning' as const,
  message: 'Noindex page with a canonical to another page',
  evidence: [
    {
      kind: 'table',
      label: 'Conflicting signals',
      columns: ['Source', 'Value', 'Line'],
      rows: [
        ['meta robots', 'noindex', '6'],
        ['link canonical', 'https://example.com/other', '7'],
      ],
    },
    { kind: 'url', label: 'Canonical', url: 'https://example.com/other' },
  ],
}

testCheck(noindexWithCanonical, {
  passes: {
    'noindex with a canonical to itself': { isNoindex: true, canonicals: [canonical('https://example.com/page')] },
    'noindex without canonical': { isNoindex: true },
    'the stub of a moved page, which sends its visitors to its canonical': {
      isNoindex: true,
      canonicals: [canonical('https://example.com/other')],
      refresh: refresh(0, 'other'),
    },
    'a foreign canonical without noindex': { canonicals: [canonical('https://example.com/other')] },
    'noindex on a local copy that names its public URL': {
      isNoindex: true,
      isPrivateHost: true,
      url: 'http://localhost:3000/page',
      canonicals: [canonical('https://example.com/page')],
    },
  },
  fails: {
    'noindex with a canonical to another page': {
      facts: { isNoindex: true, robotsDirectives: [noindex], canonicals: [canonical('https://example.com/other')] },
      finds: found,
    },
    'the same of a page that sends its visitors elsewhere': {
      facts: {
        isNoindex: true,
        robotsDirectives: [noindex],
        canonicals: [canonical('https://example.com/other')],
        refresh: refresh(0, 'elsewhere'),
      },
      finds: found,
    },
    'the same of a page that sends its visitors to its canonical after a while': {
      facts: {
        isNoindex: true,
        robotsDirectives: [noindex],
        canonicals: [canonical('https://example.com/other')],
        refresh: refresh(60, 'other'),
      },
      finds: found,
    },
  },
})
