import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlRowWith } from '#report/test-rows.ts'
import { type CrawlOptions, defaultCrawlOptions } from '#shared/crawl-options.ts'
import { EXTRACTOR } from '#shared/stored-page.ts'
import { openEarlierPages, unchangedNotes } from './earlier-pages.ts'
import { testVisitJob } from './visit/test-visit-job.ts'
import type { VisitJob } from './visit/worker-messages.ts'

const bytes = new Uint8Array()
const page = { extractor: EXTRACTOR, context: bytes, body: bytes, rendered: null, isSecret: false, result: null }
const reusing: CrawlOptions = { ...defaultCrawlOptions, reusesUnchanged: true }

interface Crawls {
  options?: Partial<CrawlOptions>
  earlierOptions?: Partial<CrawlOptions>
  hostsHidingChanges?: string[]
  isStored?: boolean
}

const open = ({ options, earlierOptions, hostsHidingChanges = [], isStored = true }: Crawls = {}) =>
  openEarlierPages({
    reading: {
      crawls: async () => [
        crawlRowWith({ id: 2 }),
        crawlRowWith({ id: 1, options: { ...reusing, ...earlierOptions } }),
      ],
      storedPage: async crawlId => (isStored && crawlId === 1 ? page : null),
    },
    crawlId: 2,
    state: { websiteId: 1, options: { ...reusing, ...options } },
    checkpoint: { hostsHidingChanges },
  })

async function prepared(job: Partial<VisitJob> = {}, crawls: Crawls = {}): Promise<VisitJob['earlier']> {
  const earlierPages = (await open(crawls)) ?? assert.fail('pages of the crawl before are used')
  return (await earlierPages.prepare(testVisitJob(job))).earlier
}

describe('openEarlierPages()', () => {
  const differing: [name: string, crawls: Crawls][] = [
    ['requests everything in full', { options: { reusesUnchanged: false } }],
    ['runs scripts', { options: { rendersJavaScript: true } }],
    ['sends credentials', { options: { hasCredentials: true } }],
    ['comes after one that ran scripts', { earlierOptions: { rendersJavaScript: true } }],
    ['comes after one that sent credentials', { earlierOptions: { hasCredentials: true } }],
    ['has another user agent', { options: { userAgent: 'Example/1.0' } }],
    ['has another proxy', { options: { proxy: 'office' } }],
    ['has other addresses of hosts', { options: { hostMap: ['site.test=127.0.0.1'] } }],
  ]
  for (const [name, crawls] of differing)
    it(`uses no page for a crawl that ${name}`, async () => assert.equal(await open(crawls), null))

  it('uses the pages of a crawl that requested in the same way, whatever that was', async () => {
    const options = { userAgent: 'Example/1.0', proxy: 'office', hostMap: ['site.test=127.0.0.1'] }
    assert.notEqual(await open({ options, earlierOptions: options }), null)
  })

  it('compares the first three pages of a host, then one in 32', async () => {
    const earlierPages = (await open()) ?? assert.fail()
    const compared: number[] = []
    for (let count = 0; count < 66; count++) {
      const { earlier } = await earlierPages.prepare(testVisitJob({ url: `http://site.test/${count}` }))
      assert.equal(earlier?.page, page)
      if (earlier?.isCompared) compared.push(count)
    }
    assert.deepEqual(compared, [0, 1, 2, 32, 64])
    const other = await earlierPages.prepare(testVisitJob({ url: 'http://other.test/' }))
    assert.equal(other.earlier?.isCompared, true)
  })

  const inFull: [name: string, job: Partial<VisitJob>, crawls?: Crawls][] = [
    ['a probe', { mode: 'probe' }],
    ['a page of another site', { scope: 'external' }],
    ['a second attempt', { attempts: [{ atMs: 1, method: 'GET', status: 503, failure: null }] }],
    ['a page of a host that hides changes', {}, { hostsHidingChanges: ['site.test'] }],
    ['a page that the crawl before does not have', {}, { isStored: false }],
  ]
  for (const [name, job, crawls] of inFull)
    it(`requests ${name} in full`, async () => assert.equal(await prepared(job, crawls), undefined))

  it('sends the condition with others', async () => {
    assert.equal((await prepared())?.page, page)
    assert.equal((await prepared({}, { hostsHidingChanges: ['other.test'] }))?.page, page)
  })
})

describe('unchangedNotes()', () => {
  it('says how many pages were not downloaded again, and whose server hides changes', () => {
    assert.deepEqual(unchangedNotes({}), [])
    const rest = 'not changed since the crawl before, by what the server says, and were not downloaded again.'
    assert.deepEqual(unchangedNotes({ unchangedPages: 1 }), [`1 page has ${rest}`])
    assert.deepEqual(unchangedNotes({ unchangedPages: 2, hostsHidingChanges: ['site.test'] }), [
      `2 pages have ${rest}`,
      'site.test says that pages have not changed which have: from then on its pages were downloaded in full.',
    ])
  })
})
