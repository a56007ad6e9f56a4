import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CrawlRow, Store } from '#store/store.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import type { BaselineComparison } from '../baseline/compare-with-baseline.ts'
import { addCrawl, type TestPage, testIssue } from '../test-crawl.ts'
import { markdownSummary } from './markdown.ts'

const home = 'https://example.com/'
const brokenLink = testIssue(`${home}gone`, {
  checkId: 'internal-link-broken',
  type: 'broken_link',
  message: `Broken link: 404 Not Found: ${home}gone`,
})

const infosAreNew: BaselineComparison = {
  seedUrl: home,
  crawlLimit: 100,
  startedAt: null,
  counts: { new: 0, unchanged: 0, fixed: 0, notCrawled: 0, notChecked: 0 },
  newBySeverity: { error: 0, warning: 0, info: 0 },
  newByCheck: new Map(),
  stateOf: ({ severity }) => (severity === 'info' ? 'new' : 'unchanged'),
  async *fixed() {},
}

describe('markdownSummary()', () => {
  let store: Store
  let ownerId = 0

  before(async () => {
    store = await openTestStore()
    ownerId = await store.visitors.createOwner('a hash', 0)
  })
  after(() => store[Symbol.asyncDispose]())

  const crawlOf = async (pages: TestPage[]): Promise<CrawlRow> => {
    const { crawlId } = await addCrawl(store, { ownerId, url: home, pages, nowMs: 1_000 })
    const crawl = await store.reading.crawl(crawlId)
    assert.ok(crawl)
    return crawl
  }
  const write = async (crawl: CrawlRow, baseline?: BaselineComparison) => {
    const options = { reading: store.reading, crawl, isStable: false, baseline }
    return (await Array.fromAsync(markdownSummary(options))).join('')
  }

  it('is a table of the crawl and one of its worst findings, in which nothing that pages say acts', async () => {
    const hostile = testIssue(`${home}b`, { message: 'Title `x` | <img src=x> @team\n[a](http://evil.example)' })
    const crawl = await crawlOf([{ url: home, issues: [brokenLink, hostile] }])
    const { error, warning, info } = crawl.counts.bySeverity
    assert.equal(
      await write(crawl),
      `## Audit of \`https://example.com/\`

| | |
|---|---|
| Health score | ${/Health score \| (.+) \|/.exec(await write(crawl))?.[1]} |
| Findings | 2 (errors ${error}, warnings ${warning}, infos ${info}) |
| Pages | ${crawl.counts.pagesCrawled} |

### Findings

| Severity | Finding | URL |
|---|---|---|
| error | \`Broken link: 404 Not Found: https://example.com/gone\` | \`https://example.com/gone\` |
| error | \`Title ˋxˋ \\| <img src=x> @team [a](http://evil.example)\` | \`https://example.com/b\` |
`,
    )
  })

  it('names twenty findings, errors before warnings and no infos, and says how many more there are', async () => {
    const shown = async (errors: number, warnings: number) => {
      const issues = [
        ...Array.from({ length: errors }, () => testIssue(home, { severity: 'error' })),
        ...Array.from({ length: warnings }, () => testIssue(home, { severity: 'warning' })),
        testIssue(home, { severity: 'info' }),
      ]
      const text = await write(await crawlOf([{ url: home, issues }]))
      const rows = Array.from(text.matchAll(/^\| (error|warning|info) \|/gm), ([, severity]) => severity)
      return [rows.filter(each => each === 'error').length, rows.length, /\d+ more/.exec(text)?.[0]]
    }
    assert.deepEqual(await shown(19, 1), [19, 20, undefined])
    assert.deepEqual(await shown(18, 3), [18, 20, '1 more'])
    assert.deepEqual(await shown(22, 1), [20, 20, '3 more'])
  })

  it('names what is new beside a baseline, infos too', async () => {
    const issues = [brokenLink, testIssue(home, { severity: 'info', message: 'A hint' })]
    const text = await write(await crawlOf([{ url: home, issues }]), infosAreNew)
    assert.deepEqual(text.match(/^\| (?:error|warning|info) \|.*$/gm), [`| info | \`A hint\` | \`${home}\` |`])
  })
})
