import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_NAMED_SOURCES } from '#shared/limits.ts'
import { testSiteFacts } from '../test-site-facts.ts'
import { templateFindings } from './template-mistakes.ts'

const MAX_GROUPS = 1_000

/** Findings about URLs that one page each names. */
async function findingsOf(paths: readonly string[]) {
  const urls = paths.map(path => `https://site.test${path}`)
  const site = testSiteFacts({
    targets: urls.map(url => ({ url })),
    links: urls.map((to, index) => ({ from: `https://site.test/${index}`, to, kind: 'canonical' })),
  })
  async function* targets() {
    for (const url of urls)
      yield { url, problem: { message: 'Gone', manyMessage: (many: string) => `Gone at ${many} of one directory` } }
  }
  return await Array.fromAsync(
    templateFindings(site, { targets: targets(), kinds: ['canonical'], namedHow: 'named by' }),
  )
}

describe('templateFindings()', () => {
  test('groups the URLs of so many directories, and tells each URL of a further one by itself', async () => {
    const directories = Array.from({ length: MAX_GROUPS - 1 }, (_, index) => `/${index}/a`)
    const findings = await findingsOf([...directories, '/last/a', '/further/a', '/last/b', '/further/b'])
    assert.deepEqual(
      findings.map(({ url, affectedCount }) => [url, affectedCount]),
      [
        ['https://site.test/further/a', 1],
        ['https://site.test/further/b', 1],
        ...directories.map(path => [`https://site.test${path}`, 1]),
        ['https://site.test/last/a', 2],
      ],
    )
  })

  test('counts the pages of all URLs of a group, also of those that are not kept', async () => {
    for (const length of [MAX_NAMED_SOURCES, MAX_NAMED_SOURCES + 1, MAX_NAMED_SOURCES + 2]) {
      const [finding, ...others] = await findingsOf(Array.from({ length }, (_, index) => `/docs/${index}`))
      assert.deepEqual(others, [])
      assert.deepEqual([finding?.affectedCount, finding?.affectedUrls.length], [length, MAX_NAMED_SOURCES])
    }
  })
})
