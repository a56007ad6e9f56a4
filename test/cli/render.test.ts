import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastFlags, runCommand } from '../support/command.ts'

test('audit --render is refused where the operator forbids it, and crawls nothing', async () => {
  const { code, stdout, stderr } = await runCommand([
    'audit',
    'http://127.0.0.1:9/',
    '--render',
    '--allow-rendering',
    'false',
    ...fastFlags,
  ])
  assert.deepEqual([code, stdout], [2, ''])
  assert.equal(stderr, 'The operator of this server does not allow the scripts of pages to be run.\n')
})
