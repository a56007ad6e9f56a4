import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SiteCheck } from '#checks/check.ts'
import { pageSpeedWith } from '#checks/test-page-speed.ts'
import { SITE, startTestCrawl } from '#store/contract/test-crawl.ts'
import { type CrawlRow, StaleClaimError } from '#store/store.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { runChecksOfSite } from './crawl-run.ts'
import { openScriptedCrawls, type ScriptedCrawl } from './test-scripted-crawl.ts'

async function opened() {
  const store = await openTestStore()
  const crawl = await startTestCrawl(store)
  await crawl.commit([
    { path: '/', number: 1, links: [{ url: `${SITE}/a` }] },
    { path: '/a', number: 2, depth: 1 },
  ])
  const summary = async () => {
    const { counts } = (await store.reading.crawl(crawl.crawlId)) ?? {}
    return {
      warnings: counts?.bySeverity.warning,
      passed: counts?.passed,
      counters: await store.reading.checkCounters(crawl.crawlId),
    }
  }
  return { store, claim: crawl.claim, summary }
}

function check(id: string, run: SiteCheck['check']): SiteCheck {
  const words = { title: id, passedTitle: id, why: id, fix: id, sources: [] }
  return { id, scope: 'site', type: 'link_issue', severity: 'warning', ...words, check: run }
}

/** Finds one thing on every page that another leads to. */
const finding = check('finding', async function* (site) {
  for await (const pages of site.pages())
    for (const { url, inlinkCount } of pages) if (inlinkCount > 0) yield { url, affectedUrls: [url] }
})
const broken = check('broken', async function* () {
  yield { url: `${SITE}/`, affectedUrls: [] }
  throw new Error('an internal error')
})

describe('runCrawl()', () => {
  it('fails with what kept a batch from being stored, such as a claim that another process has taken', async () => {
    await using crawls = await openScriptedCrawls()
    const { store } = crawls
    const takeClaim = async () => {
      await store.crawls.releaseAllClaims()
      assert.notEqual(await store.crawls.claim('another', 1_000, 1e12), null)
    }
    await assert.rejects(crawls.run({ web: { [`${SITE}/`]: {} }, url: `${SITE}/`, onJob: takeClaim }), StaleClaimError)
  })

  it('leaves a crawl as it is wherever the process ends, and the next one comes to the same end', async () => {
    const crawl: ScriptedCrawl = {
      web: { [`${SITE}/`]: { links: ['/a', '/gone'] }, [`${SITE}/a`]: {} },
      url: `${SITE}/`,
      siteChecks: [finding],
      options: { pageSpeedSample: 1, rules: [{ id: 'a', severity: 'info', title: 'A', conditions: 'depth:is:1' }] },
      measure: url => ({ ok: true, pageSpeed: pageSpeedWith({ url }) }),
    }
    await using crawls = await openScriptedCrawls()
    const summaryOf = ({ endReason, endSentence, phase, counts, notes }: CrawlRow) => {
      return { endReason, endSentence, phase, counts, notes }
    }
    const whole = summaryOf((await crawls.run(crawl)).crawl)
    assert.equal(whole.endReason, 'finished')
    for (const step of [
      'urlLog',
      'resolveCanonicals',
      'omitCopies',
      'pageSpeedQueue',
      'planPageSpeed',
      'commitPageSpeed',
      'resetSiteIssues',
      'scoreLinks',
      'mergeCauses',
      'writeTranslationSets',
      'completePageList',
    ] as const) {
      const left = await crawls.run({
        ...crawl,
        onStep: (name, { abandon }) => (name === step ? abandon() : undefined),
      })
      assert.equal(left.crawl.endReason, null, step)
      assert.deepEqual(summaryOf((await crawls.goOn(crawl)).crawl), whole, step)
    }
  })

  it('pauses a crawl at its last commit, and the next one goes on', async () => {
    await using crawls = await openScriptedCrawls()
    const crawl = { web: { [`${SITE}/`]: { links: ['/a'] }, [`${SITE}/a`]: {} }, url: `${SITE}/` }
    const paused = await crawls.run({
      ...crawl,
      onJob: ({ url }, { pause }) => (url === `${SITE}/a` ? pause() : undefined),
    })
    assert.deepEqual([paused.crawl.endReason, paused.crawl.counts.pagesCrawled], [null, 1])
    const { jobs, crawl: row } = await crawls.goOn(crawl)
    assert.deepEqual([jobs, row.endReason, row.counts.pagesCrawled], [[`visit ${SITE}/a`], 'finished', 2])
  })
})

describe('runSiteChecks()', () => {
  const never = new AbortController().signal
  const checked = { warnings: 1, passed: 1 }

  it('writes what the site checks find; links have been turned round by then', async () => {
    const { store, claim, summary } = await opened()
    await using _ = store
    await runChecksOfSite(
      { store, claim, pageChecks: async () => [], siteChecks: async () => [finding], log: () => {} },
      never,
    )
    const { counters, ...counts } = await summary()
    assert.deepEqual(counts, checked)
    assert.deepEqual(
      counters.map(({ checkId, failed }) => [checkId, failed]),
      [['finding', 1]],
    )
  })

  it('begins again after an interruption and comes to the same', async () => {
    const { store, claim, summary } = await opened()
    await using _ = store
    const abandon = new AbortController()
    const interrupting = check('interrupting', async function* () {
      abandon.abort()
      yield { url: `${SITE}/a`, affectedUrls: [] }
    })
    await runChecksOfSite(
      {
        store,
        claim,
        pageChecks: async () => [],
        siteChecks: async () => [finding, interrupting, broken],
        log: () => {},
      },
      abandon.signal,
    )
    for (let round = 1; round <= 2; round++) {
      await runChecksOfSite(
        { store, claim, pageChecks: async () => [], siteChecks: async () => [finding], log: () => {} },
        never,
      )
      const { counters, ...counts } = await summary()
      assert.deepEqual([counts, counters.length], [checked, 1])
    }
  })

  it('reports a check that throws, and runs the others', async () => {
    const { store, claim, summary } = await opened()
    await using _ = store
    const logged: unknown[] = []
    const log = (event: string, details: Record<string, unknown>) => logged.push([event, details.checkId])
    await runChecksOfSite(
      { store, claim, pageChecks: async () => [], siteChecks: async () => [broken, finding], log },
      never,
    )
    assert.deepEqual(logged, [['a site check failed', 'broken']])
    assert.ok((await summary()).counters.some(({ checkId, failed }) => checkId === 'finding' && failed === 1))
  })
})
