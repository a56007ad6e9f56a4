import type { CanonicalFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { ogUrlMismatch } from './og-url-mismatch.ts'

const og = (url: string): [string, string][] => [['og:url', url]]
const canonical: CanonicalFact = {
  raw: 'https://example.com/page',
  url: 'https://example.com/page',
  source: 'tag',
  isRelative: false,
  hasFragment: false,
  line: 6,
}
const table = (column: string, ...row: string[]) => ({
  kind: 'table',
  label: 'URLs',
  columns: ['og:url', column],
  rows: [row],
})

testCheck(ogUrlMismatch, {
  passes: {
    'the URL of the page': { openGraph: og('https://example.com/page') },
    'a relative URL': { openGraph: og('/page') },
    'an empty one': { openGraph: og(' ') },
    'the same page in another form': { openGraph: og('http://www.example.com/Page/?ref=share#top') },
    'the URL of a page that is indexed all the same': {
      openGraph: og('https://example.com/page'),
      canonicals: [{ ...canonical, url: 'https://example.com/missing' }],
      isCanonicalOwn: true,
    },
    'the public URL on a private host': { isPrivateHost: true, openGraph: og('https://www.example.org/page') },
  },
  fails: {
    'the home page': {
      facts: { openGraph: og('https://example.com/'), canonicals: [canonical] },
      finds: {
        message: 'og:url differs from the canonical: https://example.com/',
        evidence: [table('Canonical', 'https://example.com/', 'https://example.com/page')],
      },
    },
    'the home page, on a page that is indexed all the same': {
      facts: {
        openGraph: og('https://example.com/'),
        canonicals: [{ ...canonical, url: 'https://example.com/missing' }],
        isCanonicalOwn: true,
      },
      finds: {
        message: 'og:url differs from the canonical: https://example.com/',
        evidence: [table('Canonical', 'https://example.com/', 'https://example.com/missing')],
      },
    },
    'another site, on a page without canonical': {
      facts: { openGraph: og('https://staging.example.org/page') },
      finds: {
        message: 'og:url differs from the URL of the page: https://staging.example.org/page',
        evidence: [table('URL of the page', 'https://staging.example.org/page', 'https://example.com/page')],
      },
    },
  },
})
