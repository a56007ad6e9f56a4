import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWebsiteAccess } from './contract.ts'

test('isWebsiteAccess() knows the rows about one website', () => {
  const rows = (['anyone', 'view', 'edit', 'own', 'user', 'admin'] as const).filter(isWebsiteAccess)
  assert.deepEqual(rows, ['view', 'edit', 'own'])
})
