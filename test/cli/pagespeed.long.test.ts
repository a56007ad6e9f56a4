import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { shortTemporaryFolder } from '#browser/private-folder.ts'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { leftovers, untilNothingIsLeft } from '../pagespeed/leftovers.ts'
import { type Finished, runCommand } from '../support/command.ts'

/** `sitesounder pagespeed` with the real Lighthouse, in a process of its own: what it prints, and what it leaves behind. */

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
  onProgress?(stderr: string, child: ChildProcess): void
}

function pagespeed(args: readonly string[], { onProgress }: Options = {}): Promise<Finished> {
  return runCommand(['pagespeed', ...args], {
    env: { TMPDIR: folder },
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
  test('is shown in words, with progress on standard error', async () => {
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

  test('that responds with an error is a sentence and code 2', async () => {
    const { code, stdout, stderr } = await pagespeed([`${site.url}gone`, '--format', 'json'])
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /The page responded with an error \(status code 404\)/)
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
