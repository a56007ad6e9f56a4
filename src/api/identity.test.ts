import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { bearerKey } from './identity.ts'
import { openTestApp } from './test-app.ts'

const body = { url: 'https://example.com' }

describe('the visitor’s cookie', () => {
  it('carries 256 bits that scripts and other sites do not get', async () => {
    await using test = await openTestApp()
    const [cookie = ''] = (await test.visitor().post('/api/crawl', body)).headers.getSetCookie()
    assert.match(cookie, /^sitesounder_visitor=[A-Za-z0-9_-]{43}; /)
    assert.match(cookie, /; HttpOnly/)
    assert.match(cookie, /; SameSite=Lax/)
    assert.match(cookie, /; Path=\//)
    assert.equal(/; Max-Age=(\d+)/.exec(cookie)?.[1], `${180 * 24 * 60 * 60}`)
    assert.doesNotMatch(cookie, /Secure|Domain/)
  })

  it('is bound to the host and to https when the server is reached by https', async () => {
    await using test = await openTestApp({ publicUrl: new URL('https://audit.example.com') })
    const visitor = test.visitor()
    const response = await visitor.post('http://audit.example.com/api/crawl', body)
    const [cookie = ''] = response.headers.getSetCookie()
    assert.match(cookie, /^__Host-sitesounder_visitor=.*; Secure/)
    const websites = await visitor.get('http://audit.example.com/api/websites')
    assert.equal(endpoints.listWebsites.response.parse(await websites.json()).length, 1)
  })

  it('opens nothing when it was never given out', async () => {
    await using test = await openTestApp()
    const owner = test.visitor()
    await owner.post('/api/crawl', body)
    for (const secret of ['', 'x', 'A'.repeat(43), '../'.repeat(20), '%00', '1'.repeat(5_000)]) {
      const response = await test.app.request('/api/websites', { headers: { cookie: `sitesounder_visitor=${secret}` } })
      assert.deepEqual(await response.json(), [])
    }
  })

  it('is replaced, not adopted, when a stranger made it up', async () => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    visitor.cookie = `sitesounder_visitor=${'A'.repeat(43)}`
    await visitor.post('/api/crawl', body)
    assert.notEqual(visitor.cookie, `sitesounder_visitor=${'A'.repeat(43)}`)
  })

  it('is not given for reading', async () => {
    await using test = await openTestApp()
    const response = await test.visitor().get('/api/websites')
    assert.deepEqual([await response.json(), response.headers.getSetCookie()], [[], []])
  })
})

describe('a departed visitor’s data', () => {
  const open = async () => {
    const test = await openTestApp()
    const visitor = test.visitor()
    await visitor.get('/')
    const { websiteId } = await addCrawl(test.store, {
      ownerId: await visitor.ownerId(),
      url: 'https://example.com/',
      pages: [{ url: 'https://example.com/' }],
      nowMs: test.clock.nowMs,
    })
    const depart = () => visitor.post(`/api/crawl/${websiteId}/clear?after=departure`)
    const isThere = async () => (await test.store.websites.find(websiteId, await visitor.ownerId())) !== null
    const passSeconds = async (seconds: number) => {
      test.clock.nowMs += seconds * 1_000
      await test.store.sweep(test.clock.nowMs, 1_000)
    }
    return { test, visitor, depart, isThere, passSeconds }
  }

  it('go when the delay has passed', async () => {
    const { test, depart, isThere, passSeconds } = await open()
    await using _ = test
    assert.equal((await depart()).status, 200)
    await passSeconds(1_799)
    assert.equal(await isThere(), true)
    await passSeconds(1)
    assert.equal(await isThere(), false)
  })

  for (const url of ['/api/websites', '/', '/?after=departure', '/dashboard', '/nothing', '/api/crawl/999'])
    it(`stay when the visitor requests ${url} before that`, async () => {
      const { test, visitor, depart, isThere, passSeconds } = await open()
      await using _ = test
      await depart()
      await visitor.get(url)
      await passSeconds(10_000)
      assert.equal(await isThere(), true)
    })

  it('go though another tab’s departure was announced in between', async () => {
    const { test, depart, isThere, passSeconds } = await open()
    await using _ = test
    await depart()
    await depart()
    await passSeconds(1_800)
    assert.equal(await isThere(), false)
  })

  it('end although another site sent the request', async () => {
    const { test, depart, isThere, passSeconds } = await open()
    await using _ = test
    await depart()
    const other = test.visitor()
    await other.get('/')
    await other.get('/api/websites')
    await passSeconds(1_800)
    assert.equal(await isThere(), false)
  })
})

const sent: [string, string | null, string | null][] = [
  ['nothing', null, null],
  ['a key', 'Bearer snd_x', 'snd_x'],
  ['the scheme in small letters', 'bearer snd_x', 'snd_x'],
  ['several blanks', 'BEARER   snd_x', 'snd_x'],
  ['no key after the scheme', 'Bearer', ''],
  ['another scheme', 'Basic dXNlcjpwYXNz', null],
  ['a scheme that only begins alike', 'Bearerx snd_x', null],
  ['a key without a scheme', 'snd_x', null],
  ['more than a key', 'Bearer snd_x, Basic y', 'snd_x, Basic y'],
]

describe('bearerKey()', () => {
  for (const [what, authorization, key] of sent)
    it(`reads ${what}`, () =>
      assert.equal(bearerKey(new Headers(authorization === null ? {} : { authorization })), key))
})
