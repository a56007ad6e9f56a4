import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pageChecks, siteChecks } from '#checks/index.ts'
import { openScriptedCrawls, type ScriptedCrawls, type ScriptedWeb } from '#crawl/test-scripted-crawl.ts'
import { ORIGIN } from './defect-kind.ts'
import { healthySite, injectedSite, pathOf } from './injected-site.ts'
import { defectKinds } from './kinds.ts'

/** Recall: the share of the kinds of defects in `kinds.ts` that a crawl finds. */
const kinds = defectKinds

const LEAST_KINDS = 130
const LEAST_FOUND = 0.95

interface FoundIssue {
  checkId: string
  /** Everything that the issue says, to look for URLs in it. */
  text: string
}

let crawls: ScriptedCrawls
before(async () => {
  crawls = await openScriptedCrawls()
})
after(() => crawls[Symbol.asyncDispose]())

async function issuesOf(web: ScriptedWeb, url = `${ORIGIN}/`): Promise<FoundIssue[]> {
  const { crawl } = await crawls.run({
    web,
    url,
    limit: 1_000,
    pageChecks,
    siteChecks,
    options: { readsSitemaps: true },
  })
  const { reading } = crawls.store
  const issues = await reading.issues(crawl.id, { limit: 10_000 })
  return issues.map(issue => ({ checkId: issue.checkId, text: JSON.stringify(issue) }))
}

test('the healthy site has no findings', async () => assert.deepEqual(await issuesOf(healthySite()), []))

test('there are enough kinds, each with a page of its own and a tool that names it', () => {
  assert.ok(kinds.length >= LEAST_KINDS, `${kinds.length} kinds`)
  assert.equal(new Set(kinds.map(pathOf)).size, kinds.length)
  for (const { name, tools } of kinds) assert.notEqual(tools.length, 0, name)
})

describe('of the kinds of defects', () => {
  let together: FoundIssue[]
  before(async () => {
    together = await issuesOf(injectedSite(kinds))
  })

  for (const { name, finds, injection } of kinds) {
    if (finds === null) continue
    test(`“${name}” is found by ${finds}`, async () => {
      const isOfSite = typeof injection !== 'function'
      const issues = isOfSite ? await issuesOf(injection.site(healthySite()), injection.seed) : together
      const found = issues.filter(issue => isOfSite || mentions(issue, pathOf({ name }))).map(issue => issue.checkId)
      assert.ok(found.includes(finds), `found instead: ${[...new Set(found)].join(', ') || 'nothing'}`)
    })
  }

  test('most are found', t => {
    const missed = kinds.filter(({ finds }) => finds === null)
    const renamed = kinds.filter(({ isUnderAnotherName }) => isUnderAnotherName)
    const found = kinds.length - missed.length
    t.diagnostic(
      `${kinds.length} kinds: ${found} found, ${renamed.length} of them under another name; ${missed.length} missed`,
    )
    for (const { name } of missed) t.diagnostic(`missed: ${name}`)
    assert.ok(found / kinds.length >= LEAST_FOUND, `${found} of ${kinds.length}`)
  })
})

/** Whether an issue names a URL of the page's directory. */
function mentions({ text }: FoundIssue, path: string): boolean {
  return [ORIGIN, 'http://example.com', 'https://example.org'].some(origin => text.includes(origin + path))
}
