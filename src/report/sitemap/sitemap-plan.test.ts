import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pageFactsWith } from '#checks/test-facts.ts'
import type { Indexability } from '#shared/indexability.ts'
import { planSitemap } from './sitemap-plan.ts'

const SITE = 'https://site.test'

/** Indexable pages, and how many there are of each kind. */
function readingOf(urls: readonly string[], byIndexability: Partial<Record<Indexability, number>>) {
  const rows = urls.map(url => ({
    url,
    indexability: 'indexable' as const,
    facts: pageFactsWith({ url, images: [] }),
  }))
  const reading: Parameters<typeof planSitemap>[0] = {
    async factsOfPages(_, { afterUrl, limit }) {
      const start = rows.findIndex(({ url }) => url === afterUrl) + 1
      return rows.slice(start, start + (limit ?? rows.length))
    },
    async pageCounts() {
      return { byStatus: {}, byIndexability, byDepth: [] }
    },
  }
  return reading
}
const urlsOf = (count: number) => Array.from({ length: count }, (_, index) => `${SITE}/${index + 10}`)

describe('planSitemap()', () => {
  const notes: [what: string, listed: number, counts: Partial<Record<Indexability, number>>, note: string][] = [
    ['all pages', 9, { indexable: 9, redirect: 5, status: 5, 'not-html': 5 }, ''],
    ['nine tenths of the pages', 9, { indexable: 9, noindex: 1 }, ''],
    ['less than nine tenths', 9, { indexable: 9, noindex: 2 }, '2 of 11 pages are not listed. Noindex: 2.'],
    [
      'half of the pages, for every reason',
      5,
      { indexable: 6, noindex: 1, canonicalised: 1, blocked: 1, 'bot-protection': 1 },
      '5 of 10 pages are not listed. Noindex: 1. Canonicalised to another URL: 1. Blocked by robots.txt: 1. ' +
        'Bot protection page: 1. Indexable, but on another host or with a URL that a sitemap cannot hold: 1.',
    ],
  ]
  for (const [what, listed, counts, note] of notes)
    test(`says why it does not list pages, when it lists ${what}`, async () => {
      assert.deepEqual(await planSitemap(readingOf(urlsOf(listed), counts), 1), {
        origin: SITE,
        note,
        parts: [{ afterUrl: null, urlCount: listed }],
      })
    })

  test('lists the pages of the first host alone', async () => {
    const urls = [`${SITE}/a`, 'http://site.test/b', 'https://site.test:8443/c', `${SITE}/d`]
    const { origin, parts } = await planSitemap(readingOf(urls, {}), 1)
    assert.deepEqual([origin, parts], [SITE, [{ afterUrl: null, urlCount: 2 }]])
  })

  const [first = ''] = urlsOf(1)
  const entryBytes = Buffer.byteLength(`<url>\n<loc>${first}</loc>\n</url>\n`)
  const divided: [what: string, limits: { urls: number; bytes: number }, counts: number[]][] = [
    ['by the number of URLs', { urls: 2, bytes: 1e6 }, [2, 2, 1]],
    ['by their bytes', { urls: 100, bytes: 1_024 + 3 * entryBytes }, [3, 2]],
    ['by one byte less', { urls: 100, bytes: 1_023 + 3 * entryBytes }, [2, 2, 1]],
  ]
  for (const [what, limits, counts] of divided)
    test(`divides pages ${what}`, async () => {
      const { parts } = await planSitemap(readingOf(urlsOf(5), {}), 1, limits)
      let before = 0
      const expected = counts.map(urlCount => {
        const afterUrl = before === 0 ? null : `${SITE}/${before + 9}`
        before += urlCount
        return { afterUrl, urlCount }
      })
      assert.deepEqual(parts, expected)
    })
})
