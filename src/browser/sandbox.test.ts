import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandboxFlags, sandboxObstacle, withSandboxFix } from './sandbox.ts'

const AS_ROOT =
  'Chromium has no sandbox when root starts it, so that no page is rendered, measured or printed: run this program as another user, or set SITESOUNDER_CHROMIUM_SANDBOX=off to go without.'

test('a browser that root starts is refused with the reason and the fix, unless a setting says that it needs no sandbox', () => {
  const obstacles = [0, 1_000].map(userId => sandboxObstacle('required', userId))
  assert.deepEqual(obstacles, [AS_ROOT, null])
  assert.equal(sandboxObstacle('off', 0), null)
})

test('a browser goes without its sandbox by the setting alone', () =>
  assert.deepEqual([sandboxFlags('required'), sandboxFlags('off')], [[], ['--no-sandbox']]))

test('a browser that ended for want of a sandbox is reported with the fix, any other in its own words', () => {
  const words = 'No usable sandbox! If you are running on Ubuntu 23.10+ or another Linux distro …'
  assert.match(withSandboxFix(words), /^Chromium has no sandbox on this machine: allow user namespaces/)
  assert.equal(withSandboxFix('The snap is missing.'), 'The snap is missing.')
})
