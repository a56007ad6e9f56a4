import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { MeasurePageSpeed, SpeedQuestion } from '#crawl/page-speed/measure-page-speed.ts'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { exportFormats } from '#report/export/index.ts'
import type { CrawlRow, Store } from '#store/store.ts'
import { fixedPageSpeed, recordedPageSpeed } from '../support/fixed-page-speed.ts'
import { atFullMeasure } from '../support/measure.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from '../support/product.ts'
import { assertSameText } from '../support/same-text.ts'
import { EMPTY_MEGABYTES, temporaryFolder } from '../support/storage.ts'

/** A crawl that is ended, one way or another, while it measures page speed. */

const CHILD = path.join(import.meta.dirname, '..', 'support', 'measure-child.ts')
const SAMPLE = 4
const LIMIT = 30
/** Only what is measured matters here. */
const unprobed = { limit: LIMIT, probesResources: false, probesExternal: false }

/** Measures as always until the given measurement, which waits for its signal. */
function stallingAt(count: number) {
  const requested: SpeedQuestion[] = []
  const reached = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const measure: MeasurePageSpeed = question => {
    requested.push(question)
    if (requested.length < count) return fixedPageSpeed(question)
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<MeasurePageSpeed>>>()
    question.signal.addEventListener('abort', () => {
      resolve({ ok: false, message: 'cancelled', cause: 'page' })
      ended.resolve()
    })
    reached.resolve()
    return promise
  }
  return { requested, measure, reached: reached.promise, ended: ended.promise }
}

describe('a crawl that measures page speed', () => {
  let site: DemoSite
  /** Its report and what was measured, undisturbed. */
  let expected: { text: string; urls: string[] }
  before(async () => {
    site = await startDemoSite()
    const folder = temporaryFolder()
    const { requested, measure } = recordedPageSpeed()
    expected = { text: await reportOf(folder, measure), urls: requested.map(({ url }) => url) }
    assert.equal(expected.urls.length, SAMPLE)
    await rm(folder, { recursive: true })
  })
  after(() => site[Symbol.asyncDispose]())

  /** Begins the crawl, or takes up the one that is there. */
  async function reportOf(folder: string, measurePageSpeed: MeasurePageSpeed): Promise<string> {
    await using opened = await openTestProduct({ folder, measurePageSpeed })
    const crawlId = await startTestCrawl(opened.product, { url: site.url, pageSpeedSample: SAMPLE, ...unprobed })
    const crawl = await waitForEnd(opened.product, crawlId)
    assert.deepEqual(opened.logged, [])
    const { reading } = opened.product.store
    return (await Array.fromAsync(exportFormats.json.write({ reading, crawl, isStable: true }))).join('')
  }

  /** The crawl goes on at the given measurement, and in the end nothing shows that it was interrupted. */
  async function goesOn(folder: string, at: number): Promise<void> {
    const { requested, measure } = recordedPageSpeed()
    assertSameText(await reportOf(folder, measure), expected.text)
    assert.deepEqual(
      requested.map(({ url }) => url),
      expected.urls.slice(at - 1),
    )
    await rm(folder, { recursive: true })
  }

  for (const at of [1, 3])
    it(
      `goes on at measurement ${at} when the process was killed there, and measures nothing twice`,
      at === 1 ? {} : atFullMeasure,
      async () => {
        const folder = temporaryFolder()
        const child = fork(CHILD, [folder, site.url, String(SAMPLE), String(LIMIT), String(at)])
        const exited = new Promise<NodeJS.Signals | null>(resolve =>
          child.once('exit', (_code, signal) => resolve(signal)),
        )
        child.once('message', () => child.kill('SIGKILL'))
        assert.equal(await exited, 'SIGKILL')
        await goesOn(folder, at)
      },
    )

  it('goes on where it was when the process was closed in good order, which cancels the measurement', async () => {
    const folder = temporaryFolder()
    const { measure, reached, ended } = stallingAt(2)
    const opened = await openTestProduct({ folder, measurePageSpeed: measure })
    await startTestCrawl(opened.product, { url: site.url, pageSpeedSample: SAMPLE, ...unprobed })
    await reached
    await opened[Symbol.asyncDispose]()
    await ended
    assert.deepEqual(opened.logged, [])
    await goesOn(folder, 2)
  })

  /** Crawls with a measurer, does something once it has come to the given measurement, and waits for the end. */
  async function interrupted(
    at: number,
    interrupt: (crawl: { crawlId: number; opened: Awaited<ReturnType<typeof openTestProduct>> }) => Promise<void>,
  ) {
    const { requested, measure, reached, ended } = stallingAt(at)
    await using opened = await openTestProduct({ measurePageSpeed: measure })
    const crawlId = await startTestCrawl(opened.product, { url: site.url, pageSpeedSample: SAMPLE, ...unprobed })
    await reached
    assert.equal((await opened.product.store.reading.crawl(crawlId))?.phase, 'measuring')
    await interrupt({ crawlId, opened })
    await ended
    return {
      requested,
      stored: await storedOf(opened.product.store, crawlId, () => waitForEnd(opened.product, crawlId)),
    }
  }

  async function storedOf(store: Store, crawlId: number, end: () => Promise<CrawlRow>) {
    const crawl = await end()
    const sample = await store.reading.pageSpeedSample(crawlId)
    const messages = sample?.groups.flatMap(group => group.failed.map(({ message }) => message)) ?? []
    const { measured, failed, waiting } = sample ?? { measured: 0, failed: 0, waiting: 0 }
    const checked = (await store.reading.checkCounters(crawlId)).length
    return { crawl, measured, failed, waiting, messages: [...new Set(messages)], checked }
  }

  it('stops at once, keeps what was measured, and makes its site checks', async () => {
    const { requested, stored } = await interrupted(3, async ({ crawlId, opened }) => {
      await opened.product.store.crawls.requestStop(crawlId)
      opened.product.control.stop(crawlId)
    })
    const { crawl, checked, ...rest } = stored
    assert.equal(requested.length, 3)
    assert.deepEqual(rest, {
      measured: 2,
      failed: 2,
      waiting: 0,
      messages: ['The crawl ended before this page was measured.'],
    })
    assert.equal(crawl.endReason, 'stopped')
    assert.ok(checked > 30)
  })

  it('is cancelled when its website is cleared, and leaves the engine to others', async () => {
    const { measure, reached, ended } = stallingAt(2)
    await using opened = await openTestProduct({ measurePageSpeed: measure })
    const { store, control } = opened.product
    const crawlId = await startTestCrawl(opened.product, { url: site.url, pageSpeedSample: SAMPLE, ...unprobed })
    await reached
    const crawl = await store.reading.crawl(crawlId)
    const ownerId = await store.visitors.findOwner('test', Date.now())
    assert.ok(crawl && ownerId !== null)
    await store.websites.clear(crawl.websiteId, ownerId)
    control.stop(crawlId)
    await ended
    control.sweep()
    assert.equal(await store.reading.pageSpeedSample(crawlId), null)
    const next = await waitForEnd(
      opened.product,
      await startTestCrawl(opened.product, { url: site.url, ...unprobed, limit: 3 }),
    )
    assert.equal(next.counts.pagesCrawled, 3)
    assert.deepEqual(
      opened.logged.filter(({ event }) => event !== 'a crawl was taken over or cleared'),
      [],
    )
  })

  /** The whole crawl, with a measurer in place of the product's own. */
  async function crawled(
    measurePageSpeed: MeasurePageSpeed | undefined,
    { sample = SAMPLE, flags = {} }: { sample?: number; flags?: Record<string, string> } = {},
  ) {
    await using opened = await openTestProduct({ ...(measurePageSpeed && { measurePageSpeed }), flags })
    const crawlId = await startTestCrawl(opened.product, { url: site.url, pageSpeedSample: sample, ...unprobed })
    return await storedOf(opened.product.store, crawlId, () => waitForEnd(opened.product, crawlId))
  }

  it('says once that nothing can be measured, and requests no second page', async () => {
    const message = 'There is no browser on this server.'
    let requestCount = 0
    const { crawl, ...stored } = await crawled(async () => {
      requestCount++
      return { ok: false, message, cause: 'everything' }
    })
    assert.equal(requestCount, 1)
    assert.deepEqual(crawl.notes, [`The speed of pages was not measured: ${message}`])
    assert.deepEqual([stored.measured, stored.failed, stored.messages], [0, SAMPLE, [message]])
    assert.equal(crawl.endReason, 'limit')
  })

  it('says so when the operator has switched measuring off', async () => {
    const { crawl, measured, failed } = await crawled(undefined, { flags: { pagespeed: 'off' } })
    assert.equal(crawl.notes.length, 1)
    assert.match(crawl.notes[0] ?? '', /^The speed of pages was not measured: .*switched off/)
    assert.deepEqual([measured, failed, crawl.endReason], [0, SAMPLE, 'limit'])
  })

  it('gives up after four pages in a row that fail', async () => {
    let requestCount = 0
    const { crawl, failed, messages } = await crawled(
      async question => {
        requestCount++
        return requestCount === 2 ? fixedPageSpeed(question) : { ok: false, message: 'It timed out.', cause: 'page' }
      },
      { sample: 8 },
    )
    assert.deepEqual([requestCount, failed], [6, 7])
    assert.deepEqual(messages, ['It timed out.', '4 pages in a row could not be measured, so this one was not tried.'])
    assert.deepEqual([crawl.notes, crawl.endReason], [[], 'limit'])
  })

  it('ends with what was measured when that has used up the storage', async () => {
    // No database stores it smaller than it is.
    const words = randomBytes(1_500_000).toString('base64')
    const heavy: MeasurePageSpeed = async question => {
      const measured = await fixedPageSpeed(question)
      if (measured.ok) measured.pageSpeed.warnings.push(words)
      return measured
    }
    const { crawl, measured, failed, waiting } = await crawled(heavy, {
      sample: 8,
      flags: { 'max-storage-megabytes': String(6 + EMPTY_MEGABYTES) },
    })
    assert.equal(crawl.endReason, 'storage-full')
    assert.ok(measured > 0 && failed > 0, `${measured} measured, ${failed} not`)
    assert.deepEqual([measured + failed, waiting], [8, 0])
  })
})
