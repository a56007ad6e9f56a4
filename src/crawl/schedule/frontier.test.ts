import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkKinds } from '#shared/model.ts'
import { type FoundUrl, kindsToMask } from '#shared/page-record.ts'
import { type ChangedUrls, newUrlCounts, unpackChanges, unpackUrls } from '#store/store.ts'
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
const paths = (rows: readonly { url: string }[]) => rows.map(row => row.url.replace(ORIGIN, ''))
const rowsOf = (frontier: Frontier, ids: readonly number[]) => ids.map(id => frontier.urls.row(id))
const nextLevel = (frontier: Frontier, options: Parameters<Frontier['nextLevel']>[0]) =>
  rowsOf(frontier, frontier.nextLevel(options))
const planProbes = (frontier: Frontier, ...options: Parameters<Frontier['planProbes']>) =>
  rowsOf(frontier, frontier.planProbes(...options))

/** A frontier that takes in what another one gave to the store. */
function restored({ found, changes }: ChangedUrls, { maxUrls = 1_000, areRowsLeft = false } = {}): Frontier {
  const frontier = new Frontier({ scopeHost: 'site.test', maxUrls })
  for (const block of found) frontier.urls.restore({ found: block, changes: null, areRowsLeft: false })
  frontier.urls.restore({ found: null, changes: changes && unpackChanges(changes), areRowsLeft })
  return frontier
}

/** What is new, and what changed of which URLs. */
function changedPaths({ found, changes, rowOf }: ChangedUrls) {
  const pathsOf = (ids: Iterable<number> = []) => paths(Array.from(ids, rowOf))
  const { changed, restated } = (changes && unpackChanges(changes)) ?? {}
  return {
    added: found.flatMap(block => paths(unpackUrls(block).map(url => ({ url })))),
    changed: pathsOf(changed?.ids),
    restated: pathsOf(restated?.ids),
  }
}

/** Rows of what changed. */
function changedRows({ changes, rowOf }: ChangedUrls) {
  return changes ? Array.from(unpackChanges(changes).changed.ids, rowOf) : []
}

function started(maxUrls = 1_000) {
  const frontier = new Frontier({ scopeHost: 'site.test', maxUrls })
  const seed = frontier.addSeed(`${ORIGIN}/`)
  frontier.finish(seed.id, 'visited', null)
  return { frontier, seed }
}

test('nextLevel() numbers by first naming page, then by position on it, whatever arrives first', () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const { frontier, seed } = started()
    frontier.admit([link('/one'), link('/two')], { id: seed.id, isRedirect: false })
    const [one, two] = nextLevel(frontier, { lastNumber: 1, ...anything })
    assert.ok(one && two)
    const arrivals = [
      () => frontier.admit([link('/x'), link('/c')], { id: one.id, isRedirect: false }),
      () => frontier.admit([link('/a'), link('/x'), link('/b')], { id: two.id, isRedirect: false }),
    ]
    for (const index of order) arrivals[index]?.()
    const level = nextLevel(frontier, { lastNumber: 3, ...anything })
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
      { id: seed.id, isRedirect: false },
    )
    const numbered: string[] = []
    for (let lastNumber = 1; frontier.urls.hasUnvisited; ) {
      const first = lastNumber
      const level = nextLevel(frontier, {
        lastNumber,
        refuse: row => (row.url.endsWith('/closed') ? 'robots' : null),
        take: (_row, number) => number - first <= mostOfALevel,
      })
      assert.ok(level.length <= mostOfALevel)
      for (const row of level) {
        const isMoved = row.url.endsWith('/moved')
        const found = isMoved ? [link('/target')] : [link(`${new URL(row.url).pathname}/below`)]
        if (row.depth === 1) frontier.admit(found, { id: row.id, isRedirect: isMoved })
        frontier.finish(row.id, 'visited', null)
        numbered.push(`${row.number} ${new URL(row.url).pathname}`)
      }
      lastNumber += level.length
      assert.equal(frontier.urls.find(`${ORIGIN}/closed`)?.skipReason, 'robots')
    }
    return numbered
  }
  const whole = order(100)
  assert.equal(whole.length, 9)
  for (const most of [1, 2, 3, 4]) assert.deepEqual(order(most), whole)
})

test('skipUnvisited() skips for good what has a reason, sent on its way or not', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/one'), link('/two'), link('/three')], { id: seed.id, isRedirect: false })
  const level = frontier.nextLevel({ lastNumber: 1, ...anything, take: (_row, number) => number <= 2 })
  frontier.urls.takeChanges()
  frontier.skipUnvisited(row => (row.url.endsWith('/two') ? null : 'looks-endless'), level)
  const taken = frontier.urls.takeChanges()
  assert.deepEqual(changedPaths(taken), { added: [], changed: ['/one'], restated: ['/three'] })
  assert.deepEqual(
    Array.from(taken.decided, taken.rowOf).map(({ state, skipReason, number }) => [state, skipReason, number]),
    [
      ['skipped', 'looks-endless', 0],
      ['skipped', 'looks-endless', 0],
    ],
  )
  assert.deepEqual(paths(nextLevel(frontier, { lastNumber: 1, ...anything })), ['/two'])
})

test('a redirect target counts at the depth of its source and goes before deeper links', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/moved'), link('/page')], { id: seed.id, isRedirect: false })
  const [moved, page] = nextLevel(frontier, { lastNumber: 1, ...anything })
  assert.ok(moved && page)
  frontier.admit([link('/deeper'), link('/target')], { id: page.id, isRedirect: false })
  frontier.admit([link('/target')], { id: moved.id, isRedirect: true })
  const level = nextLevel(frontier, { lastNumber: 3, ...anything })
  assert.deepEqual(
    level.map(row => [row.url, row.depth, row.redirectDepth]),
    [[`${ORIGIN}/target`, 1, 1]],
  )
  assert.deepEqual(paths(nextLevel(frontier, { lastNumber: 4, ...anything })), ['/deeper'])
})

test('a URL first named with nofollow is visited once a followed link names it, at that depth', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/hidden', { isFollowed: false }), link('/page')], { id: seed.id, isRedirect: false })
  const [page] = nextLevel(frontier, { lastNumber: 1, ...anything })
  assert.ok(page)
  assert.equal(page.url, `${ORIGIN}/page`)
  frontier.admit([link('/hidden')], { id: page.id, isRedirect: false })
  const [hidden] = nextLevel(frontier, { lastNumber: 2, ...anything })
  assert.deepEqual([hidden?.url, hidden?.depth], [`${ORIGIN}/hidden`, 2])
})

test('nextLevel() skips what is refused and gives it no number', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/a'), link('/private'), link('/b')], { id: seed.id, isRedirect: false })
  const refuse = (row: { url: string }) => (row.url.endsWith('/private') ? ('robots' as const) : null)
  const level = nextLevel(frontier, { lastNumber: 1, refuse })
  assert.deepEqual(
    level.map(row => row.number),
    [2, 3],
  )
  assert.equal(frontier.urls.find(`${ORIGIN}/private`)?.skipReason, 'robots')
})

test('planProbes() takes files, URLs elsewhere and what the limit left, each within its budget', () => {
  const { frontier, seed } = started()
  const found = [image('/i.png'), link('http://else.test/1'), link('http://else.test/2'), link('/beyond')]
  frontier.admit(found, { id: seed.id, isRedirect: false })
  frontier.leaveUnvisited('limit', [])
  const probes = planProbes(frontier, { resource: 10, external: 1, perExternalHost: 10, refuse: () => null })
  assert.deepEqual(paths(probes), ['/i.png', 'http://else.test/1', '/beyond'])
  assert.equal(frontier.urls.find('http://else.test/2')?.skipReason, 'probe-budget')
  assert.equal(frontier.urls.find(`${ORIGIN}/beyond`)?.skipReason, 'limit')
})

test('planProbes() takes a limited number of URLs of one external host', () => {
  const { frontier, seed } = started()
  const found = [1, 2, 3].map(id => link(`http://else.test/${id}`))
  frontier.admit([...found, link('http://other.test/')], { id: seed.id, isRedirect: false })
  const probes = planProbes(frontier, { resource: 10, external: 10, perExternalHost: 2, refuse: () => null })
  assert.deepEqual(paths(probes), ['http://else.test/1', 'http://else.test/2', 'http://other.test/'])
})

test('planProbes() leaves what waits for a later plan', () => {
  const { frontier, seed } = started()
  frontier.admit([image('/a.png'), image('/b.png')], { id: seed.id, isRedirect: false })
  const budgets = { resource: 10, external: 0, perExternalHost: 0, refuse: () => null }
  assert.deepEqual(paths(planProbes(frontier, budgets, ({ url }) => url.endsWith('/a.png'))), ['/b.png'])
  assert.deepEqual(paths(planProbes(frontier, budgets)), ['/a.png'])
})

test('restore() goes on where the log ends', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/a'), image('/i.png'), link('/b')], { id: seed.id, isRedirect: false })
  const again = restored(frontier.urls.takeChanges())
  assert.deepEqual([...again.urls.waitingOrigins()], [ORIGIN])
  assert.deepEqual(paths(nextLevel(again, { lastNumber: 1, ...anything })), ['/a', '/b'])
  assert.equal(again.urls.hasUnvisited, false)
  const [added] = again.admit([link('/c')], { id: seed.id, isRedirect: false })
  assert.equal(added, 5, 'ids go on')
  assert.deepEqual(again.urls.row(2), { ...frontier.urls.row(2), state: 'queued', number: 2 })
})

test('a URL whose row may not have been written is given again', () => {
  const { frontier, seed } = started()
  frontier.admit([image('/a'), image('/b')], { id: seed.id, isRedirect: false })
  frontier.planProbes({ resource: 0, external: 0, perExternalHost: 0, refuse: () => null })
  const taken = frontier.urls.takeChanges()
  const again = restored(taken, { areRowsLeft: true }).urls.takeChanges()
  assert.deepEqual(again.decided, taken.decided)
  assert.deepEqual(again.urlCounts, newUrlCounts(), 'it is counted once')
  assert.equal(restored(taken).urls.takeChanges().changes, null)
})

test('takeChanges() gives each URL once, new ones as new', () => {
  const { frontier, seed } = started()
  frontier.urls.takeChanges()
  frontier.admit([link('/a')], { id: seed.id, isRedirect: false })
  frontier.admit([image('/a')], { id: seed.id, isRedirect: false })
  assert.deepEqual(changedPaths(frontier.urls.takeChanges()), { added: ['/a'], changed: ['/a'], restated: [] })
  nextLevel(frontier, { lastNumber: 1, ...anything })
  assert.deepEqual(changedPaths(frontier.urls.takeChanges()), { added: [], changed: ['/a'], restated: [] })
})

test('takeChanges() gives state and reason alone where nothing else changed, and counts', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/a'), image('/b'), image('/c'), image('/d')], { id: seed.id, isRedirect: false })
  frontier.leaveUnvisited('limit', [])
  const first = frontier.urls.takeChanges()
  assert.deepEqual(changedPaths(first).restated, [], 'a new one is given whole')
  assert.equal(first.urlCounts.found, 5)
  frontier.planProbes({ resource: 2, external: 0, perExternalHost: 0, refuse: () => null })
  frontier.admit([link('/c')], { id: seed.id, isRedirect: false })
  const second = frontier.urls.takeChanges()
  assert.deepEqual(changedPaths(second), { added: [], changed: ['/c'], restated: ['/a', '/b', '/d'] })
  const expected = { ...newUrlCounts(), toProbe: 2, skipped: new Map([['probe-budget', 2]]) }
  assert.deepEqual(second.urlCounts, expected)
  assert.deepEqual(paths(Array.from(second.decided, second.rowOf)), ['/c', '/d'])
  assert.equal(frontier.urls.takeChanges().changes, null)
})

test('the number of URLs is bounded, and what is dropped is counted', () => {
  const { frontier, seed } = started(2)
  const ids = frontier.admit([link('/a'), link('/b')], { id: seed.id, isRedirect: false })
  assert.deepEqual([...ids], [2, 0])
  assert.equal(frontier.dropped, 1)
})

test('setScopeHost() classes known URLs anew', () => {
  const { frontier, seed } = started()
  frontier.admit([link('http://new.test/home')], { id: seed.id, isRedirect: true })
  frontier.urls.setScopeHost('new.test')
  assert.deepEqual(paths(nextLevel(frontier, { lastNumber: 1, ...anything })), ['http://new.test/home'])
})

test('what only a sitemap lists is visited after all links, by URL, and then what those pages name', () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const { frontier, seed } = started()
    frontier.admit([link('/page')], { id: seed.id, isRedirect: false })
    frontier.admitListed([`${ORIGIN}/a`, `${ORIGIN}/b`, `${ORIGIN}/page`, `${ORIGIN}/z`])
    assert.deepEqual(paths(nextLevel(frontier, { lastNumber: 1, ...anything })), ['/page'])
    const level = nextLevel(frontier, { lastNumber: 2, ...anything })
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
      () => frontier.admit([link('/target'), link('/y')], { id: a.id, isRedirect: true }),
      () => frontier.admit([link('/x'), link('/y')], { id: b.id, isRedirect: false }),
    ]
    for (const index of order) arrivals[index]?.()
    assert.deepEqual(
      nextLevel(frontier, { lastNumber: 5, ...anything }).map(row => [
        row.url.replace(ORIGIN, ''),
        row.depth,
        row.redirectDepth,
      ]),
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
  frontier.admit([link('/hidden', { isFollowed: false }), link('/page')], { id: seed.id, isRedirect: false })
  const [page] = nextLevel(frontier, { lastNumber: 1, ...anything })
  assert.ok(page)
  frontier.finish(page.id, 'visited', null)
  frontier.urls.takeChanges()
  frontier.admitListed([`${ORIGIN}/hidden`, `${ORIGIN}/page`])
  const taken = frontier.urls.takeChanges()
  assert.deepEqual(taken.found, [])
  assert.deepEqual(
    changedRows(taken).map(row => [row.url.replace(ORIGIN, ''), row.state, row.isInSitemap]),
    [
      ['/hidden', 'found', true],
      ['/page', 'visited', true],
    ],
  )
  assert.deepEqual(
    nextLevel(frontier, { lastNumber: 2, ...anything }).map(row => [row.url.replace(ORIGIN, ''), row.depth]),
    [['/hidden', 1]],
  )
})

test('listed URLs count against the bound on known URLs, and survive an interruption', () => {
  const { frontier } = started(3)
  frontier.admitListed([`${ORIGIN}/a`, `${ORIGIN}/b`, `${ORIGIN}/c`])
  assert.deepEqual([frontier.urls.size, frontier.dropped], [3, 1])
  const again = restored(frontier.urls.takeChanges(), { maxUrls: 3 })
  assert.deepEqual(paths(nextLevel(again, { lastNumber: 1, ...anything })), ['/a', '/b'])
})

test('URLs that sitemaps list are marked where they are known, and none is taken in', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/page')], { id: seed.id, isRedirect: false })
  frontier.urls.takeChanges()
  frontier.noteListed(
    new Map([
      [`${ORIGIN}/page`, { sitemapNumber: 2, day: 20_000 }],
      [seed.url, { sitemapNumber: 0, day: 0 }],
      [`${ORIGIN}/unknown`, { sitemapNumber: 1, day: 0 }],
    ]),
  )
  const taken = frontier.urls.takeChanges()
  assert.deepEqual(taken.found, [])
  assert.deepEqual(
    changedRows(taken)
      .map(row => [row.url.replace(ORIGIN, ''), row.isInSitemap, row.sitemapNumber, row.listedDay])
      .sort(),
    [
      ['/', true, undefined, undefined],
      ['/page', true, 2, 20_000],
    ],
  )
})

test('a row is written again for a rule of robots.txt only when that is news', () => {
  const { frontier, seed } = started()
  frontier.urls.takeChanges()
  frontier.noteClosed(seed.id, 4)
  assert.deepEqual(
    changedRows(frontier.urls.takeChanges()).map(row => row.googlebotLine),
    [4],
  )
  frontier.noteClosed(seed.id, 4)
  assert.equal(frontier.urls.takeChanges().changes, null)
})

test('addList() gives the next level in the order of the list, at no known depth, and admits what its pages name', () => {
  const frontier = new Frontier({ scopeHost: 'site.test', maxUrls: 100 })
  frontier.addList([`${ORIGIN}/z`, `${ORIGIN}/a`, `${ORIGIN}/z`, `${ORIGIN}/m`])
  const refuse = (row: { url: string }) => (row.url.endsWith('/a') ? ('robots' as const) : null)
  const level = nextLevel(frontier, { lastNumber: 0, refuse })
  assert.deepEqual(
    level.map(({ url, number, depth, scope }) => [url, number, depth, scope]),
    [
      [`${ORIGIN}/z`, 1, -1, 'internal'],
      [`${ORIGIN}/m`, 2, -1, 'internal'],
    ],
  )
  const [z] = level
  assert.ok(z)
  frontier.admit([link('/m'), link('/other')], { id: z.id, isRedirect: false })
  frontier.leaveUnvisited('not-listed', [])
  const left = frontier.urls.find(`${ORIGIN}/other`)
  assert.deepEqual([left?.state, left?.skipReason, left?.depth], ['found', 'not-listed', -1])
  assert.equal(frontier.urls.find(`${ORIGIN}/m`)?.state, 'queued')
})
