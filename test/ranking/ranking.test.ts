import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pageChecks, siteChecks } from '#checks/index.ts'
import { openScriptedCrawls, type ScriptedCrawls } from '#crawl/test-scripted-crawl.ts'
import { crawlHealth } from '#report/crawl-health.ts'
import { type ReferenceSite, referenceSites } from './reference-sites.ts'

let crawls: ScriptedCrawls
before(async () => {
  crawls = await openScriptedCrawls()
})
after(() => crawls[Symbol.asyncDispose]())

async function healthOf({ web }: ReferenceSite) {
  const url = Object.keys(web).find(each => each.endsWith('example.com/')) ?? ''
  const { crawl } = await crawls.run({
    web,
    url,
    limit: 1_000,
    pageChecks,
    siteChecks,
    options: { readsSitemaps: true },
  })
  const health = await crawlHealth(crawls.store.reading, crawl)
  assert.ok(health)
  return health
}

test('the health score orders the reference sites as a person does', async t => {
  const scored: { name: string; exact: number }[] = []
  for (const site of referenceSites) {
    const { subjects, deductions } = await healthOf(site)
    const exact = 100 - subjects.reduce((sum, { taken }) => sum + taken, 0)
    scored.push({ name: site.name, exact })
    const why = deductions.map(({ checkId, taken }) => `${checkId} ${taken}`).join(', ')
    t.diagnostic(`${exact.toFixed(1)} ${site.name}: ${why}`)
  }
  const ordered = scored.toSorted((a, b) => b.exact - a.exact)
  assert.deepEqual(
    ordered.map(({ name }) => name),
    referenceSites.map(({ name }) => name),
  )
  const [tiny, large, ...others] = ordered.map(({ exact }) => exact)
  assert.deepEqual([tiny, large], [100, 100])
  assert.equal(new Set(others).size, others.length, 'no two are as good')
})
