import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkKinds } from '#shared/model.ts'
import { type FoundUrl, kindsToMask } from '#shared/outcome.ts'
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
  frontier.settle(seed, 'visited', null)
  return { frontier, seed }
}

test('nextWave() numbers by first naming page, then by position on it, whatever arrives first', () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const { frontier, seed } = started()
    frontier.admit([link('/one'), link('/two')], { row: seed, isRedirect: false })
    const [one, two] = frontier.nextWave({ lastNumber: 1, ...anything })
    assert.ok(one && two)
    const arrivals = [
      () => frontier.admit([link('/x'), link('/c')], { row: one, isRedirect: false }),
      () => frontier.admit([link('/a'), link('/x'), link('/b')], { row: two, isRedirect: false }),
    ]
    for (const index of order) arrivals[index]?.()
    const wave = frontier.nextWave({ lastNumber: 3, ...anything })
    assert.deepEqual(paths(wave), ['/x', '/c', '/a', '/b'])
    assert.deepEqual(
      wave.map(row => row.number),
      [4, 5, 6, 7],
    )
  }
})

test('a redirect target counts at the depth of its source and goes before deeper links', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/moved'), link('/page')], { row: seed, isRedirect: false })
  const [moved, page] = frontier.nextWave({ lastNumber: 1, ...anything })
  assert.ok(moved && page)
  frontier.admit([link('/deeper'), link('/target')], { row: page, isRedirect: false })
  frontier.admit([link('/target')], { row: moved, isRedirect: true })
  const wave = frontier.nextWave({ lastNumber: 3, ...anything })
  assert.deepEqual(
    wave.map(row => [row.url, row.depth, row.redirectDepth]),
    [[`${ORIGIN}/target`, 1, 1]],
  )
  assert.deepEqual(paths(frontier.nextWave({ lastNumber: 4, ...anything })), ['/deeper'])
})

test('a URL first named with nofollow is visited once a followed link names it, at that depth', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/hidden', { isFollowed: false }), link('/page')], { row: seed, isRedirect: false })
  const [page] = frontier.nextWave({ lastNumber: 1, ...anything })
  assert.ok(page)
  assert.equal(page.url, `${ORIGIN}/page`)
  frontier.admit([link('/hidden')], { row: page, isRedirect: false })
  const [hidden] = frontier.nextWave({ lastNumber: 2, ...anything })
  assert.deepEqual([hidden?.url, hidden?.depth], [`${ORIGIN}/hidden`, 2])
})

test('nextWave() skips what is refused and gives it no number', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/a'), link('/private'), link('/b')], { row: seed, isRedirect: false })
  const refuse = (row: { url: string }) => (row.url.endsWith('/private') ? ('robots' as const) : null)
  const wave = frontier.nextWave({ lastNumber: 1, refuse })
  assert.deepEqual(
    wave.map(row => row.number),
    [2, 3],
  )
  assert.equal(frontier.find(`${ORIGIN}/private`)?.skipReason, 'robots')
})

test('planProbes() takes files, addresses elsewhere and what the limit left, each within its budget', () => {
  const { frontier, seed } = started()
  const found = [image('/i.png'), link('http://else.test/1'), link('http://else.test/2'), link('/beyond')]
  frontier.admit(found, { row: seed, isRedirect: false })
  frontier.leaveUnvisited('limit', [])
  const probes = frontier.planProbes({ resource: 10, external: 1, perExternalHost: 10, refuse: () => null })
  assert.deepEqual(paths(probes), ['/i.png', 'http://else.test/1', '/beyond'])
  assert.equal(frontier.find('http://else.test/2')?.skipReason, 'probe-budget')
  assert.equal(frontier.find(`${ORIGIN}/beyond`)?.skipReason, 'limit')
})

test('planProbes() asks one host elsewhere for so many addresses only', () => {
  const { frontier, seed } = started()
  const found = [1, 2, 3].map(id => link(`http://else.test/${id}`))
  frontier.admit([...found, link('http://other.test/')], { row: seed, isRedirect: false })
  const probes = frontier.planProbes({ resource: 10, external: 10, perExternalHost: 2, refuse: () => null })
  assert.deepEqual(paths(probes), ['http://else.test/1', 'http://else.test/2', 'http://other.test/'])
})

test('restore() goes on where the rows say', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/a'), link('/b')], { row: seed, isRedirect: false })
  const rows = [...frontier.takeChanges().inserted, ...frontier.takeChanges().updated].map(row => ({ ...row }))
  const again = new Frontier({ scopeHost: 'site.test', maxUrls: 1_000 })
  again.restore(rows)
  assert.deepEqual(paths(again.nextWave({ lastNumber: 1, ...anything })), ['/a', '/b'])
})

test('takeChanges() gives each row once, new rows as new', () => {
  const { frontier, seed } = started()
  frontier.takeChanges()
  frontier.admit([link('/a')], { row: seed, isRedirect: false })
  frontier.admit([image('/a')], { row: seed, isRedirect: false })
  const first = frontier.takeChanges()
  assert.deepEqual([first.inserted.length, first.updated.length], [1, 0])
  frontier.nextWave({ lastNumber: 1, ...anything })
  const second = frontier.takeChanges()
  assert.deepEqual([second.inserted.length, second.updated.length], [0, 1])
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
  assert.deepEqual(paths(frontier.nextWave({ lastNumber: 1, ...anything })), ['http://new.test/home'])
})

test('what only a sitemap lists is visited after all links, by address, and then what those pages name', () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const { frontier, seed } = started()
    frontier.admit([link('/page')], { row: seed, isRedirect: false })
    frontier.admitListed([`${ORIGIN}/a`, `${ORIGIN}/b`, `${ORIGIN}/page`, `${ORIGIN}/z`])
    assert.deepEqual(paths(frontier.nextWave({ lastNumber: 1, ...anything })), ['/page'])
    const wave = frontier.nextWave({ lastNumber: 2, ...anything })
    assert.deepEqual(
      wave.map(row => [row.url.replace(ORIGIN, ''), row.number, row.depth]),
      [
        ['/a', 3, -1],
        ['/b', 4, -1],
        ['/z', 5, -1],
      ],
    )
    const [a, b] = wave
    assert.ok(a && b)
    const arrivals = [
      () => frontier.admit([link('/target'), link('/y')], { row: a, isRedirect: true }),
      () => frontier.admit([link('/x'), link('/y')], { row: b, isRedirect: false }),
    ]
    for (const index of order) arrivals[index]?.()
    assert.deepEqual(
      frontier
        .nextWave({ lastNumber: 5, ...anything })
        .map(row => [row.url.replace(ORIGIN, ''), row.depth, row.redirectDepth]),
      [
        ['/target', -1, 1],
        ['/y', -1, 1],
        ['/x', -1, 0],
      ],
    )
  }
})

test('a sitemap marks the addresses that are known, and has those visited that no link to be followed names', () => {
  const { frontier, seed } = started()
  frontier.admit([link('/hidden', { isFollowed: false }), link('/page')], { row: seed, isRedirect: false })
  const [page] = frontier.nextWave({ lastNumber: 1, ...anything })
  assert.ok(page)
  frontier.settle(page, 'visited', null)
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
    frontier.nextWave({ lastNumber: 2, ...anything }).map(row => [row.url.replace(ORIGIN, ''), row.depth]),
    [['/hidden', 1]],
  )
})

test('listed addresses count against the bound on known URLs, and survive an interruption', () => {
  const { frontier } = started(3)
  frontier.admitListed([`${ORIGIN}/a`, `${ORIGIN}/b`, `${ORIGIN}/c`])
  assert.deepEqual([frontier.size, frontier.dropped], [3, 1])
  const again = new Frontier({ scopeHost: 'site.test', maxUrls: 3 })
  again.restore(frontier.takeChanges().inserted)
  assert.deepEqual(paths(again.nextWave({ lastNumber: 1, ...anything })), ['/a', '/b'])
})
