import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFetcher, serveHttp } from '#fetch/test-server.ts'
import { fetchRobots } from './robots-by-origin.ts'
import { fetchedRobotsFile, typedRobotsFile } from './robots-file.ts'

const origin = 'https://example.com'

async function fetched(status: number, text: string) {
  await using server = await serveHttp((_, response) => {
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
  })
  await using fetcher = openFetcher()
  const deps = { fetcher, now: () => 0, pause: async () => {} }
  return fetchedRobotsFile(origin, await fetchRobots(server.origin, new AbortController().signal, deps))
}

const tests: [string, number, string, { note: string; text: string; isAllowed: boolean; line: number | null }][] = [
  ['a file', 200, 'User-agent: *\r\nDisallow: /ä', closedBy('User-agent: *\r\nDisallow: /ä', 2)],
  [
    'a missing file',
    404,
    'Not found',
    { note: 'There is no robots.txt (404): everything is allowed.', text: '', isAllowed: true, line: null },
  ],
  [
    'a failing server',
    503,
    'busy',
    { note: 'robots.txt could not be read (503): crawlers must stay away.', text: '', isAllowed: false, line: null },
  ],
]

function closedBy(text: string, line: number) {
  return { note: '', text, isAllowed: false, line }
}

for (const [name, status, sent, expected] of tests) {
  test(`a URL is tested against ${name}`, async () => {
    const file = await fetched(status, sent)
    const { isAllowed, line } = file.test(`${origin}/%C3%A4?b`, 'Googlebot')
    assert.deepEqual({ note: file.note, text: file.text, isAllowed, line }, expected)
    assert.equal(file.statusCode, status)
  })
}

test('a typed file is read as a fetched one', () => {
  const file = typedRobotsFile(origin, '\ufeffUser-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nAllow: /')
  assert.deepEqual(
    [file.ruleCount, file.test(`${origin}/`, 'gptbot').rule, file.test(`${origin}/`, 'Bingbot').rule],
    [2, 'Disallow: /', 'Allow: /'],
  )
})
