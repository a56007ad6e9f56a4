import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireWebsiteId } from './website-id.ts'

test('requireWebsiteId() refuses to ask about no website', () => {
  assert.equal(requireWebsiteId(7), 7)
  assert.throws(() => requireWebsiteId(null), { message: 'No website ID provided' })
})
