import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inflateSync } from 'node:zlib'
import { ELSEWHERE, ORIGIN } from './page.ts'
import { sitePages, startDemoSite } from './site.ts'

const get = (url: string) => fetch(url, { redirect: 'manual' })

describe('the demo site', () => {
  it('serves its pages, with the URLs of its own two servers in them', async () => {
    await using site = await startDemoSite()
    const isAscii = (body: string) => /^[\x00-\x7f]*$/.test(body)
    for (const { path, status } of sitePages) {
      const response = await get(new URL(path, site.url).href)
      const body = await response.text()
      assert.equal(response.status, status, path)
      assert.equal(response.headers.get('content-length'), String(Buffer.byteLength(body)), path)
      assert.ok(!body.includes(ORIGIN) && !body.includes(ELSEWHERE), path)
      assert.equal(body.includes('<meta charset="utf-8">'), path !== '/content/charset-missing', path)
      if (path === '/content/charset-missing') assert.ok(isAscii(body))
    }
  })

  it('has pictures of whole rows of the three colours that they declare (PNG, 11.2.2)', async () => {
    await using site = await startDemoSite()
    const picture = new DataView(await (await get(new URL('/img/loaf.png', site.url).href)).arrayBuffer())
    const [IHDR, IDAT] = [16, 41]
    const [width, height, bits, colourType] = [
      picture.getUint32(IHDR),
      picture.getUint32(IHDR + 4),
      picture.getUint8(IHDR + 8),
      picture.getUint8(IHDR + 9),
    ]
    const packed = new Uint8Array(picture.buffer, IDAT, picture.getUint32(IDAT - 8))
    assert.deepEqual([bits, colourType, inflateSync(packed).length], [8, 2, height * (1 + width * 3)])
  })

  it('has files, redirects, errors and a path that gets no response', async () => {
    let requests = 0
    await using site = await startDemoSite({
      onRequest: count => {
        requests = count
      },
    })
    const statuses = ['/robots.txt', '/icon.svg', '/img/loaf.png', '/gone', '/removed', '/fails', '/teapot', '/members']
    const found = await Promise.all(
      statuses.map(async path => {
        const { status, headers } = await get(new URL(path, site.url).href)
        return `${path} ${status} ${headers.get('content-type')}`
      }),
    )
    assert.deepEqual(found, [
      '/robots.txt 200 text/plain; charset=utf-8',
      '/icon.svg 200 image/svg+xml',
      '/img/loaf.png 200 image/png',
      '/gone 404 text/html; charset=utf-8',
      '/removed 410 text/html; charset=utf-8',
      '/fails 500 text/plain; charset=utf-8',
      '/teapot 418 text/plain; charset=utf-8',
      '/members 401 text/plain; charset=utf-8',
    ])
    assert.equal(requests, statuses.length)
    const loop = await get(new URL('/round-1', site.url).href)
    assert.deepEqual([loop.status >= 300 && loop.status < 400, loop.headers.has('location')], [true, true])
    await assert.rejects(get(new URL('/hangs-up', site.url).href))
    const elsewhere = async (path: string) => (await get(site.elsewhereUrl + path)).status
    assert.deepEqual(await Promise.all(['/fine', '/closed', '/gone'].map(elsewhere)), [200, 403, 404])
  })

  it('fails to begin at a port that is taken, and responds no more once it has ended', async () => {
    const site = await startDemoSite()
    const elsewherePort = Number(new URL(site.elsewhereUrl).port)
    await assert.rejects(startDemoSite({ elsewherePort }), { code: 'EADDRINUSE' })
    await (await get(site.url)).text()
    await site[Symbol.asyncDispose]()
    for (const url of [site.url, site.elsewhereUrl]) await assert.rejects(get(url))
  })
})
