import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SiteCheck, SiteFinding } from './check.ts'
import { runSiteChecks } from './run-site-checks.ts'
import { testSiteFacts } from './test-site-facts.ts'

const nothingReported = (id: string, error: unknown): never => {
  throw new Error(`${id} must not fail`, { cause: error })
}

const texts = { severity: 'warning', title: 'A title', passedTitle: '', why: '', fix: '', sources: [] } as const

const siteCheck = (id: string, findings: SiteFinding[]): SiteCheck => ({
  ...texts,
  id,
  type: 'content_issue',
  scope: 'site',
  async *check() {
    yield* findings
  },
})
const finding = (url: string, ...affectedUrls: string[]): SiteFinding => ({ url, affectedUrls })

async function runSite(checks: SiteCheck[], report: (id: string, error: unknown) => void = nothingReported) {
  const batches = await Array.fromAsync(runSiteChecks(testSiteFacts({}), checks, report))
  return {
    batches,
    issues: batches.flatMap(batch => batch.issues),
    counters: Object.assign({}, ...batches.map(b => b.counters)),
  }
}

test('runSiteChecks() turns findings into issues and counts affected pages', async () => {
  const { issues } = await runSite([
    siteCheck('one', [
      finding('https://example.com/a', 'https://example.com/a', 'https://example.com/b'),
      { ...finding('https://example.com/c'), affectedCount: 412, isHostWide: true },
      finding('https://example.com/d'),
    ]),
  ])
  assert.deepEqual(
    issues.map(issue => [issue.pageUrl, issue.affectedCount, issue.isHostWide, issue.details.affectedUrls?.length]),
    [
      ['https://example.com/a', 2, false, 2],
      ['https://example.com/c', 412, true, 0],
      ['https://example.com/d', 1, false, 0],
    ],
  )
})

test('runSiteChecks() passes on the way to all URLs where details hold the first hundred', async () => {
  const urls = Array.from({ length: 150 }, (_, index) => `https://example.com/${index}`)
  async function* walk() {
    for (const url of urls) yield { key: 'a', url }
    throw new Error('mistake')
  }
  const [first = ''] = urls
  const many = { ...finding(first, ...urls.slice(0, 100)), affectedCount: 150, list: { key: 'a', walk } }
  const findings: [SiteFinding, string[] | null][] = [
    [many, urls],
    [{ ...many, url: `${first}1` }, urls],
    [finding(first, ...urls), urls],
    [{ ...many, affectedCount: 100 }, null],
    [{ ...finding(first, ...urls), details: { duplicateUrls: urls } }, null],
    [{ ...finding(first, ...urls), details: { referringSources: urls } }, null],
  ]
  const reported: string[] = []
  const { issues } = await runSite(
    [
      siteCheck(
        'one',
        findings.map(([each]) => each),
      ),
    ],
    id => reported.push(id),
  )
  for (const [index, { list, details }] of issues.entries()) {
    assert.equal(details.affectedUrls?.length, 100)
    const listed = list && (await Array.fromAsync(list.walk()))
    assert.deepEqual(listed?.map(({ url }) => url) ?? null, findings[index]?.[1])
    assert.ok(listed?.every(({ key }) => key === list?.key) ?? true)
  }
  assert.equal(issues[0]?.list?.walk, issues[1]?.list?.walk, 'one walk for both')
  assert.deepEqual(reported, ['one', 'one'])
})

test('runSiteChecks() yields at most 200 issues at once and the counter with the last batch of a check', async () => {
  const findings = Array.from({ length: 401 }, (_, index) => finding(`https://example.com/${index}`))
  const { batches, counters } = await runSite([siteCheck('many', findings), siteCheck('none', [])])
  assert.deepEqual(
    batches.map(batch => [batch.checkId, batch.issues.length]),
    [
      ['many', 200],
      ['many', 200],
      ['many', 1],
      ['none', 0],
    ],
  )
  assert.deepEqual(counters, {
    many: { passed: 0, failed: 401, skipped: {} },
    none: { passed: 1, failed: 0, skipped: {} },
  })
})

test('runSiteChecks() reports a check that throws, keeps what it found and goes on', async () => {
  const failing: SiteCheck = {
    ...siteCheck('failing', []),
    async *check() {
      yield finding('https://example.com/a')
      throw new Error('mistake')
    },
  }
  const reported: string[] = []
  const { issues, counters } = await runSite([failing, siteCheck('next', [finding('https://example.com/b')])], id =>
    reported.push(id),
  )
  assert.deepEqual(reported, ['failing'])
  assert.deepEqual(
    issues.map(issue => issue.checkId),
    ['failing', 'next'],
  )
  assert.deepEqual(counters.failing, { passed: 0, failed: 1, skipped: { 'The check itself failed': 1 } })
})

test('runSiteChecks() keeps the reason of a check that skips', async () => {
  const skipping: SiteCheck = { ...siteCheck('skipping', []), check: () => ({ skipped: 'The crawl was cut' }) }
  const { counters } = await runSite([skipping])
  assert.deepEqual(counters, { skipping: { passed: 0, failed: 0, skipped: { 'The crawl was cut': 1 } } })
})

const [a, b, c] = ['https://example.com/a', 'https://example.com/a/', 'https://example.com/c']

test('duplicate-url-variants timeouts duplicates among the same URLs, whatever the order of the checks', async () => {
  const { issues } = await runSite([
    siteCheck('title-duplicate', [finding(a, a, b), finding(a, a, b, c), { ...finding(a, a, b), affectedCount: 9 }]),
    siteCheck('h1-duplicate', [finding(a, a, b)]),
    siteCheck('duplicate-url-variants', [finding(a, a, b)]),
  ])
  assert.deepEqual(
    issues.map(issue => [issue.checkId, issue.affectedCount]),
    [
      ['duplicate-url-variants', 2],
      ['title-duplicate', 3],
      ['title-duplicate', 9],
      ['h1-duplicate', 2],
    ],
  )
})

test('a check all of whose findings yield is skipped with the reason, not passed', async () => {
  const { counters } = await runSite([
    siteCheck('title-duplicate', [finding(a, a, b)]),
    siteCheck('meta-description-duplicate', [finding(a, a, b), finding(a, a, c)]),
    siteCheck('duplicate-url-variants', [finding(a, a, b)]),
  ])
  const reason = 'Reported as one page under several URL variants'
  assert.deepEqual(counters['title-duplicate'], { passed: 0, failed: 0, skipped: { [reason]: 1 } })
  assert.deepEqual(counters['meta-description-duplicate'], { passed: 0, failed: 1, skipped: {} })
})

test('two groups of variants do not silence a duplicate between them', async () => {
  const { issues } = await runSite([
    siteCheck('duplicate-url-variants', [finding(a, a, b), finding(c, c, `${c}/`)]),
    siteCheck('duplicate-content-exact', [finding(a, a, c)]),
  ])
  assert.equal(issues.filter(issue => issue.checkId === 'duplicate-content-exact').length, 1)
})

test('redirect-to-error timeouts the plain link checks for the same target only', async () => {
  const { issues } = await runSite([
    siteCheck('internal-link-broken', [
      { ...finding('https://example.com/source'), details: { targetUrl: a } },
      { ...finding('https://example.com/source'), details: { targetUrl: c } },
    ]),
    siteCheck('redirect-to-error', [{ ...finding('https://example.com/source'), details: { targetUrl: a } }]),
  ])
  assert.deepEqual(
    issues.map(issue => [issue.checkId, issue.details.targetUrl]),
    [
      ['redirect-to-error', a],
      ['internal-link-broken', c],
    ],
  )
})
