import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageChecks, siteChecks } from '#checks/index.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { criteria } from '#shared/wcag.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { addCrawl, testIssue } from '../test-crawl.ts'
import { readReadiness } from './readiness.ts'

const SITE = 'https://example.test'

describe('readReadiness', () => {
  it('names checks that exist', () => {
    const known = new Set([...pageChecks, ...siteChecks].map(check => check.id))
    for (const { id, checks } of criteria)
      for (const check of checks) assert.ok(known.has(check), `${id} names ${check}`)
  })

  it('reads what the crawl has stored', async () => {
    await using store = await openTestStore()
    const ownerId = await store.visitors.createOwner('x', 1)
    const axe = testIssue(SITE, {
      checkId: 'axe-violation',
      details: {
        evidence: [{ kind: 'table', label: 'Rule color-contrast, serious', columns: [], rows: [], total: 0 }],
      },
      affectedCount: 4,
    })
    const { crawlId } = await addCrawl(store, {
      ownerId,
      url: `${SITE}/`,
      pages: [
        { url: `${SITE}/`, issues: [testIssue(`${SITE}/`, { checkId: 'html-lang-missing' }), axe] },
        { url: `${SITE}/gone`, status: 404 },
      ],
      nowMs: 1,
    })
    const crawl = await store.reading.crawl(crawlId)
    assert.ok(crawl)
    const { agents, accessibility } = await readReadiness(store, crawl)
    assert.deepEqual(agents.robots, [])
    assert.equal(agents.llmsFile, null)
    assert.equal(agents.scripts, null)
    assert.equal(agents.tokens.pages, 1)
    assert.ok(agents.tokens.mainText > 0)
    assert.deepEqual(
      agents.tokens.largest.map(({ url }) => url),
      [`${SITE}/`],
    )
    assert.deepEqual(agents.markdown, { urls: 0, found: 0, alternates: 0 })
    assert.equal(accessibility.length, 55)
    const byId = new Map(accessibility.map(criterion => [criterion.id, criterion]))
    assert.equal(byId.get('3.1.1')?.checks.find(({ id }) => id === 'html-lang-missing')?.issueCount, 1)
    const contrast = byId.get('1.4.3')?.rules.find(({ rule }) => rule === 'color-contrast')
    assert.equal(contrast?.pageCount, 4)
    assert.notEqual(contrast.issueId, null)
    assert.doesNotMatch(JSON.stringify(accessibility), /compliant/i)
    const options = { ...defaultCrawlOptions, rendersJavaScript: true }
    const rendered = await readReadiness(store, { ...crawl, options })
    assert.deepEqual(rendered.agents.scripts, { pages: 0, sourceWords: 0, addedWords: 0, mostlyScripted: 0 })
  })
})
