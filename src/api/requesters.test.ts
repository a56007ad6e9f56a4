import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseAddressRange } from './address-range.ts'
import { requestCounter } from './requesters.ts'
import { openTestApp } from './test-app.ts'

const stylesheet = {
  mediaType: 'text/css; charset=utf-8',
  cacheControl: 'public',
  plain: { bytes: new Uint8Array(), etag: '"x"' },
}

describe('limits of requests', () => {
  it('hold for each visitor, across the API and the documents', async () => {
    await using test = await openTestApp({ requestsPerMinute: 4 })
    const visitor = test.visitor()
    await visitor.get('/')
    const other = test.visitor()
    await other.get('/')
    const statuses: number[] = []
    for (const url of ['/', '/api/websites', '/nothing', '/api/session', '/help', '/api/websites'])
      statuses.push((await visitor.get(url)).status)
    assert.deepEqual(statuses, [200, 200, 404, 200, 429, 429])
    const response = await visitor.post('/api/crawl', { url: 'example.com' })
    assert.deepEqual([response.status, await response.text()], [429, 'Too many requests. Please wait a moment.'])
    assert.equal(response.headers.get('retry-after'), '60')
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain/)
    assert.deepEqual(test.engineCalls, [])
    assert.equal((await other.get('/')).status, 200)
    test.clock.nowMs += 60_000
    assert.equal((await visitor.get('/')).status, 200)
  })

  it('hold by IP address for visitors without a cookie', async () => {
    await using test = await openTestApp({ requestsPerMinute: 2 })
    const send = async (peer: string) => (await test.visitor(peer).get('/api/websites')).status
    assert.deepEqual([await send('192.0.2.1'), await send('192.0.2.1'), await send('192.0.2.1')], [200, 200, 429])
    assert.equal(await send('192.0.2.2'), 200)
  })

  it('hold for all visitors of an IP address together, without a look into the store', async () => {
    await using test = await openTestApp({ requestsPerMinutePerAddress: 3 })
    const from = (peer: string) => test.visitor(peer)
    for (let visit = 0; visit < 3; visit++) assert.equal((await from('2001:db8::1').get('/')).status, 200)
    test.store.visitors.findOwner = () => Promise.reject(new Error('queried the store'))
    assert.equal((await from('2001:db8::2').get('/')).status, 429)
    assert.equal((await from('2001:db8::3').get('/api/websites')).status, 429)
    assert.equal((await from('2001:db8:0:1::1').get('/api/session')).status, 200)
    assert.deepEqual(test.logged, [])
  })

  it('hold for URLs and methods that there are not, too', async () => {
    await using test = await openTestApp({ requestsPerMinutePerAddress: 2 })
    const visitor = test.visitor()
    assert.equal((await visitor.get('/api/nothing')).status, 404)
    assert.equal((await visitor.post('/api/websites')).status, 405)
    for (const url of ['/api/nothing', '/robots.txt', '/nothing']) assert.equal((await visitor.get(url)).status, 429)
  })

  it('do not count built files, whose names are known to be good', async () => {
    await using test = await openTestApp({ requestsPerMinutePerAddress: 1 }, new Map([['/assets/a.css', stylesheet]]))
    for (let visit = 0; visit < 5; visit++) assert.equal((await test.visitor().get('/assets/a.css')).status, 200)
  })

  it('go by the IP address that a trusted proxy names, and by no other', async () => {
    const proxy = parseAddressRange('10.0.0.1')
    assert.ok(proxy)
    await using test = await openTestApp({
      requestsPerMinutePerAddress: 1,
      trustedProxies: [proxy],
      publicUrl: new URL('http://audit.test'),
    })
    const send = async (peer: string, client: string) =>
      (await test.visitor(peer).get('http://audit.test/api/websites', { 'x-forwarded-for': client })).status
    assert.deepEqual([await send('10.0.0.1', '192.0.2.1'), await send('10.0.0.1', '192.0.2.2')], [200, 200])
    assert.equal(await send('10.0.0.1', '192.0.2.1'), 429)
    assert.deepEqual([await send('10.0.0.2', '192.0.2.8'), await send('10.0.0.2', '192.0.2.9')], [200, 429])
  })
})

describe('a forwarded IP address from a peer that is no trusted proxy', () => {
  it('is reported to the operator once, with the setting that would trust it', async () => {
    await using test = await openTestApp({ publicUrl: new URL('http://audit.test') })
    const url = 'http://audit.test/api/websites'
    await test.visitor('10.0.0.1').get(url)
    assert.deepEqual(test.warnings, [])
    for (const header of ['x-forwarded-for', 'forwarded'])
      await test.visitor('10.0.0.1').get(url, { [header]: 'for=192.0.2.1' })
    assert.equal(test.warnings.length, 1)
    assert.match(test.warnings[0] ?? '', /SITESOUNDER_TRUSTED_PROXIES/)
  })
})

describe('requestCounter()', () => {
  it('lets so many through in each minute, for each key', () => {
    let nowMs = 60_000 * 1_000
    const count = requestCounter({ maxPerMinute: 2, now: () => nowMs })
    count('one')
    count('one')
    assert.throws(() => count('one'), { code: 'too-many', message: 'Too many requests. Please wait a moment.' })
    count('other')
    nowMs += 59_999
    assert.throws(() => count('one'))
    nowMs += 1
    count('one')
  })

  it('says how many seconds are left of the minute', () => {
    let nowMs = 60_000 * 1_000
    const count = requestCounter({ maxPerMinute: 0, now: () => nowMs })
    for (const [passedMs, retryAfterSeconds] of [
      [0, 60],
      [12_345, 48],
      [59_999, 1],
    ] as const) {
      nowMs = 60_000 * 1_000 + passedMs
      assert.throws(() => count('one'), { retryAfterSeconds })
    }
  })

  it('begins anew when the clock is set back', () => {
    let nowMs = 60_000 * 1_000
    const count = requestCounter({ maxPerMinute: 1, now: () => nowMs })
    count('one')
    nowMs -= 3_600_000
    count('one')
    assert.throws(() => count('one'))
  })

  it('remembers 100,000 keys and no more', () => {
    const count = requestCounter({ maxPerMinute: 1, now: () => 0 })
    for (let number = 0; number < 100_000; number++) count(`key ${number}`)
    assert.throws(() => count('key 0'))
    count('one too many')
    assert.throws(() => count('key 1'))
    count('key 0')
  })
})
