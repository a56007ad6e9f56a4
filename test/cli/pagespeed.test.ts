import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { shortTemporaryFolder } from '#browser/private-folder.ts'
import { serveHttp } from '#fetch/test-server.ts'
import { pageSpeedSchema } from '#shared/page-speed.ts'
import { googleResponse } from '../pagespeed/google-responses.ts'
import { type Finished, runCommand } from '../support/command.ts'

/** `sitesounder pagespeed` in a process of its own: what it prints, and what its exit code says. pagespeed.long.test.ts measures. */

let folder: string

before(() => {
  folder = mkdtempSync(path.join(shortTemporaryFolder(), 'speed-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

function pagespeed(args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  return runCommand(['pagespeed', ...args], { env: { TMPDIR: folder, ...env } })
}

test('--output and --format json write what a program can read', async () => {
  await using google = await serveHttp((_request, response) => void response.end(JSON.stringify(googleResponse())))
  const file = path.join(folder, 'speed.json')
  const env = { SITESOUNDER_PAGESPEED_KEY: 'a-key', SITESOUNDER_PAGESPEED_URL: google.origin }
  // A URL of the public internet that is never requested: the service is simulated here.
  const { code, stdout, stderr } = await pagespeed(
    ['https://93.184.216.34/', '--format', 'json', '--output', file],
    env,
  )
  assert.deepEqual([code, stdout], [0, ''], stderr)
  const measured = pageSpeedSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  assert.deepEqual([measured.provider, measured.performance], ['google', 92])
})

test('control characters of a report do not reach the terminal', async () => {
  const evil = '\u001b[31mred\u202e'
  const reply = googleResponse()
  reply.lighthouseResult.runWarnings = [evil]
  reply.lighthouseResult.audits['render-blocking-insight'].title = evil
  await using google = await serveHttp((_request, response) => void response.end(JSON.stringify(reply)))
  const env = { SITESOUNDER_PAGESPEED_KEY: 'a-key', SITESOUNDER_PAGESPEED_URL: google.origin }
  const { code, stdout } = await pagespeed(['https://93.184.216.34/'], env)
  assert.equal(code, 0)
  assert.ok(stdout.includes('[U+001B][31mred[U+202E]') && !stdout.includes('\u001b') && !stdout.includes('\u202e'))
  assert.match(stdout, /Field data \(real visits of this page/)
})

const wrong: [name: string, args: string[], says: RegExp][] = [
  ['no URL', [], /Name one URL to measure/],
  ['a second URL', ['a.example', 'b.example'], /Name one URL to measure/],
  ['a URL that is none', ['ftp://x/'], /Please enter a valid URL/],
  ['another device', ['example.com', '--device', 'watch'], /--device must be one of mobile, desktop/],
  ['no run at all', ['example.com', '--runs', '0'], /--runs must be a whole number, 1 to 15/],
  ['an option of audit', ['example.com', '--limit', '3'], /pagespeed has no option --limit/],
  ['measuring switched off', ['example.com', '--pagespeed', 'off'], /switched off/],
  ['Google without a key', ['example.com', '--pagespeed', 'google'], /API key/],
  [
    'a private address of a public server',
    ['http://127.0.0.1:8080/', '--targets', 'public'],
    /not on the public internet/,
  ],
]
for (const [name, args, says] of wrong) {
  test(`${name} is one sentence and code 2`, async () => {
    const { code, stdout, stderr } = await pagespeed(args)
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, says)
  })
}
