import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { MAX_MUTES_PER_WEBSITE } from '#shared/issue-settings.ts'
import type { Severity } from '#shared/model.ts'
import type { Store } from '../store.ts'
import { start } from './crawl-once.ts'
import { addTestAccount } from './test-account.ts'
import { LEASE_MS, type OpenStore, ownerOf, SITE, startTestCrawl, type TestCrawl, testIssue } from './test-crawl.ts'

const NOW_MS = 50_000
const own = (path: string, checkId = 'title-missing', severity: Severity = 'error') =>
  testIssue({ path, checkId, severity })

async function commitTwo(crawl: TestCrawl): Promise<void> {
  await crawl.commit(
    [
      { path: '/', number: 1, issues: [own('/'), own('/', 'alt', 'warning')] },
      { path: '/old/a', number: 2, issues: [own('/old/a')] },
    ],
    {
      counters: {
        'title-missing': { passed: 0, failed: 2, skipped: {} },
        alt: { passed: 1, failed: 1, skipped: {} },
      },
    },
  )
}

const duplicate = testIssue({
  path: '/old/a',
  checkId: 'title-duplicate',
  type: 'duplicate',
  details: { affectedUrls: [`${SITE}/`], evidence: [] },
})

/** A whole crawl: two pages with issues of page checks, one of a site check. */
async function wholeCrawl(store: Store, owner = 'owner'): Promise<TestCrawl> {
  const crawl = await startTestCrawl(store, { owner })
  await commitTwo(crawl)
  await store.crawls.addSiteIssues(crawl.claim, [duplicate], {
    'title-duplicate': { passed: 0, failed: 1, skipped: {} },
  })
  await end(store, crawl)
  return crawl
}

const end = (store: Store, crawl: TestCrawl) =>
  store.crawls.end(crawl.claim, { reason: 'finished', sentence: '', endedMs: 9_000 })

async function settingsOf({ reading }: Store, crawlId: number) {
  const strip = ({ id, ...row }: { id: number }) => row
  return {
    counts: (await reading.crawl(crawlId))?.counts,
    issues: (await reading.issues(crawlId, {})).map(strip),
    muted: (await reading.suppressedIssues(crawlId, { kind: 'muted' })).map(({ suppressedMs, ...row }) => strip(row)),
    off: (await reading.suppressedIssues(crawlId, { kind: 'switched-off' })).map(({ suppressedMs, ...row }) =>
      strip(row),
    ),
    suppressed: await reading.suppressedCounts(crawlId),
    types: await reading.issueTypes(crawlId),
    counters: await reading.checkCounters(crawlId),
    passed: (await reading.pages(crawlId, { isPassed: true })).map(page => page.url),
  }
}

async function addMute(store: Store, websiteId: number, mute: { checkId?: string; pattern?: string; reason?: string }) {
  const { checkId = null, pattern = null, reason = 'Known' } = mute
  const added = await store.settings.addMute({ websiteId, checkId, pattern, reason, nowMs: NOW_MS })
  if (!added.ok) throw new Error(added.reason)
  return added.mute
}

async function muteAndSwitch(store: Store, websiteId: number) {
  await addMute(store, websiteId, { checkId: 'title-missing', pattern: `${SITE}/old/*` })
  await store.settings.setCheck({ websiteId, checkId: 'alt', isOff: true, severity: null })
  await store.settings.setCheck({ websiteId, checkId: 'title-duplicate', isOff: false, severity: 'info' })
}

export function websiteSettingsContract(open: OpenStore): void {
  describe('settings of a website', () => {
    it('are kept, bounded, and go one by one', async () => {
      await using store = await open()
      const { websiteId } = await wholeCrawl(store)
      assert.deepEqual(await store.settings.read(websiteId), { mutes: [], checks: [] })
      const mute = await addMute(store, websiteId, { pattern: `${SITE}/old/*`, reason: 'An archive' })
      assert.deepEqual(mute, {
        id: mute.id,
        checkId: null,
        pattern: `${SITE}/old/*`,
        reason: 'An archive',
        createdMs: NOW_MS,
      })
      await store.settings.setCheck({ websiteId, checkId: 'b', isOff: true, severity: null })
      await store.settings.setCheck({ websiteId, checkId: 'a', isOff: true, severity: 'info' })
      await store.settings.setCheck({ websiteId, checkId: 'b', isOff: false, severity: 'warning' })
      const kept = {
        mutes: [mute],
        checks: [
          { checkId: 'a', isOff: true, severity: 'info' },
          { checkId: 'b', isOff: false, severity: 'warning' },
        ],
      }
      assert.deepEqual(await store.settings.read(websiteId), kept)
      const other = await wholeCrawl(store, 'stranger')
      assert.equal(await store.settings.removeMute(other.websiteId, mute.id), null, 'of another website')
      assert.equal(await store.settings.removeMute(4_711, mute.id), null, 'of no website')
      assert.deepEqual(await store.settings.read(websiteId), kept)
      assert.deepEqual(await store.settings.removeMute(websiteId, mute.id), mute)
      await store.settings.setCheck({ websiteId, checkId: 'a', isOff: false, severity: null })
      await store.settings.setCheck({ websiteId, checkId: 'b', isOff: false, severity: null })
      assert.deepEqual(await store.settings.read(websiteId), { mutes: [], checks: [] })
      for (let index = 0; index < MAX_MUTES_PER_WEBSITE; index++)
        await addMute(store, websiteId, { checkId: `${index}` })
      const more = { websiteId, checkId: 'x', pattern: null, reason: 'x', nowMs: NOW_MS }
      assert.deepEqual(await store.settings.addMute(more), { ok: false, reason: 'full' })
      assert.deepEqual(await store.settings.addMute({ ...more, websiteId: 999 }), { ok: false, reason: 'gone' })
      assert.equal(await store.settings.setCheck({ websiteId: 999, checkId: 'a', isOff: true, severity: null }), false)
    })

    it('hold alike for crawls that begin after them, end after them, and ended before them', async () => {
      await using store = await open()
      const undisturbed = await wholeCrawl(store, 'undisturbed')
      const plain = await settingsOf(store, undisturbed.crawlId)

      const ended = await wholeCrawl(store, 'ended')
      await muteAndSwitch(store, ended.websiteId)
      await store.settings.apply(ended.websiteId, NOW_MS)
      const { websiteId: laterId } = await wholeCrawl(store, 'later')
      await muteAndSwitch(store, laterId)
      const later = await wholeCrawl(store, 'later')
      const middle = await startTestCrawl(store, { owner: 'middle' })
      await commitTwo(middle)
      await muteAndSwitch(store, middle.websiteId)
      await store.crawls.addSiteIssues(middle.claim, [duplicate], {
        'title-duplicate': { passed: 0, failed: 1, skipped: {} },
      })
      await end(store, middle)

      const expected = await settingsOf(store, ended.crawlId)
      assert.deepEqual(expected.suppressed, { muted: 1, 'switched-off': 1, fixed: 0 })
      assert.deepEqual(
        expected.issues.map(issue => JSON.stringify(issue)).filter(issue => issue.includes('ownSeverity')).length,
        1,
      )
      assert.deepEqual(expected.counts?.bySeverity, { error: 1, warning: 0, info: 1 })
      assert.deepEqual(expected.passed, [`${SITE}/old/a`])
      assert.deepEqual(expected.counters, [
        { checkId: 'alt', passed: 0, failed: 0, skipped: { 'Switched off for this website': 2 } },
        { checkId: 'title-duplicate', passed: 0, failed: 1, skipped: {} },
        { checkId: 'title-missing', passed: 0, failed: 1, skipped: { 'Muted for this website': 1 } },
      ])
      const comparable = ({ muted, ...rest }: typeof expected) => ({
        ...rest,
        muted: muted.map(row => ({ ...row, cause: null })),
      })
      assert.deepEqual(comparable(await settingsOf(store, later.crawlId)), comparable(expected), 'from the beginning')
      assert.deepEqual(comparable(await settingsOf(store, middle.crawlId)), comparable(expected), 'in the middle')

      for (const crawl of [ended, later, middle]) {
        const { mutes } = await store.settings.read(crawl.websiteId)
        for (const mute of mutes) await store.settings.removeMute(crawl.websiteId, mute.id)
        for (const checkId of ['alt', 'title-duplicate'])
          await store.settings.setCheck({ websiteId: crawl.websiteId, checkId, isOff: false, severity: null })
        await store.settings.apply(crawl.websiteId, NOW_MS)
        assert.deepEqual(await settingsOf(store, crawl.crawlId), plain, 'all taken back')
      }
    })

    it('hold after site checks were run twice', async () => {
      await using store = await open()
      const { websiteId } = await wholeCrawl(store)
      await store.settings.setCheck({ websiteId, checkId: 'title-duplicate', isOff: true, severity: null })
      const crawl = await startTestCrawl(store)
      await commitTwo(crawl)
      const counters = { 'title-duplicate': { passed: 0, failed: 1, skipped: {} } }
      await store.crawls.addSiteIssues(crawl.claim, [duplicate], counters)
      const once = await settingsOf(store, crawl.crawlId)
      assert.equal(once.suppressed['switched-off'], 1)
      await store.crawls.resetSiteIssues(crawl.claim)
      assert.equal((await store.reading.suppressedCounts(crawl.crawlId))['switched-off'], 0)
      await store.crawls.addSiteIssues(crawl.claim, [duplicate], counters)
      assert.deepEqual(await settingsOf(store, crawl.crawlId), once)
    })

    it('change reasons and severities of what is suppressed already, and leave what is fixed', async () => {
      await using store = await open()
      const { websiteId, crawlId } = await wholeCrawl(store)
      const [first] = await store.reading.issues(crawlId, { checkId: 'title-missing', url: `${SITE}/` })
      await store.issues.suppress({
        crawlId,
        issueIds: [first?.id ?? 0],
        cause: { kind: 'fixed', checkedAtMs: 1 },
        nowMs: NOW_MS,
      })
      const mute = await addMute(store, websiteId, { pattern: '*' })
      await store.settings.apply(websiteId, NOW_MS)
      assert.deepEqual(await store.reading.suppressedCounts(crawlId), { muted: 3, 'switched-off': 0, fixed: 1 })
      await store.settings.setCheck({ websiteId, checkId: 'title-missing', isOff: true, severity: 'info' })
      await store.settings.apply(websiteId, NOW_MS)
      assert.deepEqual(await store.reading.suppressedCounts(crawlId), { muted: 2, 'switched-off': 1, fixed: 1 })
      const [fixed] = await store.reading.suppressedIssues(crawlId, { kind: 'fixed' })
      assert.deepEqual([fixed?.severity, fixed?.ownSeverity], ['info', 'error'])
      await store.settings.removeMute(websiteId, mute.id)
      const other = await addMute(store, websiteId, { checkId: 'alt', reason: 'Otherwise' })
      await store.settings.setCheck({ websiteId, checkId: 'title-missing', isOff: false, severity: null })
      await store.settings.apply(websiteId, NOW_MS)
      assert.deepEqual(await store.reading.suppressedCounts(crawlId), { muted: 1, 'switched-off': 0, fixed: 1 })
      const [muted] = await store.reading.suppressedIssues(crawlId, { kind: 'muted' })
      assert.deepEqual(muted?.cause, { kind: 'muted', muteId: other.id, reason: 'Otherwise' })
      assert.equal(await store.reading.countIssues(crawlId, {}), 2)
    })

    it('name segments, which are replaced together', async () => {
      await using store = await open()
      const { websiteId } = await startTestCrawl(store)
      assert.deepEqual(await store.settings.segments(websiteId), [])
      const blog = { name: 'Blog', conditions: 'url:contains:/blog/' }
      assert.equal(await store.settings.setSegments(websiteId, [blog]), true)
      assert.deepEqual(await store.settings.segments(websiteId), [blog])
      assert.equal(await store.settings.setSegments(websiteId, []), true)
      assert.deepEqual(await store.settings.segments(websiteId), [])
      assert.equal(await store.settings.setSegments(websiteId + 1, [blog]), false)
      assert.deepEqual(await store.settings.segments(websiteId + 1), [])
    })

    it('name thresholds, which a crawl takes along when it begins and keeps to its end', async () => {
      await using store = await open()
      const { websiteId } = await wholeCrawl(store)
      const ownerId = await ownerOf(store, 'owner')
      const seen: unknown[] = []
      const set = async (checkId: string, values: { name: string; value: number }[], id = websiteId) =>
        await store.settings.setThresholds({ websiteId: id, checkId, values, decide: all => void seen.push(all) })
      const wide = { checkId: 'b', name: 'wide', value: 60.5 }
      const deep = { checkId: 'a', name: 'deep', value: 4 }
      assert.equal(await set('b', [{ name: 'wide', value: 7 }]), true)
      assert.equal(await set('b', [{ name: 'wide', value: 60.5 }]), true)
      assert.equal(await set('a', [{ name: 'deep', value: 4 }]), true)
      assert.deepEqual(await store.settings.thresholds(websiteId), [deep, wide])
      assert.deepEqual(seen, [[{ ...wide, value: 7 }], [wide], [wide, deep]])
      assert.equal(await set('a', [], 999), false, 'no such website')
      const refusal = new Error('too deep')
      const refuse = () => {
        throw refusal
      }
      await assert.rejects(
        store.settings.setThresholds({ websiteId, checkId: 'a', values: [], decide: refuse }),
        refusal,
      )
      assert.deepEqual(await store.settings.thresholds(websiteId), [deep, wide])
      const { crawlId } = await store.websites.startCrawl({ ...start, ownerId })
      await set('a', [])
      const claim = await store.crawls.claim('worker', 2_000, LEASE_MS)
      assert.equal(claim?.crawlId, crawlId)
      assert.deepEqual((await store.crawls.state(claim)).options.thresholds, [deep, wide])
      assert.deepEqual((await store.reading.crawl(crawlId))?.options.thresholds, [deep, wide])
      await store.crawls.end(claim, { reason: 'finished', sentence: '', endedMs: 9_000 })
      const next = await store.websites.startCrawl({ ...start, ownerId })
      assert.deepEqual((await store.reading.crawl(next.crawlId))?.options.thresholds, [wide])
    })

    it('end in the same whatever is changed while they are applied', async () => {
      await using store = await open()
      const { websiteId, crawlId } = await wholeCrawl(store)
      const plain = await settingsOf(store, crawlId)
      const change = async (isOff: boolean) => {
        for (const checkId of ['title-missing', 'alt', 'title-duplicate'])
          await store.settings.setCheck({ websiteId, checkId, isOff, severity: isOff ? 'info' : null })
        await store.settings.apply(websiteId, NOW_MS)
      }
      await Promise.all([change(true), store.settings.apply(websiteId, NOW_MS), store.sweep(1_500, 100), change(true)])
      assert.equal((await store.reading.suppressedCounts(crawlId))['switched-off'], 4)
      await Promise.all([store.settings.apply(websiteId, NOW_MS), change(false), store.sweep(1_500, 100)])
      assert.deepEqual(await settingsOf(store, crawlId), plain)
    })

    it('are applied by the sweep where a process died before it did', async () => {
      await using store = await open()
      const { websiteId, crawlId } = await wholeCrawl(store)
      await addMute(store, websiteId, { checkId: 'alt' })
      assert.equal((await store.reading.suppressedCounts(crawlId)).muted, 0)
      assert.equal(await store.sweep(1_500, 100), true)
      assert.equal((await store.reading.suppressedCounts(crawlId)).muted, 1)
      assert.equal(await store.sweep(1_500, 100), false)
    })

    it('come along when a visitor’s website becomes an account’s, whose own settings come first', async () => {
      await using store = await open()
      const fromOwnerId = await ownerOf(store, 'visitor')
      const { ownerId: toOwnerId } = await addTestAccount(store)
      const given = await wholeCrawl(store, 'visitor')
      await addMute(store, given.websiteId, { checkId: 'alt', reason: 'Given' })
      await addMute(store, given.websiteId, { checkId: 'title-missing', reason: 'Given' })
      await store.settings.setCheck({ websiteId: given.websiteId, checkId: 'a', isOff: true, severity: null })
      await store.settings.setCheck({ websiteId: given.websiteId, checkId: 'b', isOff: true, severity: null })
      const { websiteId } = await store.websites.startCrawl({
        ownerId: toOwnerId,
        url: `${SITE}/`,
        crawlLimit: 100,
        options: defaultCrawlOptions,
        nowMs: 1_000,
      })
      await addMute(store, websiteId, { checkId: 'alt', reason: 'Own' })
      await store.settings.setCheck({ websiteId, checkId: 'a', isOff: false, severity: 'info' })
      const setThreshold = async (id: number, checkId: string, value: number) =>
        await store.settings.setThresholds({ websiteId: id, checkId, values: [{ name: 'n', value }], decide: () => {} })
      await setThreshold(given.websiteId, 'a', 1)
      await setThreshold(given.websiteId, 'b', 1)
      await setThreshold(websiteId, 'a', 2)
      await store.websites.transfer({ fromOwnerId, toOwnerId })
      assert.deepEqual(await store.settings.thresholds(websiteId), [
        { checkId: 'a', name: 'n', value: 2 },
        { checkId: 'b', name: 'n', value: 1 },
      ])
      const { mutes, checks } = await store.settings.read(websiteId)
      assert.deepEqual(mutes.map(mute => `${mute.checkId} ${mute.reason}`).sort(), ['alt Own', 'title-missing Given'])
      assert.deepEqual(checks, [
        { checkId: 'a', isOff: false, severity: 'info' },
        { checkId: 'b', isOff: true, severity: null },
      ])
      assert.deepEqual(await store.settings.read(given.websiteId), { mutes: [], checks: [] })
      assert.equal(await store.sweep(1_500, 100), true, 'the crawl that came along is gone through')
      assert.equal((await store.reading.suppressedCounts(given.crawlId)).muted, 3)
    })
  })
}
