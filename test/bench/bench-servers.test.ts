import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { startBenchServer } from './bench-servers.ts'
import { benchSite } from './crawl/bench-site.ts'
import { writeBenchSite } from './crawl/write-bench-site.ts'
import { beyondPages } from './everything/beyond-pages.ts'
import { emptyLog, linesOf } from './everything/request-log.ts'
import { writeFiles } from './everything/write-files.ts'

test('a server of everything has what pages name, other sites too, and notes every request', async context => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-bench-'))
  const site = benchSite(60)
  const server = await startBenchServer(site, folder, { isBeyondServed: true })
  context.after(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  assert.ok(server.beyond)
  const { origin } = server
  const { otherSites, log } = server.beyond
  const beyond = beyondPages(site.pageCount, { origin, otherSites })
  const expected = writeBenchSite(site, { folder, origin, changed: beyond.addTo })
  writeFiles(beyond, folder)
  const dead = new Set([...expected.brokenImages, ...expected.brokenFiles, ...expected.brokenExternal])
  assert.ok(dead.size > 0)
  await emptyLog(log)
  const requested = [`${origin}/`, ...beyond.named]
  for (const url of requested) {
    const method = url.endsWith('.png') ? 'HEAD' : 'GET'
    const response = await fetch(url, { method })
    await response.arrayBuffer()
    assert.equal(response.status, dead.has(new URL(url).pathname) ? 404 : 200, url)
    if (response.ok) assert.match(response.headers.get('content-type') ?? '', typeOf(url), url)
  }
  assert.deepEqual(
    await linesOf(log),
    requested.map(url => `${url.endsWith('.png') ? 'HEAD' : 'GET'} ${url}`),
  )
})

function typeOf(url: string): RegExp {
  if (url.endsWith('.png')) return /^image\/png/
  if (url.endsWith('.css')) return /^text\/css/
  return url.endsWith('.js') ? /^text\/javascript/ : /^text\/html/
}
