import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { pageChecks } from '#checks/index.ts'
import { fixtureDefects, startFixtureSite } from '../fixtures/fixture-site.ts'
import { fixturePages } from '../fixtures/pages.ts'
import { notStillSo } from '../support/check-again.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from '../support/product.ts'

/** Crawls the fixture site once, the addresses of its sitemaps included, and compares its findings with what the site declares. */
interface Crawled {
  /** Check and path. */
  findings: string[]
  /** Checks that some page passed. */
  passed: Set<string>
  /** Findings that are not said to be still so when they are checked again at once. */
  notStillSo: string[]
  logged: readonly unknown[]
}

async function crawlFixtureSite(): Promise<Crawled> {
  await using fixtureSite = await startFixtureSite()
  await using opened = await openTestProduct()
  const { product, logged } = opened
  const { reading } = product.store
  const crawlId = await startTestCrawl(product, { url: `${fixtureSite.origin}/`, readsSitemaps: true })
  await waitForEnd(product, crawlId)
  const issues = await reading.issues(crawlId, { limit: 1_000 })
  const counters = await reading.checkCounters(crawlId)
  return {
    findings: issues.map(issue => `${issue.checkId} ${issue.pageUrl.replace(fixtureSite.origin, '')}`).sort(),
    passed: new Set(counters.flatMap(({ checkId, passed }) => (passed > 0 ? [checkId] : []))),
    notStillSo: await notStillSo(product, crawlId, issues),
    logged,
  }
}

const declared = [
  ...fixturePages.flatMap(({ trips, path }) => trips.map(check => ({ check, path }))),
  ...fixtureDefects,
]

describe('the report of the fixture site', () => {
  let crawled: Crawled
  before(async () => {
    crawled = await crawlFixtureSite()
  })

  test('finds exactly the declared defects', () => {
    const { findings } = crawled
    const expected = declared.map(({ check, path }) => `${check} ${path}`)
    assert.deepEqual(
      {
        missed: expected.filter(each => !findings.includes(each)),
        invented: findings.filter(each => !expected.includes(each)),
      },
      { missed: [], invented: [] },
    )
    assert.equal(findings.length, expected.length)
  })

  test('has other pages pass what one page fails', () => {
    const isDeclared = (id: string) => declared.some(({ check }) => check === id)
    const ids = pageChecks.map(check => check.id).filter(isDeclared)
    assert.ok(ids.length > 0)
    assert.deepEqual(
      ids.filter(id => !crawled.passed.has(id)),
      [],
    )
  })

  test('stays as it is when its findings are checked again one by one', () => {
    assert.deepEqual(crawled.notStillSo, [])
  })

  test('is made without a failing check or worker', () => assert.deepEqual(crawled.logged, []))
})
