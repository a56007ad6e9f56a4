import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { endpoints } from '#shared/api/endpoints.ts'
import { API_KEYS_MAX } from '#shared/api-key.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import { TEST_PASSWORD, type TestVisitor } from '../test-visitor.ts'

const DAY_MS = 86_400_000
const WRONG = [401, 'The API key is wrong, revoked or expired.']

describe('API keys', () => {
  let test: TestApp
  let admin: TestVisitor
  let ann: TestVisitor
  let annId = 0

  before(async () => {
    test = await openTestApp({ requestsPerMinute: 1e6, requestsPerMinutePerAddress: 1e6 })
    await test.addAccount('admin', 'admin')
    annId = await test.addAccount('ann')
    admin = test.visitor()
    ann = test.visitor()
    await admin.signIn('admin')
    await ann.signIn('ann')
  })
  after(() => test[Symbol.asyncDispose]())

  const statusAndText = async (sent: Promise<Response>) => {
    const response = await sent
    return [response.status, await response.text()]
  }
  const make = async (body: object = { name: 'Build', scopes: 'read' }, visitor = ann) => {
    const response = await visitor.post('/api/keys', body)
    return endpoints.addApiKey.response.parse(await response.json())
  }
  const list = async () => endpoints.listApiKeys.response.parse(await (await ann.get('/api/keys')).json())
  const userOf = async (secret: string) => {
    const response = await test.program(secret).get('/api/session')
    return endpoints.session.response.parse(await response.json()).user?.username
  }

  it('are shown once, listed without their secret, used, and revoked', async () => {
    const { apiKey, secret } = await make({ name: '  Build  ', scopes: 'read+crawl', expiresInDays: 2 })
    const nowMs = test.clock.nowMs
    assert.deepEqual(apiKey, {
      id: apiKey.id,
      name: 'Build',
      scopes: 'read+crawl',
      createdAt: new Date(nowMs).toISOString(),
      expiresAt: new Date(nowMs + 2 * DAY_MS).toISOString(),
      lastUsedAt: null,
    })
    assert.match(secret, /^snd_[A-Za-z0-9_-]{43}$/)
    assert.deepEqual(await list(), [apiKey])
    assert.equal(await userOf(secret), 'ann')
    assert.deepEqual(await list(), [{ ...apiKey, lastUsedAt: apiKey.createdAt }])
    const revoke = () => statusAndText(ann.post(`/api/keys/${apiKey.id}/revoke`))
    assert.deepEqual(await revoke(), [200, '{"message":"The API key has been revoked"}'])
    assert.deepEqual(await list(), [])
    assert.deepEqual(await statusAndText(test.program(secret).get('/api/session')), WRONG)
    assert.deepEqual(await revoke(), [404, 'There is no such API key'])
  })

  it('belong to their user alone: not even an administrator revokes or lists them', async () => {
    const { apiKey, secret } = await make()
    for (const id of [apiKey.id, apiKey.id + 1, 4_711, '9'.repeat(20)])
      assert.deepEqual(await statusAndText(admin.post(`/api/keys/${id}/revoke`)), [404, 'There is no such API key'])
    assert.equal(await (await admin.get('/api/keys')).text(), '[]')
    assert.equal(await userOf(secret), 'ann')
    await ann.post(`/api/keys/${apiKey.id}/revoke`)
  })

  const refused: [object | string, string][] = [
    [{}, 'Enter a name for the key'],
    [{ name: '  ', scopes: 'read' }, 'Enter a name for the key'],
    [{ name: 'a'.repeat(101), scopes: 'read' }, 'The name of a key has at most 100 characters'],
    [{ name: 'x' }, 'scopes must be one of read, read+crawl'],
    [{ name: 'x', scopes: 'all' }, 'scopes must be one of read, read+crawl'],
    [{ name: 'x', scopes: ['read'] }, 'scopes must be one of read, read+crawl'],
    ...[0, 3_651, 1.5, '7', null, Number.MAX_VALUE].map((expiresInDays): [object, string] => [
      { name: 'x', scopes: 'read', expiresInDays },
      'A key expires after a whole number of days from 1 to 3650',
    ]),
    ['{', 'The body is not valid JSON'],
  ]
  for (const [body, text] of refused)
    it(`are not made of ${JSON.stringify(body).slice(0, 60)}`, async () => {
      assert.deepEqual(await statusAndText(ann.post('/api/keys', body)), [400, text])
      assert.deepEqual(await list(), [])
    })

  it('are named by whole numbers', async () => {
    for (const id of ['x', '-1', '1.5', '%00'])
      assert.deepEqual(await statusAndText(ann.post(`/api/keys/${id}/revoke`)), [
        400,
        'The key id must be a whole number',
      ])
  })

  it(`are at most ${API_KEYS_MAX} of one user, however many are requested at once`, async () => {
    const pending = Array.from({ length: API_KEYS_MAX + 5 }, () => ann.post('/api/keys', { name: 'x', scopes: 'read' }))
    const statuses = (await Promise.all(pending)).map(response => response.status)
    assert.equal(statuses.filter(status => status === 200).length, API_KEYS_MAX)
    assert.deepEqual(await statusAndText(ann.post('/api/keys', { name: 'x', scopes: 'read' })), [
      409,
      'You have 20 API keys. Revoke one before you create another.',
    ])
    for (const { id } of await list()) await ann.post(`/api/keys/${id}/revoke`)
  })

  it('are known by the header alone, not by a URL, a cookie or another scheme', async () => {
    const { apiKey, secret } = await make()
    const requests: [string, Record<string, string>][] = [
      [`?access_token=${secret}&api_key=${secret}&key=${secret}`, {}],
      ['', { cookie: `sitesounder_session=${secret}; sitesounder_visitor=${secret}; authorization=${secret}` }],
      ['', { 'x-api-key': secret }],
      ['', { authorization: `Basic ${Buffer.from(`ann:${secret}`).toString('base64')}` }],
      ['', { authorization: secret }],
    ]
    for (const [query, headers] of requests)
      assert.deepEqual(await statusAndText(test.visitor().get(`/api/session${query}`, headers)), [200, '{"user":null}'])
    await ann.post(`/api/keys/${apiKey.id}/revoke`)
  })

  it('make cookies count for nothing, in good and in bad', async () => {
    const { apiKey, secret } = await make()
    const authorization = `Bearer ${secret}`
    const byKey = await admin.get('/api/session', { authorization })
    assert.equal(endpoints.session.response.parse(await byKey.json()).user?.username, 'ann')
    assert.equal((await admin.get('/api/users', { authorization })).status, 403)
    await ann.post(`/api/keys/${apiKey.id}/revoke`)
    for (const bad of [authorization, 'Bearer', 'Bearer '])
      assert.deepEqual(await statusAndText(ann.get('/api/session', { authorization: bad })), WRONG, bad)
  })

  it('set no cookie, and need no origin', async () => {
    const { apiKey, secret } = await make({ name: 'x', scopes: 'read+crawl' })
    const foreign = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
    const response = await test.program(secret).post('/api/crawl', { url: 'https://example.com' }, foreign)
    assert.deepEqual([response.status, response.headers.getSetCookie()], [200, []])
    const { websiteId } = endpoints.startCrawl.response.parse(await response.json())
    assert.equal((await ann.get(`/api/crawl/${websiteId}`)).status, 200, 'it is its user’s')
    await ann.post(`/api/keys/${apiKey.id}/revoke`)
    const refusal = await test.program(secret).post('/api/crawl', { url: 'https://example.com' }, foreign)
    assert.equal(refusal.status, 401)
  })

  it('that are wrong get a response that says how to authenticate, and make their network wait after some', async () => {
    const program = test.program('snd_wrong', '192.0.2.7')
    const response = await program.get('/api/openapi.json')
    assert.deepEqual(await statusAndText(Promise.resolve(response)), WRONG)
    assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="Sitesounder"')
    for (let tries = 1; tries < 20; tries++) assert.equal((await program.get('/dashboard')).status, 401)
    const held = await program.post('/api/login', { username: 'ann', password: TEST_PASSWORD })
    assert.deepEqual([held.status, held.headers.get('retry-after')], [429, '1'])
    assert.equal((await test.program('snd_wrong', '192.0.2.8').get('/api/session')).status, 401)
    const person = test.visitor('192.0.2.7')
    await person.signIn('ann')
  })

  it('end with their days', async () => {
    const { apiKey, secret } = await make({ name: 'x', scopes: 'read', expiresInDays: 1 })
    const madeMs = test.clock.nowMs
    test.clock.nowMs = madeMs + DAY_MS - 1
    assert.equal(await userOf(secret), 'ann')
    test.clock.nowMs = madeMs + DAY_MS
    assert.deepEqual(await statusAndText(test.program(secret).get('/api/session')), WRONG)
    test.clock.nowMs = madeMs
    await ann.post(`/api/keys/${apiKey.id}/revoke`)
  })

  it('end when an administrator resets the password or disables the user, not when the user changes it', async () => {
    const changed = { currentPassword: TEST_PASSWORD, newPassword: 'another long enough one' }
    const first = await make()
    assert.equal((await ann.post('/api/password', changed)).status, 200)
    assert.equal(await userOf(first.secret), 'ann')
    await admin.post(`/api/users/${annId}/password`, { password: TEST_PASSWORD })
    assert.deepEqual(await statusAndText(test.program(first.secret).get('/api/session')), WRONG)
    await ann.signIn('ann')
    const second = await make()
    await admin.post(`/api/users/${annId}/disable`)
    assert.deepEqual(await statusAndText(test.program(second.secret).get('/api/session')), WRONG)
    await admin.post(`/api/users/${annId}/enable`)
    assert.deepEqual(await statusAndText(test.program(second.secret).get('/api/session')), WRONG)
  })
})
