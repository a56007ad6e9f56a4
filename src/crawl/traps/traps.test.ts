import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { factsOf } from '#extract/test-facts.ts'
import type { CrawlTrap } from '#shared/site-facts.ts'
import type { UrlRow, UrlState } from '#store/store.ts'
import { sampled } from '../../../test/support/measure.ts'
import {
  anyOf,
  anythingPages,
  calendarPages,
  dayPages,
  filterPages,
  folderPages,
  growingPages,
  largePages,
  largeStarts,
  page,
  plainPages,
  sessionPages,
  spelledPages,
  type TrapPages,
  textOf,
} from '../../../test/support/trap-site.ts'
import { Frontier } from '../schedule/frontier.ts'
import { refusedShape } from '../scope.ts'
import { urlsOnPage } from '../visit/encode-facts.ts'
import type { TrapCopy } from './trap-family.ts'
import { likenessOf } from './trap-likeness.ts'
import { Traps } from './traps.ts'

const ORIGIN = 'http://site.test'

interface Crawled {
  /** In the order of their numbers. */
  visited: string[]
  skipped: string[]
  traps: CrawlTrap[]
  copies: TrapCopy[]
  /** Pages of which the likeness was needed. */
  likenesses: number
}

interface CrawlOptions {
  limit?: number
  /** Puts the responses of a level into the order in which they arrive. */
  arrive?: (rows: UrlRow[]) => UrlRow[]
  /** Begins anew after so many levels with what is known of rows and pages, in the middle of a level. */
  cutAtLevel?: number
}

/** Crawls pages in memory, with the frontier and the traps of a real crawl. */
function crawl(pages: TrapPages, { limit = 500, arrive = rows => rows, cutAtLevel }: CrawlOptions = {}): Crawled {
  const frontier = new Frontier({ scopeHost: 'site.test', maxUrls: 200_000 })
  const rowsIn = (state: UrlState) => frontier.urls.rowsInState(state, () => true)
  let traps = new Traps({ pageLimit: limit })
  frontier.addSeed(`${ORIGIN}/`)
  let lastNumber = 1
  let counted = 0
  let likenesses = 0
  const seen: Parameters<Traps['visited']>[0][] = []
  const visit = (row: UrlRow) => {
    const html = pages(new URL(row.url))
    frontier.finish(row.id, 'visited', null)
    if (html === null) return
    counted++
    const facts = factsOf(html, { url: row.url })
    frontier.admit(urlsOnPage(facts).found, { id: row.id, isRedirect: false })
    const { wordCount, textHash } = facts.content
    const likeness = traps.needsLikeness(row) ? likenessOf(facts) : ''
    likenesses += likeness === '' ? 0 : 1
    seen.push({ number: row.number, url: row.url, wordCount, textHash, likeness })
    traps.visited(seen.at(-1) ?? assert.fail())
  }
  for (let levels = 0; counted < limit; levels++) {
    if (levels > 0) traps.look()
    const ids =
      levels === 0
        ? frontier.urls.inState('queued')
        : frontier.nextLevel({
            lastNumber,
            refuse: row => refusedShape(row.url) ?? (traps.isEndless(row) ? 'looks-endless' : null),
            take: (row, number) => traps.take(row, number),
          })
    const level = ids.map(id => frontier.urls.row(id))
    if (levels === 0) traps.number(level[0] ?? assert.fail(), 1)
    if (level.length === 0 && !frontier.urls.hasUnvisited) break
    if (levels > 0) lastNumber += level.length
    const sent = arrive(level.slice(0, limit - counted))
    const half = levels === cutAtLevel ? Math.floor(sent.length / 2) : sent.length
    for (const row of sent.slice(0, half)) visit(row)
    if (half === sent.length) continue
    traps = new Traps({ pageLimit: limit })
    const numbered = [...rowsIn('visited'), ...rowsIn('queued')].sort((a, b) => a.number - b.number)
    for (const row of numbered) traps.number(row, row.number)
    for (const each of seen) traps.visited(each)
    for (const row of sent.slice(half)) visit(row)
  }
  traps.look()
  frontier.skipUnvisited(row => (traps.isSuspect(row) ? 'looks-endless' : null), frontier.urls.inState('queued'))
  const skipped = rowsIn('skipped')
  return {
    visited: rowsIn('visited').map(({ url }) => url.slice(ORIGIN.length)),
    skipped: skipped.map(({ url }) => url.slice(ORIGIN.length)),
    traps: traps.found(skipped),
    copies: traps.copies(),
    likenesses,
  }
}

const PLAIN = 100
const visitedIn = (visited: readonly string[], section: string) =>
  visited.filter(path => path.startsWith(section)).length

const endless: [name: string, start: string, pages: TrapPages, pattern: string, most: number][] = [
  ['a calendar of months', '/calendar', calendarPages, '/calendar?month=*', 126],
  ['a calendar of days', '/days', dayPages, '/days/*', 126],
  ['ids of visits', '/shop', sessionPages, '*?PHPSESSID=*', 21],
  ['filters in any order', '/finder', filterPages, '/finder?*', 133],
  ['filters that are folders', '/wear', folderPages, '/wear/…', 135],
  ['spellings', '/Catalog/of/books', spelledPages, '/catalog/…', 130],
  ['paths that grow', '/guide/', growingPages, '/guide/…', 145],
  ['one page under any URL', '/any/x', anythingPages, '/any/*', 128],
]

describe('an endless part of a site', () => {
  for (const [name, start, pages, pattern, most] of endless)
    it(`is left when it has had its share: ${name}`, () => {
      const crawled = crawl(anyOf(plainPages(PLAIN, start), pages))
      assert.equal(visitedIn(crawled.visited, '/plain/'), PLAIN)
      assert.ok(visitedIn(crawled.visited, start) <= most, String(visitedIn(crawled.visited, start)))
      assert.deepEqual(
        crawled.traps.map(trap => trap.pattern),
        [pattern],
      )
      assert.equal(crawled.traps[0]?.skipped, crawled.skipped.length)
      assert.ok(crawled.skipped.length > 0)
      // Those that it counts as showing nothing new, each with a page that came before it.
      assert.equal(crawled.copies.length, crawled.traps[0]?.alike)
      assert.ok(crawled.copies.every(({ number, originalNumber }) => originalNumber < number))
    })

  const all = anyOf(plainPages(PLAIN, ...endless.map(([, start]) => start)), ...endless.map(([, , pages]) => pages))

  it('takes little more than what proves it where there are many of them', () => {
    const crawled = crawl(all, { limit: 700 })
    assert.equal(visitedIn(crawled.visited, '/plain/'), PLAIN)
    assert.deepEqual(crawled.traps.map(trap => trap.pattern).sort(), endless.map(([, , , pattern]) => pattern).sort())
  })

  it('is the same whatever arrives first, and after an interruption in any level', () => {
    const expected = crawl(all)
    assert.deepEqual(crawl(all, { arrive: rows => rows.toReversed() }), expected)
    const levels = Array.from({ length: 13 }, (_, index) => 2 + 3 * index)
    for (const cutAtLevel of sampled(levels, 4))
      assert.deepEqual(crawl(all, { cutAtLevel, arrive: rows => rows.toReversed() }), expected, `level ${cutAtLevel}`)
  })

  it('is reported for a path that leads into itself, though the shape of the URL ends it', () => {
    const deeper: TrapPages = ({ pathname }) =>
      pathname.startsWith('/help/') ? page({ title: 'Help', text: 'Help', links: ['help/'] }) : null
    const { traps, skipped } = crawl(anyOf(plainPages(3, '/help/'), deeper))
    assert.deepEqual(skipped, ['/help/help/help/help/'])
    assert.deepEqual([traps[0]?.pattern, traps[0]?.skipped], ['/help/…', 1])
  })

  it('is reported when it begins with pages worth reading', () => {
    const events: TrapPages = url => {
      const month = Number(url.searchParams.get('month') ?? 0)
      if (url.pathname !== '/calendar' || month < 0) return null
      const title = `Month ${month}`
      return page({ title, text: month < 20 ? textOf(title) : 'No events', links: [`/calendar?month=${month + 1}`] })
    }
    const { traps, visited } = crawl(anyOf(plainPages(3, '/calendar'), events))
    assert.equal(traps[0]?.pattern, '/calendar?month=*')
    assert.ok(visited.length < 135, String(visited.length))
  })
})

describe('a large part of a site', () => {
  const size = 200

  it('needs no likeness any more once it has shown that its pages differ', () => {
    const { visited, likenesses } = crawl(plainPages(1_000), { limit: 1_000 })
    assert.deepEqual([visited.length, likenesses < 500], [1_000, true], String(likenesses))
  })

  for (const [index, start] of largeStarts.entries())
    it(`is visited to its end: ${start}`, () => {
      const crawled = crawl(anyOf(plainPages(3, start), largePages(size)), { limit: 300 })
      assert.deepEqual([crawled.skipped, crawled.traps, crawled.copies], [[], [], []])
      assert.ok(crawled.visited.length >= size, `${index}: ${crawled.visited.length}`)
    })

  it('keeps what other pages link to, even where it looks like an endless one', () => {
    const links = Array.from({ length: 200 }, (_, index) => `/calendar?month=${1_000 + index}`)
    const { visited, traps } = crawl(anyOf(plainPages(3, '/calendar', ...links), calendarPages))
    assert.equal(traps.length, 1)
    assert.deepEqual(
      links.filter(link => !visited.includes(link)),
      [],
    )
  })

  it('is not taken for a trap where a list names all of it, however alike its pages are', () => {
    const links = Array.from({ length: 200 }, (_, index) => `/item/${index}`)
    const items: TrapPages = ({ pathname }) =>
      pathname.startsWith('/item/')
        ? page({ title: `Item ${pathname.slice(6)}`, text: `Item ${pathname.slice(6)}` })
        : null
    const { visited, traps } = crawl(anyOf(plainPages(3, ...links), items), { limit: 300 })
    assert.deepEqual([visited.length, traps], [204, []])
  })

  it('shows something of its own under ids that choose the page', () => {
    const id = (number: number) => `${number}`.padStart(4, '0').replaceAll(/\d/g, digit => `a${digit}b${digit}`)
    const documents: TrapPages = ({ pathname, searchParams }) => {
      const number = Array.from({ length: 100 }, (_, index) => index).find(each => id(each) === searchParams.get('doc'))
      if (pathname !== '/read' || number === undefined) return null
      return page({ title: 'A document', text: textOf(`document ${number}`), links: [`/read?doc=${id(number + 1)}`] })
    }
    const { visited, traps } = crawl(anyOf(plainPages(3, `/read?doc=${id(0)}`), documents))
    assert.deepEqual([visitedIn(visited, '/read'), traps], [101, []])
  })
})

test('a URL that a sitemap lists is visited, whatever its pattern', () => {
  const traps = new Traps({ pageLimit: 100 })
  const likeness = likenessOf(factsOf('<main>Nothing is on'))
  for (let number = 1; number <= 60; number++) {
    const row = { url: `${ORIGIN}/day/${number}`, firstNumber: number - 1, isInSitemap: false }
    traps.number(row, number)
    traps.visited({ number, url: row.url, wordCount: 3, textHash: 'same', likeness })
  }
  traps.look()
  const next = { url: `${ORIGIN}/day/61`, firstNumber: 60, isInSitemap: false }
  assert.equal(traps.isEndless(next), true)
  assert.equal(traps.isEndless({ ...next, isInSitemap: true }), false)
  assert.equal(traps.isEndless({ ...next, firstNumber: 0 }), false)
})

test('traps of as many pages go by their patterns; what looks endless is not likely visited', () => {
  const traps = new Traps({ pageLimit: 100 })
  const likeness = likenessOf(factsOf('<main>Nothing is on'))
  const rowOf = (name: string, number: number) => ({
    ...{ url: `${ORIGIN}/${name}/${number}`, firstNumber: number - 2, isInSitemap: false },
  })
  for (let number = 1; number <= 120; number++) {
    const row = rowOf(number % 2 === 1 ? 'week' : 'day', number)
    traps.number(row, number)
    traps.visited({ number, url: row.url, wordCount: 3, textHash: 'same', likeness })
  }
  assert.equal(traps.isLikelyVisited(rowOf('day', 122)), true, 'before they are looked at')
  traps.look()
  assert.deepEqual(
    traps.found([]).map(({ pattern, visited, skipped }) => [pattern, visited, skipped]),
    [
      ['/day/*', 60, 0],
      ['/week/*', 60, 0],
    ],
  )
  for (const row of [rowOf('week', 121), rowOf('day', 122)])
    assert.deepEqual([traps.isSuspect(row), traps.isLikelyVisited(row)], [true, false])
  assert.equal(traps.isLikelyVisited(rowOf('year', 122)), true)
})
