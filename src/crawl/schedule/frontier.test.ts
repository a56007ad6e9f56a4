import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkKinds } from '#shared/model.ts'
import { type FoundUrl, kindsToMask } from '#shared/page-record.ts'
import { Frontier } from './frontier.ts'

const ORIGIN = 'http://site.test'
const link = (path: string, more: Partial<FoundUrl> = {}): FoundUrl => ({
  url: path.startsWith('http') ? path : ORIGIN + path,
  kinds: kindsToMask(['anchor'], linkKinds),
  isFollowed: true,
  ...more,
})
const image = (path: string) => link(path, { kinds: kindsToMask(['image'], linkKinds), isFollowed: false })
const anything = { refuse: () => null }
const paths = (rows: { url: string }[]) => rows.map(row => row.url.replace(ORIGIN, ''))

function started(maxUrls = 1_000) {
  const frontier = new Frontier({ scopeHost: 'site.test', maxUrls })
  const seed = frontier.addSeed(`${ORIGIN}/`)
  frontier.finish(seed, 'visited', null)
  return { frontier, seed }
}

test('nextLevel() numbers by first naming page, then by position on it, whatever arrives first', () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const { frontier, seed } = started()
    frontier.admit([link('/one'), link('/two')], { row: seed, isRedirect: false })
    const [one, two] = frontier.nextLevel({ lastNumber: 1, ...anything })
    assert.ok(one && two)
    const arrivals = [
      () => frontier.admit([link('/x'), link('/c')], { row: one, isRedirect: false }),
      () => frontier.admit([link('/a'), link('/x'), link('/b')], { row: two, isRedirect: false }),
    ]
    for (const index of order) arrivals[index]?.()
    const level = frontier.nextLevel({ lastNumber: 3, ...anything })
    assert.deepEqual(paths(level), ['/x', '/c', '/a', '/b'])
    assert.deepEqual(
      level.map(row => row.number),
      [4, 5, 6, 7],
    )
  }
})

test('a level that is closed early goes on in the same order, and what redirects name comes after it', () => {
  const names = ['/moved', '/b', '/closed', '/d', '/e']
  const order = (mostOfALevel: number) => {
    const { frontier, seed } = started()
    frontier.admit(
      names.map(name => link(name)),
      { row: seed, isRedirect: false },
    )
    const numbered: string[] = []
    for (let lastNumber = 1; frontier.hasUnvisited; ) {
      const first = lastNumber
      const level = frontier.nextLevel({
        lastNumber,
        refuse: row => (row.url.endsWith('/closed') ? 'robots' : null),
        take: (_row, number) => number - first <= mostOfALevel,
      })
      assert.ok(level.length <= mostOfALevel)
      for (const row of level) {
        const isMoved = row.url.endsWith('/moved')
        const found = isMoved ? [link('/target')] : [link(`${new URL(row.url).pathname}/below`)]
        if (row.depth === 1) frontier.admit(found, { row, isRedirect: isMoved })
        frontier.finish(row, 'visited', null)
        numbered.push(`${row.number} ${new URL(row.url).pathname}`)
      }
      lastNumber += level.length
      assert.equal(frontier.find(`${ORIGIN}/closed`)?.skipReason, 'robots')
    }
    return numbered
  }
  const whole = order(100)
  assert.equal(whole.length, 9)
  for (const most of [1, 2, 3, 4]) assert.deepEqual(order(most), whole)
})

test('skipUnvisited() skips for good what has a reason, sent on its way or not', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/one'), link('/two'), link('/three')], { row: seed, isRedirect: false })
  const level = frontier.nextLevel({ lastNumber: 1, ...anything, take: (_row, number) => number <= 2 })
  frontier.takeChanges()
  frontier.skipUnvisited(row => (row.url.endsWith('/two') ? null : 'looks-endless'), level)
  const { updated, restated } = frontier.takeChanges()
  const skipped = { state: 'skipped', skipReason: 'looks-endless' }
  const one = frontier.find(`${ORIGIN}/one`)
  assert.deepEqual(updated, [{ ...one, ...skipped, number: 0 }])
  assert.deepEqual(restated, [{ ...skipped, ids: Uint32Array.of(frontier.find(`${ORIGIN}/three`)?.id ?? 0) }])
  assert.deepEqual(paths(frontier.nextLevel({ lastNumber: 1, ...anything })), ['/two'])
})

test('a redirect target counts at the depth of its source and goes before deeper links', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/moved'), link('/page')], { row: seed, isRedirect: false })
  const [moved, page] = frontier.nextLevel({ lastNumber: 1, ...anything })
  assert.ok(moved && page)
  frontier.admit([link('/deeper'), link('/target')], { row: page, isRedirect: false })
  frontier.admit([link('/target')], { row: moved, isRedirect: true })
  const level = frontier.nextLevel({ lastNumber: 3, ...anything })
  assert.deepEqual(
    level.map(row => [row.url, row.depth, row.redirectDepth]),
    [[`${ORIGIN}/target`, 1, 1]],
  )
  assert.deepEqual(paths(frontier.nextLevel({ lastNumber: 4, ...anything })), ['/deeper'])
})

test('a URL first named with nofollow is visited once a followed link names it, at that depth', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/hidden', { isFollowed: false }), link('/page')], { row: seed, isRedirect: false })
  const [page] = frontier.nextLevel({ lastNumber: 1, ...anything })
  assert.ok(page)
  assert.equal(page.url, `${ORIGIN}/page`)
  frontier.admit([link('/hidden')], { row: page, isRedirect: false })
  const [hidden] = frontier.nextLevel({ lastNumber: 2, ...anything })
  assert.deepEqual([hidden?.url, hidden?.depth], [`${ORIGIN}/hidden`, 2])
})

test('nextLevel() skips what is refused and gives it no number', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/a'), link('/private'), link('/b')], { row: seed, isRedirect: false })
  const refuse = (row: { url: string }) => (row.url.endsWith('/private') ? ('robots' as const) : null)
  const level = frontier.nextLevel({ lastNumber: 1, refuse })
  assert.deepEqual(
    level.map(row => row.number),
    [2, 3],
  )
  assert.equal(frontier.find(`${ORIGIN}/private`)?.skipReason, 'robots')
})

test('planProbes() takes files, URLs elsewhere and what the limit left, each within its budget', () => {
  const { frontier, seed } = started()
  const found = [image('/i.png'), link('http://else.test/1'), link('http://else.test/2'), link('/beyond')]
  frontier.admit(found, { row: seed, isRedirect: false })
  frontier.leaveUnvisited('limit', [])
  const probes = frontier.planProbes({ resource: 10, external: 1, perExternalHost: 10, refuse: () => null })
  assert.deepEqual(paths(probes), ['/i.png', 'http://else.test/1', '/beyond'])
  assert.equal(frontier.find('http://else.test/2')?.skipReason, 'probe-budget')
  assert.equal(frontier.find(`${ORIGIN}/beyond`)?.skipReason, 'limit')
})

test('planProbes() takes a limited number of URLs of one external host', () => {
  const { frontier, seed } = started()
  const found = [1, 2, 3].map(id => link(`http://else.test/${id}`))
  frontier.admit([...found, link('http://other.test/')], { row: seed, isRedirect: false })
  const probes = frontier.planProbes({ resource: 10, external: 10, perExternalHost: 2, refuse: () => null })
  assert.deepEqual(paths(probes), ['http://else.test/1', 'http://else.test/2', 'http://other.test/'])
})

test('planProbes() leaves what waits for a later plan', () => {
  const { frontier, seed } = started()
  frontier.admit([image('/a.png'), image('/b.png')], { row: seed, isRedirect: false })
  const budgets = { resource: 10, external: 0, perExternalHost: 0, refuse: () => null }
  assert.deepEqual(paths(frontier.planProbes(budgets, ({ url }) => url.endsWith('/a.png'))), ['/b.png'])
  assert.deepEqual(paths(frontier.planProbes(budgets)), ['/a.png'])
})

test('restore() goes on where the rows say', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/a'), link('/b')], { row: seed, isRedirect: false })
  const rows = [...frontier.takeChanges().inserted, ...frontier.takeChanges().updated].map(row => ({ ...row }))
  const again = new Frontier({ scopeHost: 'site.test', maxUrls: 1_000 })
  again.restore(rows)
  assert.deepEqual(paths(again.nextLevel({ lastNumber: 1, ...anything })), ['/a', '/b'])
})

test('takeChanges() gives each row once, new rows as new', () => {
  const { frontier, seed } = started()
  frontier.takeChanges()
  frontier.admit([link('/a')], { row: seed, isRedirect: false })
  frontier.admit([image('/a')], { row: seed, isRedirect: false })
  const first = frontier.takeChanges()
  assert.deepEqual([first.inserted.length, first.updated.length], [1, 0])
  frontier.nextLevel({ lastNumber: 1, ...anything })
  const second = frontier.takeChanges()
  assert.deepEqual([second.inserted.length, second.updated.length], [0, 1])
})

test('takeChanges() gives rows by their ids when only state and reason changed', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/a'), image('/b'), image('/c'), image('/d')], { row: seed, isRedirect: false })
  frontier.leaveUnvisited('limit', [])
  const found = frontier.takeChanges()
  assert.deepEqual([found.inserted.length, found.restated], [5, []], 'a new row is given whole')
  frontier.planProbes({ resource: 2, external: 0, perExternalHost: 0, refuse: () => null })
  frontier.admit([link('/c')], { row: seed, isRedirect: false })
  const idOf = (path: string) => frontier.find(ORIGIN + path)?.id ?? 0
  const { updated, restated } = frontier.takeChanges()
  assert.deepEqual(paths(updated), ['/c'], 'a row with other changes is given whole')
  assert.deepEqual(restated, [
    { state: 'to-probe', skipReason: 'limit', ids: Uint32Array.of(idOf('/a')) },
    { state: 'to-probe', skipReason: null, ids: Uint32Array.of(idOf('/b')) },
    { state: 'skipped', skipReason: 'probe-budget', ids: Uint32Array.of(idOf('/d')) },
  ])
  assert.deepEqual(frontier.takeChanges(), { inserted: [], updated: [], restated: [] })
})

test('the number of URLs is bounded, and what is dropped is counted', () => {
  const { frontier, seed } = started(2)
  const ids = frontier.admit([link('/a'), link('/b')], { row: seed, isRedirect: false })
  assert.deepEqual([...ids], [2, 0])
  assert.equal(frontier.dropped, 1)
})

test('setScopeHost() classes known URLs anew', () => {
  const { frontier, seed } = started()
  frontier.admit([link('http://new.test/home')], { row: seed, isRedirect: true })
  frontier.setScopeHost('new.test')
  assert.deepEqual(paths(frontier.nextLevel({ lastNumber: 1, ...anything })), ['http://new.test/home'])
})

test('what only a sitemap lists is visited after all links, by URL, and then what those pages name', () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const { frontier, seed } = started()
    frontier.admit([link('/page')], { row: seed, isRedirect: false })
    frontier.admitListed([`${ORIGIN}/a`, `${ORIGIN}/b`, `${ORIGIN}/page`, `${ORIGIN}/z`])
    assert.deepEqual(paths(frontier.nextLevel({ lastNumber: 1, ...anything })), ['/page'])
    const level = frontier.nextLevel({ lastNumber: 2, ...anything })
    assert.deepEqual(
      level.map(row => [row.url.replace(ORIGIN, ''), row.number, row.depth]),
      [
        ['/a', 3, -1],
        ['/b', 4, -1],
        ['/z', 5, -1],
      ],
    )
    const [a, b] = level
    assert.ok(a && b)
    const arrivals = [
      () => frontier.admit([link('/target'), link('/y')], { row: a, isRedirect: true }),
      () => frontier.admit([link('/x'), link('/y')], { row: b, isRedirect: false }),
    ]
    for (const index of order) arrivals[index]?.()
    assert.deepEqual(
      frontier
        .nextLevel({ lastNumber: 5, ...anything })
        .map(row => [row.url.replace(ORIGIN, ''), row.depth, row.redirectDepth]),
      [
        ['/target', -1, 1],
        ['/y', -1, 1],
        ['/x', -1, 0],
      ],
    )
  }
})

test('a sitemap marks the URLs that are known, and has those visited that no link to be followed names', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/hidden', { isFollowed: false }), link('/page')], { row: seed, isRedirect: false })
  const [page] = frontier.nextLevel({ lastNumber: 1, ...anything })
  assert.ok(page)
  frontier.finish(page, 'visited', null)
  frontier.takeChanges()
  frontier.admitListed([`${ORIGIN}/hidden`, `${ORIGIN}/page`])
  const { inserted, updated } = frontier.takeChanges()
  assert.deepEqual(inserted, [])
  assert.deepEqual(
    updated.map(row => [row.url.replace(ORIGIN, ''), row.state, row.isInSitemap]),
    [
      ['/hidden', 'found', true],
      ['/page', 'visited', true],
    ],
  )
  assert.deepEqual(
    frontier.nextLevel({ lastNumber: 2, ...anything }).map(row => [row.url.replace(ORIGIN, ''), row.depth]),
    [['/hidden', 1]],
  )
})

test('listed URLs count against the bound on known URLs, and survive an interruption', () => {
  const { frontier } = started(3)
  frontier.admitListed([`${ORIGIN}/a`, `${ORIGIN}/b`, `${ORIGIN}/c`])
  assert.deepEqual([frontier.size, frontier.dropped], [3, 1])
  const again = new Frontier({ scopeHost: 'site.test', maxUrls: 3 })
  again.restore(frontier.takeChanges().inserted)
  assert.deepEqual(paths(again.nextLevel({ lastNumber: 1, ...anything })), ['/a', '/b'])
})

test('URLs that sitemaps list are marked where they are known, and none is taken in', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/page')], { row: seed, isRedirect: false })
  frontier.takeChanges()
  frontier.noteListed(
    new Map([
      [`${ORIGIN}/page`, { sitemapNumber: 2, day: 20_000 }],
      [seed.url, { sitemapNumber: 0, day: 0 }],
      [`${ORIGIN}/unknown`, { sitemapNumber: 1, day: 0 }],
    ]),
  )
  const { inserted, updated } = frontier.takeChanges()
  assert.deepEqual(inserted, [])
  assert.deepEqual(
    updated.map(row => [row.url.replace(ORIGIN, ''), row.isInSitemap, row.sitemapNumber, row.listedDay]).sort(),
    [
      ['/', true, undefined, undefined],
      ['/page', true, 2, 20_000],
    ],
  )
})

test('a row is written again for a rule of robots.txt only when that is news', () => {
  const { frontier, seed } = started()
  frontier.takeChanges()
  frontier.noteClosed(seed, 4)
  assert.deepEqual(
    frontier.takeChanges().updated.map(row => row.googlebotLine),
    [4],
  )
  frontier.noteClosed(seed, 4)
  assert.deepEqual(frontier.takeChanges().updated, [])
})

test('addList() gives the next level in the order of the list, at no known depth, and admits what its pages name', () => {
  const frontier = new Frontier({ scopeHost: 'site.test', maxUrls: 100 })
  frontier.addList([`${ORIGIN}/z`, `${ORIGIN}/a`, `${ORIGIN}/z`, `${ORIGIN}/m`])
  const refuse = (row: { url: string }) => (row.url.endsWith('/a') ? ('robots' as const) : null)
  const level = frontier.nextLevel({ lastNumber: 0, refuse })
  assert.deepEqual(
    level.map(({ url, number, depth, scope }) => [url, number, depth, scope]),
    [
      [`${ORIGIN}/z`, 1, -1, 'internal'],
      [`${ORIGIN}/m`, 2, -1, 'internal'],
    ],
  )
  const [z] = level
  assert.ok(z)
  frontier.admit([link('/m'), link('/other')], { row: z, isRedirect: false })
  frontier.leaveUnvisited('not-listed', [])
  const left = frontier.find(`${ORIGIN}/other`)
  assert.deepEqual([left?.state, left?.skipReason, left?.depth], ['found', 'not-listed', -1])
  assert.equal(frontier.find(`${ORIGIN}/m`)?.state, 'queued')
})
