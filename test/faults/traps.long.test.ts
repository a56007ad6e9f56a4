import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { exportFormats } from '#report/export/index.ts'
import { killFlags } from '../support/kill-site.ts'
import { atFullMeasure } from '../support/measure.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from '../support/product.ts'
import { assertSameText } from '../support/same-text.ts'
import { temporaryFolder } from '../support/storage.ts'
import {
  anyOf,
  anythingPages,
  calendarPages,
  filterPages,
  growingPages,
  plainPages,
  sessionPages,
  startTrapSite,
  type TrapSite,
} from '../support/trap-site.ts'

/** A site with endless parts beside its pages, crawled by the real engine from a server of this machine. */

const CHILD = path.join(import.meta.dirname, '..', 'support', 'crawl-child.ts')
const PLAIN_PAGES = 60
const LIMIT = 400
const patterns = ['/any/*', '/calendar?month=*', '/finder?*', '/guide/…', '*?PHPSESSID=*']
const pages = anyOf(
  plainPages(PLAIN_PAGES, '/calendar', '/shop', '/finder', '/guide/', '/any/x'),
  calendarPages,
  sessionPages,
  filterPages,
  growingPages,
  anythingPages,
)

interface Crawled {
  /** The stable report, in JSON. */
  text: string
  notes: string[]
  visited: string[]
  endReason: string | null
  /** Their messages. */
  issues: string[]
  skipped: number
}

async function crawled(site: TrapSite, folder: string): Promise<Crawled> {
  await using opened = await openTestProduct({ folder, flags: killFlags })
  const { store } = opened.product
  const crawlId = await startTestCrawl(opened.product, { url: `${site.origin}/`, limit: LIMIT })
  const crawl = await waitForEnd(opened.product, crawlId)
  assert.deepEqual(opened.logged, [])
  let text = ''
  for await (const part of exportFormats.json.write({ reading: store.reading, crawl, isStable: true })) text += part
  const facts = await store.crawls.siteFacts(crawlId)
  const visited: string[] = []
  for await (const batch of facts.pages()) visited.push(...batch.map(({ url }) => url.slice(site.origin.length)))
  let skipped = 0
  for await (const batch of facts.targets({ response: 'skipped' }))
    skipped += batch.filter(({ skipReason }) => skipReason === 'looks-endless').length
  const found = await store.reading.issues(crawlId, { checkId: 'url-crawl-trap', offset: 0, limit: 50 })
  const issues = found.map(({ message }) => message)
  return { text, notes: crawl.notes, visited, endReason: crawl.endReason, issues, skipped }
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = temporaryFolder()
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe('a site with endless parts', () => {
  let site: TrapSite
  let expected: Crawled
  let requests = 0
  let onRequest: (count: number) => unknown = () => {}

  before(async () => {
    site = await startTrapSite({ pages, onRequest: () => onRequest(++requests) })
    expected = await inFolder(folder => crawled(site, folder))
  })
  after(async () => await site[Symbol.asyncDispose]())

  test('is crawled to the end of its pages, and no further', () => {
    const plain = expected.visited.filter(url => url.startsWith('/plain/'))
    assert.equal(plain.length, PLAIN_PAGES)
    assert.equal(expected.endReason, 'finished')
    assert.match(expected.text, /"endSentence":"The site was crawled without the URLs that look endless: /)
    assert.ok(expected.visited.length < LIMIT, String(expected.visited.length))
  })

  test('has one issue for each of them, which names the pattern and what was skipped', () => {
    const named = expected.issues.map(message => /of the pattern (\S+) skipped$/.exec(message)?.[1])
    assert.deepEqual(named.toSorted(), patterns.toSorted())
    const counts = expected.issues.map(message =>
      Number(/^Crawl trap: ([\d,]+) /.exec(message)?.[1]?.replaceAll(',', '')),
    )
    assert.ok(counts.reduce((sum, count) => sum + count, 0) >= expected.skipped)
    assert.ok(expected.notes.some(note => note.startsWith('Crawl trap: ')))
  })

  test('has the same report whatever arrives first', async () => {
    // Every other response comes late, each third later still.
    onRequest = async count => {
      for (let turn = 0; turn < 40 * (count % 3); turn++) await setImmediate()
    }
    const { text } = await inFolder(folder => crawled(site, folder))
    onRequest = () => {}
    assertSameText(text, expected.text)
  })

  for (const share of [0.3, 0.75])
    test(
      `has the same report when the crawl was killed after ${100 * share} % of its requests`,
      atFullMeasure,
      async () => {
        await inFolder(async folder => {
          requests = 0
          const request = JSON.stringify({ url: `${site.origin}/`, limit: LIMIT })
          const child = spawn(process.execPath, [CHILD, folder, request], { stdio: ['ignore', 'inherit', 'inherit'] })
          const { promise, resolve } = Promise.withResolvers<NodeJS.Signals | null>()
          child.once('exit', (_code, signal) => resolve(signal))
          const last = Math.round(share * expected.visited.length)
          onRequest = count => {
            if (count === last) child.kill('SIGKILL')
          }
          assert.equal(await promise, 'SIGKILL')
          onRequest = () => {}
          const { text } = await crawled(site, folder)
          assertSameText(text, expected.text)
        })
      },
    )
})
