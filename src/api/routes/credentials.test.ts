import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endpoints } from '#shared/api/endpoints.ts'
import { credentialsSchema, type TypedCredentials } from '#shared/credentials.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const url = 'https://staging.example.com/'
const SECRETS = ['secret-value', 'secret-cookie', 'secret-password']
const typed: TypedCredentials = {
  origins: [url],
  headers: [{ name: 'X-Key', value: 'secret-value' }],
  cookies: [{ name: 'sid', value: 'secret-cookie' }],
  user: { name: 'ann', password: 'secret-password' },
}
const described = {
  origins: ['https://staging.example.com'],
  headerNames: ['X-Key'],
  cookieNames: ['sid'],
  hasUser: true,
  hasToken: false,
  hasSignIn: false,
}
const nothing = { credentials: null }

async function userOf(test: TestApp, name: string): Promise<TestVisitor> {
  await test.addAccount(name)
  const user = test.visitor()
  await user.signIn(name)
  return user
}

async function started(visitor: TestVisitor, more: { credentials?: TypedCredentials } = {}): Promise<number> {
  const response = await visitor.post('/api/crawl', { url, ...more })
  return endpoints.startCrawl.response.parse(await response.json()).websiteId
}

describe('credentials of a website', () => {
  it('are stored by its owner, and no response, row or log has a secret', async () => {
    await using test = await openTestApp()
    const ann = await userOf(test, 'ann')
    const websiteId = await started(ann, { credentials: typed })
    const path = `/api/websites/${websiteId}/credentials`
    const texts: string[] = []
    for (const each of [path, '/api/websites', `/api/crawl/${websiteId}`, `/api/websites/${websiteId}/settings`])
      texts.push(await (await ann.get(each)).text())
    assert.deepEqual(JSON.parse(texts[0] ?? ''), { credentials: described })
    assert.deepEqual(await test.store.credentials.read(websiteId), credentialsSchema.parse(typed))
    const wrong = await ann.post(path, { ...typed, token: 'secret-value' })
    assert.equal(wrong.status, 400)
    texts.push(await wrong.text(), JSON.stringify([test.logged, test.warnings, test.securityEvents]))
    for (const text of texts)
      assert.deepEqual(
        SECRETS.filter(secret => text.includes(secret)),
        [],
      )
  })

  it('are tested for signed-in users, at targets that may be crawled, and not stored', async () => {
    await using test = await openTestApp()
    const ann = await userOf(test, 'ann')
    const signIn = { url: `${url}login`, steps: [{ fields: [{ field: 'username', value: 'ann' }] }] }
    const body = { url, credentials: { origins: [url], signIn } }
    const tested = await ann.post('/api/access-test', body)
    assert.deepEqual(await tested.json(), { isAccepted: true, message: 'The website accepted them.', shown: 'Hello' })
    assert.equal((await test.visitor().post('/api/access-test', body)).status, 401)
    test.refusals.set(signIn.url, 'This address is not on the public internet.')
    const refused = await ann.post('/api/access-test', body)
    assert.deepEqual([refused.status, await refused.text()], [400, 'This address is not on the public internet.'])
    assert.deepEqual(await (await ann.get('/api/websites')).json(), [])
  })

  it('are tested a limited number of times, so that no password is guessed', async () => {
    await using test = await openTestApp()
    const ann = await userOf(test, 'ann')
    const statusOf = async () => (await ann.post('/api/access-test', { url, credentials: typed })).status
    for (let count = 0; count < 20; count++) assert.equal(await statusOf(), 200)
    assert.equal(await statusOf(), 429)
    test.clock.nowMs += 60_000
    assert.equal(await statusOf(), 200)
  })

  it('are tested by the proxy and the IP addresses of the crawl, where the operator offers them', async () => {
    const body = { url, credentials: typed, hostMap: ['staging.example.com=10.0.0.5'] }
    await using closed = await openTestApp()
    const refused = await (await userOf(closed, 'ann')).post('/api/access-test', body)
    assert.equal(refused.status, 403)
    await using test = await openTestApp({ hostMaps: 'users' })
    const ann = await userOf(test, 'ann')
    assert.equal((await ann.post('/api/access-test', body)).status, 200)
    assert.equal((await ann.post('/api/access-test', { ...body, hostMap: [], proxy: 'office' })).status, 400)
    assert.deepEqual(test.testedRoutes, [{ hostMap: body.hostMap, proxy: '' }])
  })

  it('are replaced and deleted', async () => {
    await using test = await openTestApp()
    const ann = await userOf(test, 'ann')
    const websiteId = await started(ann)
    const path = `/api/websites/${websiteId}/credentials`
    assert.deepEqual(await (await ann.get(path)).json(), nothing)
    assert.deepEqual(await (await ann.post(path, typed)).json(), { credentials: described })
    const token = { origins: [url], token: 'secret-value' }
    assert.deepEqual(await (await ann.post(path, token)).json(), {
      credentials: { ...described, headerNames: [], cookieNames: [], hasUser: false, hasToken: true },
    })
    for (let time = 0; time < 2; time++) assert.deepEqual(await (await ann.post(`${path}/delete`)).json(), nothing)
    assert.equal(await test.store.credentials.read(websiteId), null)
  })

  it('are those of its owner alone', async () => {
    await using test = await openTestApp()
    const websiteId = await started(await userOf(test, 'ann'), { credentials: typed })
    const bob = await userOf(test, 'bob')
    const path = `/api/websites/${websiteId}/credentials`
    for (const response of [await bob.get(path), await bob.post(path, typed), await bob.post(`${path}/delete`)])
      assert.deepEqual([response.status, await response.text()], [404, 'Website not found'])
    assert.notEqual(await test.store.credentials.read(websiteId), null)
  })

  it('are stored for no visitor', async () => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    const refused = await visitor.post('/api/crawl', { url, credentials: typed })
    assert.equal(refused.status, 401)
    assert.deepEqual(await (await visitor.get('/api/websites')).json(), [])
    const websiteId = await started(visitor)
    const response = await visitor.post(`/api/websites/${websiteId}/credentials`, typed)
    assert.deepEqual(
      [response.status, await response.text()],
      [401, 'Please sign in first: credentials are stored for signed-in users only.'],
    )
    assert.equal(await test.store.credentials.read(websiteId), null)
  })
})
