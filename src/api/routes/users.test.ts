import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { openTestApp } from '../test-app.ts'
import { TEST_PASSWORD, type TestVisitor } from '../test-visitor.ts'

async function openWithAdmin() {
  const test = await openTestApp()
  const adminId = await test.addAccount('admin', 'admin')
  const admin = test.visitor()
  await admin.signIn('admin')
  return { test, admin, adminId }
}

const list = async (admin: TestVisitor) =>
  endpoints.listUsers.response.parse(await (await admin.get('/api/users')).json())
const add = async (admin: TestVisitor, body: object) =>
  endpoints.addUser.response.parse(await (await admin.post('/api/users', body)).json())
const reset = async (admin: TestVisitor, id: number, body: object = {}) =>
  endpoints.resetPassword.response.parse(await (await admin.post(`/api/users/${id}/password`, body)).json())

describe('GET /api/users', () => {
  it('lists them with their websites, and never a password', async () => {
    const { test, admin, adminId } = await openWithAdmin()
    await using _ = test
    const nowMs = test.clock.nowMs
    await addCrawl(test.store, { ownerId: await admin.ownerId(), url: 'https://a.test/', pages: [], nowMs })
    const { user } = await add(admin, { username: 'ann', role: 'user' })
    const response = await admin.get('/api/users')
    assert.doesNotMatch(await response.clone().text(), /argon2|[Hh]ash|password/)
    const at = '2026-01-02T12:00:00.000Z'
    assert.deepEqual(endpoints.listUsers.response.parse(await response.json()), [
      {
        id: adminId,
        username: 'admin',
        role: 'admin',
        isBuiltIn: true,
        isDisabled: false,
        createdAt: at,
        lastSignInAt: at,
        websiteCount: 1,
      },
      {
        id: user.id,
        username: 'ann',
        role: 'user',
        isBuiltIn: false,
        isDisabled: false,
        createdAt: at,
        lastSignInAt: null,
        websiteCount: 0,
      },
    ])
  })
})

describe('POST /api/users', () => {
  it('makes a user with a password that is shown once', async () => {
    const { test, admin } = await openWithAdmin()
    await using _ = test
    const { user, generatedPassword } = await add(admin, { username: 'ann', role: 'user' })
    assert.ok(generatedPassword)
    const body = { username: 'ann', password: generatedPassword }
    assert.equal((await test.visitor().post('/api/login', body)).status, 200)
    assert.equal((await list(admin)).find(each => each.id === user.id)?.username, 'ann')
  })

  it('takes the password that the admin chose, and does not repeat it', async () => {
    const { test, admin } = await openWithAdmin()
    await using _ = test
    assert.equal((await add(admin, { username: 'ann', role: 'user', password: TEST_PASSWORD })).generatedPassword, null)
    await test.visitor().signIn('ann')
  })

  const refused: [string, object, number][] = [
    ['a name that is taken', { username: 'ADMIN', role: 'user' }, 409],
    ['a name that looks like markup', { username: '<b>', role: 'user' }, 400],
    ['no name', { username: ' ', role: 'user' }, 400],
    ['a role that is none', { username: 'ann', role: 'owner' }, 400],
    ['a short password', { username: 'ann', role: 'user', password: 'short' }, 400],
  ]
  for (const [name, body, status] of refused)
    it(`refuses ${name}`, async () => {
      const { test, admin } = await openWithAdmin()
      await using _ = test
      assert.equal((await admin.post('/api/users', body)).status, status)
      assert.equal((await list(admin)).length, 1)
    })
})

describe('what an admin does to a user', () => {
  async function openWithUser() {
    const { test, admin, adminId } = await openWithAdmin()
    const id = await test.addAccount('ann')
    const user = test.visitor()
    await user.signIn('ann')
    const isSignedIn = async () =>
      endpoints.session.response.parse(await (await user.get('/api/session')).json()).user !== null
    return { test, admin, adminId, user, id, isSignedIn }
  }

  it('resets the password, which ends the user’s sessions', async () => {
    const { test, admin, id, isSignedIn } = await openWithUser()
    await using _ = test
    const { generatedPassword } = await reset(admin, id)
    assert.equal(await isSignedIn(), false)
    const login = async (password: string) =>
      (await test.visitor().post('/api/login', { username: 'ann', password })).status
    assert.deepEqual([await login(TEST_PASSWORD), await login(generatedPassword ?? '')], [401, 200])
    assert.deepEqual(await reset(admin, id, { password: 'chosen by the admin' }), { generatedPassword: null })
    assert.equal(await login('chosen by the admin'), 200)
  })

  it('disables and enables', async () => {
    const { test, admin, user, id, isSignedIn } = await openWithUser()
    await using _ = test
    assert.equal((await admin.post(`/api/users/${id}/disable`)).status, 200)
    assert.deepEqual([await isSignedIn(), (await list(admin))[1]?.isDisabled], [false, true])
    assert.equal((await admin.post(`/api/users/${id}/enable`)).status, 200)
    assert.equal(await isSignedIn(), false)
    await user.signIn('ann')
  })

  it('never disables oneself', async () => {
    const { test, admin, adminId } = await openWithUser()
    await using _ = test
    assert.equal((await admin.post(`/api/users/${adminId}/disable`)).status, 409)
    assert.equal((await list(admin))[0]?.isDisabled, false)
  })

  for (const [id, status, text] of [
    ['4711', 404, 'There is no such user'],
    ['9'.repeat(40), 404, 'There is no such user'],
    ['x', 400, 'The user id must be a whole number'],
    ['-1', 400, 'The user id must be a whole number'],
  ] as const)
    it(`responds with ${status} to the id ${id}`, async () => {
      const { test, admin } = await openWithUser()
      await using _ = test
      for (const action of ['password', 'disable', 'enable']) {
        const response = await admin.post(`/api/users/${id}/${action}`, {})
        assert.deepEqual([response.status, await response.text()], [status, text])
      }
    })
})
