import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { duplicateContentExact } from './duplicate-content-exact.ts'

const [a, b] = ['https://site.test/a', 'https://site.test/b'] as const
const copies = (more: Partial<TestPage> = {}) => ({
  pages: [
    { url: a, textHash: 'aa', wordCount: 50 },
    { url: b, textHash: 'aa', wordCount: 50, ...more },
  ],
})

testSiteCheck(duplicateContentExact, {
  passes: {
    'texts that differ': copies({ textHash: 'bb' }),
    'pages without text': { pages: [a, b].map(url => ({ url, textHash: '', wordCount: 0 })) },
    'pages of which the text has no words': { pages: [a, b].map(url => ({ url, textHash: 'aa', wordCount: 0 })) },
    'a copy that names the other as canonical': copies({ isEligible: false, canonicalUrl: a }),
    'a copy that search engines may not show': copies({ isEligible: false, isNoindex: true }),
    'versions for two regions of one language': copies({ alternates: [a] }),
  },
  fails: {
    'two pages with the same text': {
      site: copies({ inlinkCount: 3 }),
      finds: [
        {
          url: b,
          severity: 'warning',
          message: `Duplicate content: 2 pages have the same main content, such as ${b}`,
          affectedUrls: ['https://site.test/a', 'https://site.test/b'],
          details: { duplicateUrls: [a, b] },
          evidence: [
            { kind: 'text', label: 'Text length', text: '50 words' },
            { kind: 'url', label: 'Page with the most inlinks', url: b },
            {
              kind: 'table',
              label: 'Pages',
              columns: ['URL', 'Crawl depth', 'Inlinks'],
              rows: [
                ['https://site.test/a', '–', '0'],
                ['https://site.test/b', '1', '3'],
              ],
            },
          ],
        },
      ],
    },
    'two pages with the same text of fewer than 50 words': {
      site: { pages: [a, b].map(url => ({ url, textHash: 'aa', wordCount: 7 })) },
      finds: [
        {
          url: a,
          severity: 'info',
          message: `Duplicate content: 2 pages have the same main text of 7 words, such as ${a}`,
          affectedUrls: ['https://site.test/a', 'https://site.test/b'],
          details: { duplicateUrls: [a, b] },
          evidence: [
            { kind: 'text', label: 'Text length', text: '7 words' },
            { kind: 'url', label: 'Page with the most inlinks', url: a },
            {
              kind: 'table',
              label: 'Pages',
              columns: ['URL', 'Crawl depth', 'Inlinks'],
              rows: [
                ['https://site.test/a', '–', '0'],
                ['https://site.test/b', '–', '0'],
              ],
            },
          ],
        },
      ],
    },
  },
})
