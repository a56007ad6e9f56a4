import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestApp } from './test-app.ts'
import { TEST_PASSWORD } from './test-visitor.ts'

describe('the security log', () => {
  it('says who signed in and out, and who was refused, without a name or a password', async () => {
    await using test = await openTestApp()
    const accountId = await test.addAccount('ann')
    const visitor = test.visitor()
    await visitor.post('/api/login', { username: 'secret-typed-as-name', password: 'wrong-password' })
    await visitor.post('/api/login', { username: 'ann', password: TEST_PASSWORD })
    await visitor.post('/api/logout')
    assert.deepEqual(
      test.securityEvents.map(({ action, outcome, accountId }) => [action, outcome, accountId]),
      [
        ['sign-in', 'unauthorized', null],
        ['sign-in', 'done', accountId],
        ['sign-out', 'done', accountId],
      ],
    )
    assert.ok(test.securityEvents.every(({ network }) => network !== ''))
    assert.doesNotMatch(JSON.stringify(test.securityEvents), /secret-typed|wrong-password|"ann"/)
  })

  it('logs changes of accounts and keys, whom they concern, and attempts by those who may not', async () => {
    await using test = await openTestApp()
    const annId = await test.addAccount('ann')
    const adminId = await test.addAccount('boss', 'admin')
    const ann = test.visitor()
    await ann.signIn('ann')
    const admin = test.visitor()
    await admin.signIn('boss')
    test.securityEvents.length = 0
    await ann.post(`/api/users/${adminId}/disable`)
    await ann.post('/api/keys', { name: 'a key', scopes: 'read' })
    await admin.post(`/api/users/${annId}/disable`)
    assert.deepEqual(
      test.securityEvents.map(({ action, outcome, accountId, subject }) => [action, outcome, accountId, subject]),
      [
        ['disabling of a user', 'forbidden', null, undefined],
        ['new API key', 'done', annId, undefined],
        ['disabling of a user', 'done', adminId, String(annId)],
      ],
    )
  })

  it('says nothing of everyday requests', async () => {
    await using test = await openTestApp()
    await test.visitor().get('/api/session')
    await test.visitor().post('/api/crawl', { url: 'https://example.com/' })
    assert.deepEqual(test.securityEvents, [])
  })
})
