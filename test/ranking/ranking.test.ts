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
  const scored = []
  for (const site of referenceSites) {
    const { exactScore, score, deductions } = { exactScore: 0, ...(await healthOf(site)) }
    scored.push({ name: site.name, score })
    t.diagnostic(`${score} ${site.name}: ${deductions.map(({ checkId, points }) => `${checkId} ${points}`).join(', ')}`)
    void exactScore
  }
  const ordered = scored.toSorted((a, b) => b.score - a.score).map(({ name }) => name)
  assert.deepEqual(
    ordered,
    referenceSites.map(({ name }) => name),
  )
})
