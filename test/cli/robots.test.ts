import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveHttp } from '#fetch/test-server.ts'
import { runCommand } from '../support/command.ts'

test('robots tests URLs against the published file', async () => {
  await using site = await serveHttp((_, response) => void response.end('User-agent: *\nDisallow: /admin/\n'))
  const { code, stdout, stderr } = await runCommand(['robots', site.origin, '/admin/x', '/'])
  assert.deepEqual([code, stderr], [1, ''])
  const lines = stdout.split('\n').map(line => line.split(/ {2,}/))
  assert.deepEqual(lines, [
    ['result', 'line', 'url', 'rule'],
    ['blocked', '2', `${site.origin}/admin/x`, 'Disallow: /admin/'],
    ['allowed', '-', `${site.origin}/`],
    [''],
  ])
})

const misuses: [string[], RegExp][] = [
  [['robots'], /^Name a URL/],
  [['robots', 'example.com', 'admin'], /^Line 1 is neither a path nor a URL\.$/m],
  [['robots', 'changes', '7'], /^Name the draft/],
]
for (const [args, said] of misuses)
  test(`${args.join(' ')} is refused`, async () => {
    const { code, stderr } = await runCommand(args)
    assert.equal(code, 2)
    assert.match(stderr, said)
  })
