import assert from 'node:assert/strict'
import { it } from 'node:test'
import { movedUrls, parsePathMap } from './path-map.ts'

const live = 'https://www.site.test/'
const staging = 'http://localhost:3000/'

const moves: [name: string, paths: string, url: string, expected: string][] = [
  ['the host', '', `${live}a?b=1#c`, `${staging}a?b=1#c`],
  ['the host without www', '', 'https://site.test/a', `${staging}a`],
  ['no other site', '', 'https://other.test/a', 'https://other.test/a'],
  ['a text that is no URL', '', 'robots.txt', 'robots.txt'],
  ['a folder', '/old/>/new/', `${live}old/a`, `${staging}new/a`],
  ['by the longest beginning', '/a/>/x/ /a/b/>/y/', `${live}a/b/c`, `${staging}y/c`],
  ['no other folder', '/old/>/new/', `${live}older`, `${staging}older`],
]
for (const [name, paths, url, expected] of moves)
  it(`movedUrls() moves ${name}`, () => {
    assert.equal(movedUrls({ from: live, to: staging, paths: parsePathMap(paths) ?? [] })(url), expected)
  })

it('movedUrls() leaves URLs as they are where the site is the same', () => {
  assert.equal(movedUrls({ from: live, to: `${live}start` })('https://www.site.test/a'), 'https://www.site.test/a')
})
