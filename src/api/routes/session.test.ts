import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { describeError } from '#shared/errors.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import { TEST_PASSWORD, type TestVisitor } from '../test-visitor.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const url = 'https://example.com/'

const credentials = (username: string, password = TEST_PASSWORD) => ({ username, password })
const loggedIn = async (response: Response) => endpoints.login.response.parse(await response.json())
const whoIs = async (visitor: TestVisitor) =>
  endpoints.session.response.parse(await (await visitor.get('/api/session')).json()).user?.username ?? null
const urlsOf = async (visitor: TestVisitor) =>
  endpoints.listWebsites.response.parse(await (await visitor.get('/api/websites')).json()).map(website => website.url)

/** A visitor with no other cookie than this. */
function holderOf(test: TestApp, cookie: string): TestVisitor {
  const holder = test.visitor()
  holder.cookie = cookie
  return holder
}

async function openSignedIn(username = 'ann') {
  const test = await openTestApp()
  const accountId = await test.addAccount(username)
  const visitor = test.visitor()
  await visitor.signIn(username)
  return { test, accountId, visitor }
}

describe('POST /api/login', () => {
  it('says who it is and gives a cookie that scripts and other sites do not get', async () => {
    await using test = await openTestApp()
    const id = await test.addAccount('ann')
    const response = await test.visitor().post('/api/login', credentials(' ANN '))
    assert.deepEqual(await loggedIn(response), { user: { id, username: 'ann', role: 'user' }, movedWebsites: [] })
    const cookie = response.headers.getSetCookie().find(line => line.startsWith('sitesounder_session=')) ?? ''
    assert.match(cookie, /^sitesounder_session=[A-Za-z0-9_-]{43}; /)
    for (const attribute of ['Max-Age=43200', 'HttpOnly', 'SameSite=Lax', 'Path=/'])
      assert.ok(cookie.split('; ').includes(attribute), attribute)
    assert.doesNotMatch(cookie, /Secure|Domain/)
  })

  it('knows the device for 400 days, the longest that browsers keep a cookie', async () => {
    await using test = await openTestApp()
    await test.addAccount('ann')
    const cookies = (await test.visitor().post('/api/login', credentials('ann'))).headers.getSetCookie()
    const device = cookies.find(line => line.startsWith('sitesounder_device=')) ?? ''
    assert.equal(/; Max-Age=(\d+)/.exec(device)?.[1], `${400 * 24 * 60 * 60}`)
  })

  it('binds the cookie to the host and to https when the server is reached by https', async () => {
    await using test = await openTestApp({ publicUrl: new URL('https://audit.example.com') })
    await test.addAccount('ann')
    const visitor = test.visitor()
    const response = await visitor.post('http://audit.example.com/api/login', credentials('ann'))
    const cookie = response.headers.getSetCookie().find(line => line.startsWith('__Host-sitesounder_session=')) ?? ''
    assert.match(cookie, /; Secure/)
    assert.match(await (await visitor.get('http://audit.example.com/api/session')).text(), /"ann"/)
    const plain = holderOf(test, visitor.cookie.replace('__Host-', ''))
    assert.deepEqual(await (await plain.get('http://audit.example.com/api/session')).json(), { user: null })
  })

  it('responds alike to an unknown name, a wrong password and a disabled user', async () => {
    await using test = await openTestApp()
    await test.addAccount('ann')
    const bobId = await test.addAccount('bob')
    await test.store.accounts.setDisabled(bobId, true)
    for (const body of [credentials('unknown'), credentials('ann', 'wrong'), credentials('bob'), credentials('', '')]) {
      const response = await test.visitor().post('/api/login', body)
      assert.deepEqual([response.status, await response.text()], [401, 'Invalid username or password.'])
      assert.deepEqual(response.headers.getSetCookie(), [])
    }
  })

  it('makes a client that guesses wait, and says how long', async () => {
    await using test = await openTestApp()
    await test.addAccount('ann')
    const visitor = test.visitor()
    for (let guess = 0; guess < 5; guess++) await visitor.post('/api/login', credentials('ann', `wrong ${guess}`))
    const early = await visitor.post('/api/login', credentials('ann'))
    assert.deepEqual(
      [early.status, await early.text(), early.headers.get('retry-after')],
      [429, 'Too many attempts. Please try again in 1 second.', '1'],
    )
    test.clock.nowMs += 1_000
    assert.equal((await visitor.post('/api/login', credentials('ann'))).status, 200)
  })

  it('lets a device in at once that has signed in before, however many strangers guess, also after its user changed the password', async () => {
    await using test = await openTestApp()
    await test.addAccount('ann')
    const known = test.visitor()
    const newPassword = 'eleven quiet badgers'
    await known.signIn('ann')
    await known.post('/api/password', { currentPassword: TEST_PASSWORD, newPassword })
    await known.post('/api/logout')
    for (let guess = 0; guess < 50; guess++)
      await test.visitor(`198.51.100.${guess}`).post('/api/login', credentials('ann', `wrong ${guess}`))
    const right = credentials('ann', newPassword)
    assert.equal((await test.visitor('203.0.113.1').post('/api/login', right)).status, 429)
    assert.equal((await known.post('/api/login', right)).status, 200)
  })

  it('is refused from another site', async () => {
    await using test = await openTestApp()
    await test.addAccount('ann')
    const response = await test.visitor().post('/api/login', credentials('ann'), { origin: 'https://evil.test' })
    assert.deepEqual([response.status, response.headers.getSetCookie()], [403, []])
  })

  for (const body of [{}, { username: 'ann' }, { username: 7, password: [] }, credentials('a'.repeat(65))])
    it(`responds with 400 to ${JSON.stringify(body).slice(0, 50)}`, async () => {
      await using test = await openTestApp()
      assert.equal((await test.visitor().post('/api/login', body)).status, 400)
    })

  it('never goes on under a token that was sent, and ends the session of that token', async () => {
    const { test, visitor } = await openSignedIn()
    await using _ = test
    const former = visitor.cookie
    const randomCookie = `sitesounder_session=${'A'.repeat(43)}`
    await visitor.signIn('ann')
    assert.notEqual(visitor.cookie, former)
    assert.equal(await whoIs(holderOf(test, former)), null)
    const fixed = holderOf(test, randomCookie)
    await fixed.signIn('ann')
    assert.deepEqual([await whoIs(fixed), await whoIs(holderOf(test, randomCookie))], ['ann', null])
  })

  it('moves the visitor’s websites to the account, where departures clear nothing', async () => {
    await using test = await openTestApp()
    await test.addAccount('ann')
    const visitor = test.visitor()
    await visitor.get('/')
    const formerCookie = visitor.cookie
    const crawl = { ownerId: await visitor.ownerId(), url, pages: [], nowMs: test.clock.nowMs }
    const { websiteId } = await addCrawl(test.store, crawl)
    await visitor.post(`/api/crawl/${websiteId}/clear?after=departure`)
    const response = await visitor.post('/api/login', credentials('ann'))
    assert.deepEqual((await loggedIn(response)).movedWebsites, [])
    assert.match(visitor.cookie, /^sitesounder_session=[^;]*; sitesounder_device=[^;]*$/)
    const departure = await visitor.post(`/api/crawl/${websiteId}/clear?after=departure`)
    assert.deepEqual(await departure.json(), { message: 'The crawl data are kept while you have an account' })
    test.clock.nowMs += 24 * HOUR_MS
    while (await test.store.sweep(test.clock.nowMs, 1_000));
    await visitor.signIn('ann')
    assert.deepEqual(await urlsOf(visitor), [url])
    assert.deepEqual(await urlsOf(holderOf(test, formerCookie)), [])
  })

  it('says which website took in the visitor’s crawls of the same URL', async () => {
    const { test, visitor } = await openSignedIn()
    await using _ = test
    const nowMs = test.clock.nowMs
    const own = await addCrawl(test.store, { ownerId: await visitor.ownerId(), url, pages: [], nowMs })
    await visitor.post('/api/logout')
    await visitor.get('/')
    const given = await addCrawl(test.store, { ownerId: await visitor.ownerId(), url, pages: [], nowMs })
    const response = await visitor.post('/api/login', credentials('ann'))
    assert.deepEqual((await loggedIn(response)).movedWebsites, [{ from: given.websiteId, to: own.websiteId }])
    const result = await visitor.get(`/api/crawl/${own.websiteId}`)
    assert.equal(endpoints.crawlResult.response.parse(await result.json()).crawlId, given.crawlId)
  })

  it('hands on nothing of an account to the next one that signs in', async () => {
    const { test, visitor } = await openSignedIn()
    await using _ = test
    await test.addAccount('bob')
    await addCrawl(test.store, { ownerId: await visitor.ownerId(), url, pages: [], nowMs: test.clock.nowMs })
    await visitor.signIn('bob')
    assert.deepEqual([await whoIs(visitor), await urlsOf(visitor)], ['bob', []])
    await visitor.signIn('ann')
    assert.deepEqual(await urlsOf(visitor), [url])
  })
})

describe('a session', () => {
  it('ends when it is idle for longer than the setting says, and requests keep it alive', async () => {
    const { test, visitor } = await openSignedIn()
    await using _ = test
    for (let request = 0; request < 4; request++) {
      test.clock.nowMs += 30 * MINUTE_MS
      assert.equal(await whoIs(visitor), 'ann')
    }
    test.clock.nowMs += 30 * MINUTE_MS + 1
    assert.equal(await whoIs(visitor), null)
  })

  it('ends after its longest time, however busy it is', async () => {
    const { test, visitor } = await openSignedIn()
    await using _ = test
    for (let passed = 0; passed < 12 * HOUR_MS - 20 * MINUTE_MS; passed += 20 * MINUTE_MS) {
      test.clock.nowMs += 20 * MINUTE_MS
      assert.equal(await whoIs(visitor), 'ann')
    }
    test.clock.nowMs += 20 * MINUTE_MS
    assert.equal(await whoIs(visitor), null)
  })

  it('ends when its user is disabled', async () => {
    const { test, accountId, visitor } = await openSignedIn()
    await using _ = test
    await test.store.accounts.setDisabled(accountId, true)
    assert.equal(await whoIs(visitor), null)
  })

  it('is not opened by what was never given out', async () => {
    const { test } = await openSignedIn()
    await using _ = test
    for (const token of ['', 'x', 'A'.repeat(43), '../'.repeat(20), '%00', '1'.repeat(5_000)])
      assert.equal(await whoIs(holderOf(test, `sitesounder_session=${token}`)), null)
  })

  it('counts instead of the visitor’s cookie that is sent with it', async () => {
    const { test, visitor } = await openSignedIn()
    await using _ = test
    const other = test.visitor()
    await other.get('/')
    await addCrawl(test.store, { ownerId: await other.ownerId(), url, pages: [], nowMs: test.clock.nowMs })
    assert.deepEqual(await urlsOf(holderOf(test, `${visitor.cookie}; ${other.cookie}`)), [])
    assert.deepEqual(await urlsOf(other), [url])
  })
})

describe('POST /api/logout', () => {
  it('ends the session on the server, and the user’s websites are not shown', async () => {
    const { test, visitor } = await openSignedIn()
    await using _ = test
    await addCrawl(test.store, { ownerId: await visitor.ownerId(), url, pages: [], nowMs: test.clock.nowMs })
    const { cookie } = visitor
    const response = await visitor.post('/api/logout')
    assert.deepEqual([response.status, await response.json()], [200, { message: 'You have been logged out.' }])
    assert.match(visitor.cookie, /^sitesounder_device=[^;]*$/, 'the device stays known, and shows nothing')
    assert.deepEqual(await urlsOf(visitor), [])
    assert.equal(await whoIs(holderOf(test, cookie)), null)
  })

  it('ends this session alone, or all of the user’s', async () => {
    const { test, visitor } = await openSignedIn()
    await using _ = test
    const [second, third] = [test.visitor(), test.visitor()]
    await second.signIn('ann')
    await third.signIn('ann')
    await visitor.post('/api/logout')
    assert.deepEqual([await whoIs(second), await whoIs(third)], ['ann', 'ann'])
    await second.post('/api/logout?everywhere=true')
    assert.equal(await whoIs(third), null)
  })

  it('is the same for visitors who are not signed in', async () => {
    await using test = await openTestApp()
    assert.equal((await test.visitor().post('/api/logout')).status, 200)
  })
})

describe('POST /api/password', () => {
  const newPassword = 'quite another long one'
  const change = (visitor: TestVisitor, body: object = {}) =>
    visitor.post('/api/password', { currentPassword: TEST_PASSWORD, newPassword, ...body })

  it('changes it, goes on under a fresh token and ends all other sessions', async () => {
    const { test, visitor } = await openSignedIn()
    await using _ = test
    const other = test.visitor()
    await other.signIn('ann')
    const former = visitor.cookie
    const response = await change(visitor)
    assert.equal(response.status, 200, await response.text())
    assert.deepEqual([await whoIs(visitor), await whoIs(other)], ['ann', null])
    assert.notEqual(visitor.cookie, former)
    assert.equal(await whoIs(holderOf(test, former)), null)
    const login = async (password: string) =>
      (await test.visitor().post('/api/login', credentials('ann', password))).status
    assert.deepEqual([await login(TEST_PASSWORD), await login(newPassword)], [401, 200])
  })

  const refused: [string, object, number][] = [
    ['a wrong current password', { currentPassword: 'wrong' }, 403],
    ['a short one', { newPassword: 'short' }, 400],
    ['an endless one', { newPassword: 'a'.repeat(257) }, 400],
  ]
  for (const [name, body, status] of refused)
    it(`refuses ${name}, and all stays as it was`, async () => {
      const { test, visitor } = await openSignedIn()
      await using _ = test
      const { cookie } = visitor
      assert.deepEqual([(await change(visitor, body)).status, visitor.cookie], [status, cookie])
      assert.equal(await whoIs(visitor), 'ann')
      await test.visitor().signIn('ann')
    })
})

describe('the log', () => {
  it('holds no password, token, cookie or query of a sign-in, whatever fails', async () => {
    await using test = await openTestApp()
    await test.addAccount('ann')
    const visitor = test.visitor()
    await visitor.get('/')
    const secrets = [visitor.cookie.split('=')[1] ?? '']
    const failing: [object, string][] = [
      [test.store.attempts, 'take'],
      [test.store.accounts, 'findByName'],
      [test.store.websites, 'transfer'],
      [test.store.sessions, 'open'],
    ]
    for (const [part, name] of failing) {
      const working: unknown = Reflect.get(part, name)
      Reflect.set(part, name, () => Promise.reject(new Error(`${name} failed`)))
      const response = await visitor.post('/api/login?next=query-secret', credentials('ann'))
      assert.equal(response.status, 500)
      Reflect.set(part, name, working)
    }
    await visitor.signIn('ann')
    secrets.push(visitor.cookie.split('=')[1] ?? '')
    test.store.sessions.endAll = () => Promise.reject(new Error('endAll failed'))
    await visitor.post('/api/logout?everywhere=true')
    const text = test.logged.map(fields => JSON.stringify(fields) + describeError(fields.cause)).join('\n')
    assert.equal(test.logged.length, failing.length + 1)
    for (const secret of [...secrets, TEST_PASSWORD, 'query-secret', 'everywhere', 'sitesounder_'])
      assert.ok(secret !== '' && !text.includes(secret), secret)
  })
})
