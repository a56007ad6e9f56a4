import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveHttp } from '#fetch/test-server.ts'
import { runCommand } from '../support/command.ts'

test('scope says which URLs a crawl would visit, and requests robots.txt alone', async () => {
  const requested: string[] = []
  await using site = await serveHttp((request, response) => {
    requested.push(request.url ?? '')
    response.end('User-agent: *\nDisallow: /admin/\n')
  })
  const args = [
    'scope',
    site.origin,
    '/blog/a',
    '/blog/b',
    '/admin/',
    '/about',
    '--include',
    '/blog',
    '--exclude',
    '/*/b',
  ]
  const { code, stdout, stderr } = await runCommand(args)
  assert.deepEqual([code, stderr, requested], [1, '', ['/robots.txt']])
  assert.deepEqual(
    stdout.split('\n').map(line => line.split(/ {2,}/)),
    [
      ['result', 'url', 'reason'],
      ['crawled', `${site.origin}/blog/a`],
      ['not requested', `${site.origin}/blog/b`, 'excluded: /*/b'],
      ['not requested', `${site.origin}/admin/`, 'disallowed by robots.txt: line 2: Disallow: /admin/'],
      ['status only', `${site.origin}/about`, 'not included'],
      [''],
    ],
  )
})
