import { listOf } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { hreflangReturnMissing } from './hreflang-return-missing.ts'

const [en, de, fr] = ['https://site.test/en/', 'https://site.test/de/', 'https://site.test/fr/'] as const
const versions = (german: Partial<TestPage>) => ({
  pages: [
    { url: en, alternates: [en, de] },
    { url: de, lang: 'de', ...german },
  ],
})
const unread = (count: number) => Array.from({ length: count }, (_, index) => `${fr}${index}`)

testSiteCheck(hreflangReturnMissing, {
  passes: {
    'versions that name each other': versions({ alternates: [en, de] }),
    'a page that names itself alone': { pages: [{ url: en, alternates: [en] }] },
    'a page that names itself with its index file': {
      pages: [
        { url: en, alternates: [`${en}index.html`] },
        { url: `${en}index.html`, alternates: [`${en}index.html`] },
      ],
    },
    'versions that name each other with their index files': {
      pages: [
        { url: en, alternates: [`${en}index.html`, `${de}index.html`] },
        { url: `${de}index.html`, lang: 'de', alternates: [`${en}index.html`, `${de}index.html`] },
      ],
    },
    'a version that was not crawled': { pages: [{ url: en, alternates: [en, de] }] },
    'a version that stands for another page': versions({ isEligible: false, canonicalUrl: en }),
    'a version beyond the 200 that are looked up': {
      pages: [{ url: en, alternates: [...unread(200), de] }, { url: de }],
    },
    'a page that search engines may not show': {
      pages: [{ url: en, alternates: [de], isEligible: false, isNoindex: true }, { url: de }],
    },
  },
  fails: {
    'the last version of the 200 that are looked up': {
      site: { pages: [{ url: en, alternates: [en, ...unread(199), de] }, { url: de }] },
      finds: [
        {
          url: en,
          message: `Missing hreflang return link: 1 version of ${en} does not link back to it, such as ${de}`,
          affectedUrls: [en, de],
          evidence: [listOf('Versions that do not link back to the page', [de])],
        },
      ],
    },
    'a version that names none of more pages than are named': {
      site: { pages: [...unread(101).map(url => ({ url, alternates: [de] })), { url: de }] },
      finds: [
        {
          url: `${fr}0`,
          message: `Missing hreflang return link: 1 version of more than 100 pages such as ${fr}0 does not link back to them, such as ${de}`,
          affectedUrls: [...unread(100), de],
          affectedCount: 102,
          evidence: [
            listOf('Versions that do not link back to the pages', [de]),
            { kind: 'urls', label: 'Pages', urls: unread(100), total: 101 },
          ],
        },
      ],
    },
    'a version that names no other': {
      site: versions({}),
      finds: [
        {
          url: en,
          severity: 'error',
          message: `Missing hreflang return link: 1 version of ${en} does not link back to it, such as ${de}`,
          affectedUrls: [en, de],
          evidence: [listOf('Versions that do not link back to the page', ['https://site.test/de/'])],
        },
      ],
    },
    'one version that many pages name and that names none of them, once': {
      site: {
        pages: [
          ...['a', 'b', 'c'].map(name => ({ url: `${en}${name}`, alternates: [`${en}${name}`, de] })),
          { url: de, lang: 'de', alternates: [en, de] },
          { url: en, alternates: [en, de] },
        ],
      },
      finds: [
        {
          url: `${en}a`,
          message: `Missing hreflang return link: 1 version of 3 pages such as ${en}a does not link back to them, such as ${de}`,
          affectedUrls: [`${en}a`, `${en}b`, `${en}c`, de],
          affectedCount: 4,
          evidence: [
            listOf('Versions that do not link back to the pages', ['https://site.test/de/']),
            listOf('Pages', ['https://site.test/en/a', 'https://site.test/en/b', 'https://site.test/en/c']),
          ],
        },
      ],
    },
    'versions that name others': {
      site: {
        pages: [
          { url: en, alternates: [de, fr] },
          { url: de, alternates: [fr] },
          { url: fr, alternates: [de] },
        ],
      },
      finds: [
        {
          url: en,
          message:
            'Missing hreflang return link: 2 versions of https://site.test/en/ do not link back to it, such as https://site.test/de/',
          affectedUrls: ['https://site.test/en/', 'https://site.test/de/', 'https://site.test/fr/'],
          evidence: [listOf('Versions that do not link back to the page', [de, fr])],
        },
      ],
    },
  },
})
