import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Scope, StreamRow } from '#shared/api/contract.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { streams } from '#shared/api/streams.ts'
import { type ApiKeyScopes, apiKeyScopes } from '#shared/api-key.ts'
import { openTestApp, type TestApp } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

/** Every row of the contract, requested with every kind of key. What passes is then refused for another reason, or served. */

const refusal: Record<ApiKeyScopes, Record<Scope, string | null>> = {
  read: { read: null, crawl: 'This API key may only read.', none: 'API keys cannot do this.' },
  'read+crawl': { read: null, crawl: null, none: 'API keys cannot do this.' },
}

const rows = [
  ...Object.entries(endpoints).map(([name, row]) => ({ ...row, name, isJson: 'errors' in row })),
  ...Object.entries<StreamRow>(streams).map(([name, { scope, method = 'GET', path }]) => ({
    name,
    scope,
    method,
    path,
    isJson: false,
  })),
]

describe('what an API key may request', () => {
  let test: TestApp
  let admin: TestVisitor
  before(async () => {
    test = await openTestApp()
    await test.addAccount('admin', 'admin')
    admin = test.visitor()
    await admin.signIn('admin')
  })
  after(() => test[Symbol.asyncDispose]())

  for (const scopes of apiKeyScopes)
    it(`is what the contract says, with ${scopes}`, async () => {
      const made = await admin.post('/api/keys', { name: scopes, scopes })
      const program = test.program(endpoints.addApiKey.response.parse(await made.json()).secret)
      for (const { name, scope, method, path, isJson } of rows) {
        const url = path.replace(':id', '4711')
        const response = await (method === 'GET' ? program.get(url) : program.post(url))
        const text = await response.text()
        const expected = refusal[scopes][scope]
        if (expected === null) assert.notEqual(response.status, 403, `${name}: ${text}`)
        else {
          const told = isJson ? JSON.stringify({ message: expected }) : expected
          assert.deepEqual([response.status, text], [403, told], name)
        }
      }
    })

  it('never is what an administrator or the user alone may do', () => {
    const personal = new Set(['user', 'admin'])
    for (const [name, { access, scope }] of Object.entries(endpoints))
      if (personal.has(access)) assert.equal(scope, 'none', name)
  })

  it('never changes anything with a scope that only reads', () => {
    for (const [name, { method, scope }] of Object.entries(endpoints))
      if (method !== 'GET') assert.notEqual(scope, 'read', name)
  })
})
