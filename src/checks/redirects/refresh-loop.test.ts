import type { RefreshFact } from '#shared/element-facts.ts'
import { listOf } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { hops, type TestPage } from '../test-site-facts.ts'
import { refreshLoop } from './refresh-loop.ts'

const home = 'https://site.test/'
const index = 'https://site.test/index.html'
const refresh = (changes: Partial<RefreshFact>): RefreshFact => ({
  delay: 0,
  url: null,
  raw: '0; url=index.html',
  source: 'tag',
  line: 4,
  ...changes,
})
const page = (url: string, changes: Partial<RefreshFact>): TestPage => ({ url, facts: { refresh: refresh(changes) } })
const asWritten = { kind: 'code', label: 'As written', code: '0; url=index.html', line: 4 }
/** So many pages, each of which leads to the next, and the last to the first. */
const circle = (count: number): TestPage[] =>
  Array.from({ length: count }, (_, at) => page(`${home}${at}`, { url: `${home}${(at + 1) % count}` }))
const reloading = Array.from({ length: 1_001 }, (_, index) => `${home}${index}`)

testSiteCheck(refreshLoop, {
  passes: {
    'a refresh to another page': { pages: [page(home, { url: index }), { url: index }] },
    'a page that reloads after a minute': { pages: [page(home, { isReload: true, delay: 60 })] },
    'a page that reloads after two seconds': { pages: [page(home, { isReload: true, delay: 2 })] },
    'a circle of ten pages, which is not followed to its end': { pages: circle(10) },
    'a refresh that browsers ignore': { pages: [page(home, {})] },
    'a refresh to another site': { pages: [page(home, { url: 'https://other.test/' })] },
    'a way back after a while': { pages: [page(home, { url: index }), page(index, { url: home, delay: 5 })] },
  },
  fails: {
    'a page that refreshes to itself': {
      site: { pages: [page(home, { isReload: true })] },
      finds: [
        {
          url: home,
          severity: 'error',
          message: `Endless reload: ${home} refreshes to itself at once`,
          affectedUrls: [home],
          evidence: [listOf('Pages of the loop', [home]), asWritten],
        },
      ],
    },
    'a page that reloads after a second': {
      site: { pages: [page(home, { isReload: true, delay: 1 })] },
      finds: [
        {
          url: home,
          message: `Endless reload: ${home} refreshes to itself at once`,
          evidence: [listOf('Pages of the loop', [home]), asWritten],
        },
      ],
    },
    'a circle of nine pages': {
      site: { pages: circle(9) },
      finds: [
        {
          url: `${home}0`,
          message: `Endless reload: 9 pages refresh to one another at once, such as ${home}0`,
          affectedUrls: circle(9).map(({ url }) => url),
          evidence: [
            listOf(
              'Pages of the loop',
              circle(9).map(({ url }) => url),
            ),
            asWritten,
          ],
        },
      ],
    },
    'the first thousand such pages': {
      site: { pages: reloading.map(url => page(url, { isReload: true })) },
      finds: reloading.slice(0, 1_000).map(url => ({
        url,
        message: `Endless reload: ${url} refreshes to itself at once`,
        evidence: [listOf('Pages of the loop', [url]), asWritten],
      })),
    },
    'the same under another name of the page': {
      site: { pages: [page(home, { url: index }), page(index, { isReload: true })] },
      finds: [
        {
          url: index,
          message: `Endless reload: ${index} refreshes to itself at once`,
          affectedUrls: [index],
          evidence: [listOf('Pages of the loop', [index]), asWritten],
        },
      ],
    },
    'another name that redirects back to the page': {
      site: { pages: [page(home, { url: index })], targets: [{ url: index, hops: hops([301], index, home) }] },
      finds: [
        {
          url: home,
          message: `Endless reload: ${home} refreshes to itself at once`,
          affectedUrls: [home],
          evidence: [listOf('Pages of the loop', [home]), asWritten],
        },
      ],
    },
    'two pages that refresh to each other, reported once': {
      site: { pages: [page(`${home}start`, { url: home }), page(home, { url: index }), page(index, { url: home })] },
      finds: [
        {
          url: home,
          message: `Endless reload: 2 pages refresh to one another at once, such as ${home}`,
          affectedUrls: [home, index],
          evidence: [listOf('Pages of the loop', [home, index]), asWritten],
        },
      ],
    },
  },
})
