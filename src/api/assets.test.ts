import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Hono } from 'hono'
import { readAssets, serveAssets } from './assets.ts'

describe('serveAssets()', () => {
  let folder = ''
  const app = new Hono()

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assets-test-'))
    await mkdir(path.join(folder, 'assets'))
    const files = {
      'secret.env': 'no',
      'index.html': 'no',
      'favicon.svg': '<svg/>',
      'assets/main-1.js': 'plain',
      'assets/main-1.js.br': 'brotli',
      'assets/main-1.js.gz': 'gzip',
      'assets/small-1.css': 'a{}',
    }
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
    app.use(serveAssets(await readAssets(folder)))
    app.get('*', context => context.text('not an asset', 404))
  })
  after(() => rm(folder, { recursive: true }))

  it('serves a hashed file for good', async () => {
    const response = await app.request('/assets/small-1.css')
    assert.equal(response.headers.get('content-type'), 'text/css; charset=utf-8')
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(await response.text(), 'a{}')
  })

  it('serves a file of the root for a day', async () => {
    const response = await app.request('/favicon.svg')
    assert.equal(response.headers.get('content-type'), 'image/svg+xml')
    assert.equal(response.headers.get('cache-control'), 'public, max-age=86400')
  })

  const codings: [string | null, string | null, string][] = [
    [null, null, 'plain'],
    ['gzip, deflate, br, zstd', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip', 'gzip'],
    ['br;q=0.0, gzip; q=0', null, 'plain'],
    ['identity', null, 'plain'],
  ]
  for (const [accept, coding, text] of codings)
    it(`responds to "${accept}" with ${coding ?? 'no coding'}`, async () => {
      const response = await app.request('/assets/main-1.js', {
        headers: accept === null ? {} : { 'accept-encoding': accept },
      })
      assert.equal(response.headers.get('content-encoding'), coding)
      assert.equal(response.headers.get('vary'), 'Accept-Encoding')
      assert.equal(await response.text(), text)
    })

  it('responds with 304 to who has it already, and another tag for each coding', async () => {
    const first = await app.request('/assets/main-1.js')
    const etag = first.headers.get('etag') ?? ''
    const again = await app.request('/assets/main-1.js', { headers: { 'if-none-match': etag } })
    assert.deepEqual([again.status, await again.text()], [304, ''])
    const coded = await app.request('/assets/main-1.js', { headers: { 'accept-encoding': 'br' } })
    assert.notEqual(coded.headers.get('etag'), etag)
  })

  it('knows its tag in a list, and marked as weak by a proxy', async () => {
    const etag = (await app.request('/assets/main-1.js')).headers.get('etag') ?? ''
    for (const sent of [`"other", ${etag}`, `W/${etag}`, '*']) {
      const again = await app.request('/assets/main-1.js', { headers: { 'if-none-match': sent } })
      assert.equal(again.status, 304, sent)
      assert.equal(again.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    }
    const other = await app.request('/assets/main-1.js', { headers: { 'if-none-match': '"other"' } })
    assert.equal(other.status, 200)
  })

  it('responds to HEAD without a body', async () => {
    const response = await app.request('/assets/main-1.js', { method: 'HEAD' })
    assert.deepEqual([response.status, await response.text()], [200, ''])
  })

  for (const url of [
    '/assets/../secret.env',
    '/assets/%2e%2e/secret.env',
    '/assets/..%2fsecret.env',
    '/secret.env',
    '/index.html',
    '/assets/main-1.js.br',
    '/assets/',
    '/assets/__proto__',
  ])
    it(`has nothing at ${url}`, async () => assert.equal((await app.request(url)).status, 404))
})
