import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { exportFormats } from '#report/export/index.ts'
import { startTestSite, type TestSite } from '../site/site.ts'
import { openTestProduct, startTestCrawl, temporaryFolder, waitForEnd } from '../support/product.ts'
import { assertSameText } from '../support/same-text.ts'

/** A crawl whose process was killed goes on at the next start and ends in the same report. */

const CHILD = path.join(import.meta.dirname, '..', 'support', 'crawl-child.ts')
/** The process is killed when the site gets this request: at the start, in the middle, among the probes, at the end. */
const killAtRequest = [2, 10, 40, 75, 110, 130, 150, 160]

let onRequest: (count: number) => unknown = () => {}
let requests = 0
const startCountedSite = (): Promise<TestSite> => startTestSite({ onRequest: () => onRequest(++requests) })

async function reportOf(folder: string, url: string): Promise<string> {
  await using opened = await openTestProduct({ folder })
  const crawlId = await startTestCrawl(opened.product, { url })
  const crawl = await waitForEnd(opened.product, crawlId)
  assert.deepEqual(opened.logged, [])
  let text = ''
  for await (const part of exportFormats.json.write({ reading: opened.product.store.reading, crawl, isStable: true }))
    text += part
  return text
}

async function crawlUntilKilled(folder: string, site: TestSite, atRequest: number): Promise<NodeJS.Signals | null> {
  requests = 0
  const child = spawn(process.execPath, [CHILD, folder, site.url], { stdio: ['ignore', 'inherit', 'inherit'] })
  onRequest = count => {
    if (count === atRequest) child.kill('SIGKILL')
  }
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals | null>()
  child.once('exit', (_code, signal) => resolve(signal))
  const signal = await promise
  onRequest = () => {}
  return signal
}

/** The process is asked to end, and ends in good order, when the site gets this request. */
const closeAtRequest = [60, 120, 135, 175, 182, 186]

async function crawlUntilClosed(folder: string, site: TestSite, atRequest: number): Promise<void> {
  requests = 0
  const reached = Promise.withResolvers<void>()
  onRequest = count => count === atRequest && reached.resolve()
  const opened = await openTestProduct({ folder })
  const crawlId = await startTestCrawl(opened.product, { url: site.url })
  await Promise.race([reached.promise, waitForEnd(opened.product, crawlId)])
  await opened[Symbol.asyncDispose]()
  onRequest = () => {}
}

test('a crawl whose process was closed in good order goes on where it was and ends in the same report', async context => {
  await using site = await startCountedSite()
  const undisturbed = temporaryFolder()
  const expected = await reportOf(undisturbed, site.url)
  await rm(undisturbed, { recursive: true, force: true })
  for (const atRequest of closeAtRequest) {
    await context.test(`closed at request ${atRequest}`, async () => {
      const folder = temporaryFolder()
      await crawlUntilClosed(folder, site, atRequest)
      assertSameText(await reportOf(folder, site.url), expected)
      await rm(folder, { recursive: true, force: true })
    })
  }
})

test('a crawl killed at any moment is taken up again and ends in the same report', async context => {
  await using site = await startCountedSite()
  const undisturbed = temporaryFolder()
  const expected = await reportOf(undisturbed, site.url)
  await rm(undisturbed, { recursive: true, force: true })
  let kills = 0
  for (const atRequest of killAtRequest) {
    await context.test(`killed at request ${atRequest}`, async () => {
      const folder = temporaryFolder()
      const signal = await crawlUntilKilled(folder, site, atRequest)
      if (signal === 'SIGKILL') kills++
      assertSameText(await reportOf(folder, site.url), expected)
      await rm(folder, { recursive: true, force: true })
    })
  }
  assert.ok(kills >= killAtRequest.length - 1, `only ${kills} of the processes were really killed`)
})
