import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { shortTemporaryFolder } from '#browser/private-folder.ts'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { serveHttp } from '#fetch/loopback-server.ts'
import { pageSpeedSchema } from '#shared/page-speed.ts'
import { googleResponse } from '../pagespeed/google-responses.ts'
import { leftovers, untilNothingIsLeft } from '../pagespeed/leftovers.ts'
import { type Finished, runCommand } from '../support/command.ts'

/** `sitesounder pagespeed` in a process of its own: what it prints, what its exit code says, and what it leaves behind. */

let site: DemoSite
let folder: string

before(async () => {
  site = await startDemoSite()
  folder = mkdtempSync(path.join(shortTemporaryFolder(), 'speed-'))
})
after(async () => {
  await site[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

interface Options {
  env?: Record<string, string>
  onProgress?(stderr: string, child: ChildProcess): void
}

function pagespeed(args: readonly string[], { env = {}, onProgress }: Options = {}): Promise<Finished> {
  return runCommand(['pagespeed', ...args], {
    env: { TMPDIR: folder, ...env },
    onStart(child) {
      let stderr = ''
      child.stderr?.on('data', (text: string) => {
        stderr += text
        onProgress?.(stderr, child)
      })
    },
  })
}

describe('a page measured by Lighthouse', () => {
  test('is told in words, with progress on standard error', async () => {
    const { code, stdout, stderr } = await pagespeed([site.url, '--device', 'desktop'])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /Measured as desktop by Lighthouse on this machine, one run, on \d{4}-/)
    assert.match(stdout, /Lighthouse \d+\.\d+.*, Chromium \d+/)
    assert.match(stdout, /\n {2}Performance +\d+ {2}(?:Good|Needs Improvement|Poor)\n/)
    assert.match(stdout, /Lab data.*Largest Contentful Paint +[\d.]+ m?s {2}/s)
    assert.match(stdout, /Field data\n {2}None/)
    assert.match(stdout, /Opportunities\n/)
    assert.match(stderr, /Starting the browser…\n.*Measuring…\n/s)
    assert.ok(!stdout.includes('\u001b') && !stderr.includes('\u001b'), 'no colour in a pipe')
    assert.deepEqual(leftovers(folder), [])
  })

  test('that answers with an error is a sentence and code 2', async () => {
    const { code, stdout, stderr } = await pagespeed([`${site.url}gone`, '--format', 'json'])
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /The page answered with an error \(status code 404\)/)
    assert.deepEqual(leftovers(folder), [])
  })

  const signals: [signal: NodeJS.Signals, code: number | null][] = [
    ['SIGINT', 130],
    ['SIGTERM', 130],
    ['SIGKILL', null],
  ]
  for (const [signal, code] of signals) {
    test(`leaves no browser and no file behind after ${signal}`, async () => {
      let isSent = false
      const finished = await pagespeed([site.url], {
        onProgress(stderr, child) {
          if (isSent || !stderr.includes('Loading the page')) return
          isSent = true
          child.kill(signal)
        },
      })
      assert.equal(finished.code, code)
      await untilNothingIsLeft(folder)
    })
  }
})

test('--output and --format json write what a program can read', async () => {
  await using google = await serveHttp((_request, response) => void response.end(JSON.stringify(googleResponse())))
  const file = path.join(folder, 'speed.json')
  const env = { SITESOUNDER_PAGESPEED_KEY: 'a-key', SITESOUNDER_PAGESPEED_URL: google.origin }
  // An address of the public internet that nobody asks: the service is played here.
  const { code, stdout, stderr } = await pagespeed(['https://93.184.216.34/', '--format', 'json', '--output', file], {
    env,
  })
  assert.deepEqual([code, stdout], [0, ''], stderr)
  const measured = pageSpeedSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  assert.deepEqual([measured.provider, measured.performance], ['google', 92])
})

test('control characters of a report do not reach the terminal', async () => {
  const evil = '\u001b[31mred\u202e'
  const answer = googleResponse()
  answer.lighthouseResult.runWarnings = [evil]
  answer.lighthouseResult.audits['render-blocking-insight'].title = evil
  await using google = await serveHttp((_request, response) => void response.end(JSON.stringify(answer)))
  const env = { SITESOUNDER_PAGESPEED_KEY: 'a-key', SITESOUNDER_PAGESPEED_URL: google.origin }
  const { code, stdout } = await pagespeed(['https://93.184.216.34/'], { env })
  assert.equal(code, 0)
  assert.ok(stdout.includes('[U+001B][31mred[U+202E]') && !stdout.includes('\u001b') && !stdout.includes('\u202e'))
  assert.match(stdout, /Field data \(real visits of this page/)
})

const wrong: [name: string, args: string[], says: RegExp][] = [
  ['no address', [], /Name one address to measure/],
  ['an address that is none', ['ftp://x/'], /Please enter a valid URL/],
  ['another device', ['example.com', '--device', 'watch'], /--device must be one of mobile, desktop/],
  ['no run at all', ['example.com', '--runs', '0'], /--runs must be a whole number, 1 to 15/],
  ['an option of audit', ['example.com', '--limit', '3'], /--limit is no option of pagespeed/],
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
