import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { NewIssue } from '#shared/model.ts'
import type { Store } from '#store/store.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import type { ExportFormat } from '../export/export-format.ts'
import { githubAnnotations } from '../export/github-annotations.ts'
import { junitExport } from '../export/junit.ts'
import { sarifExport } from '../export/sarif.ts'
import { assertValidJunit, junitSuites, sarifRun } from '../export/test-ci-formats.ts'
import { addCrawl, type TestPage, testIssue } from '../test-crawl.ts'
import { REPORT_VERSION } from './baseline-schema.ts'
import { compareWithBaseline } from './compare-with-baseline.ts'
import { comparisonText } from './comparison-text.ts'
import { readBaseline } from './read-baseline.ts'

const home = 'https://example.com/'
const staging = 'http://localhost:5000/'

function broken(origin: string, name: string, overrides: Partial<NewIssue> = {}): NewIssue {
  const targetUrl = `${origin}${name}`
  return testIssue(targetUrl, {
    checkId: 'internal-link-broken',
    type: 'broken_link',
    message: `Broken link: ${targetUrl}`,
    details: { targetUrl, sourceUrl: origin, affectedUrls: [origin], evidence: [] },
    ...overrides,
  })
}

function withoutAlt(severity: NewIssue['severity'], ...names: string[]): NewIssue {
  const imageData = names.map(name => ({ src: home + name, issue: 'missing', isLarge: false, fileSize: null }))
  return testIssue(`${home}images`, { checkId: 'image-alt-missing', severity, details: { imageData, evidence: [] } })
}

/** Everything was crawled and checked again. */
const seen = { notCrawled: 0, notChecked: 0 }

describe('a crawl beside a baseline', () => {
  let store: Store
  let ownerId = 0

  before(async () => {
    store = await openTestStore()
    ownerId = await store.visitors.createOwner('a hash', 0)
  })
  after(async () => {
    await store[Symbol.asyncDispose]()
  })

  interface Comparison {
    old: NewIssue[]
    now: NewIssue[]
    from?: string
    /** Besides the home page; those of the earlier findings unless given. */
    pages?: TestPage[]
    /** Checks that ran; those of the earlier findings unless given. */
    checks?: string[]
  }
  const compared = async ({
    old,
    now,
    from = home,
    pages = [...new Set(old.map(({ pageUrl }) => pageUrl))].filter(url => url !== home).map(url => ({ url })),
    checks = old.map(({ checkId }) => checkId),
  }: Comparison) => {
    const issues = old.map(({ checkId, severity, message, pageUrl, details }) => ({
      check: checkId,
      severity,
      message,
      pageUrl,
      details,
    }))
    const head = {
      format: 'sitesounder-report',
      version: REPORT_VERSION,
      crawl: { url: from, crawlLimit: 100, startedAt: '2026-01-02T12:00:00.000Z' },
    }
    async function* open(): AsyncIterable<string> {
      yield JSON.stringify({ ...head, issues })
    }
    const baseline = await readBaseline({ name: 'The baseline', open })
    const { crawlId } = await addCrawl(store, {
      ownerId,
      url: home,
      pages: [{ url: home, issues: now }, ...pages],
      passedChecks: Object.fromEntries(checks.map(id => [id, 1])),
      nowMs: 1_000,
    })
    const crawl = await store.reading.crawl(crawlId)
    assert.ok(crawl)
    const { reading } = store
    return { reading, crawl, baseline: await compareWithBaseline({ reading, crawl, baseline }) }
  }
  type Compared = Awaited<ReturnType<typeof compared>>
  const write = async (writer: ExportFormat['write'], report: Compared) =>
    (await Array.fromAsync(writer({ ...report, isStable: false }))).join('')

  /** One broken link stays, one is new, one was fixed; the report is one of another host. */
  const mixed = () =>
    compared({
      from: staging,
      old: [broken(staging, 'stays'), broken(staging, 'fixed')],
      now: [broken(home, 'new'), broken(home, 'stays')],
    })

  it('tells new from unchanged and fixed, also between hosts', async () => {
    const { baseline } = await mixed()
    assert.deepEqual(baseline.counts, { new: 1, unchanged: 1, fixed: 1, ...seen })
    assert.deepEqual(baseline.newBySeverity, { error: 1, warning: 0, info: 0 })
    assert.deepEqual([...baseline.newByCheck], [['internal-link-broken', 1]])
    const fixed = await Array.fromAsync(baseline.fixed())
    assert.deepEqual(
      fixed.map(({ pageUrl }) => pageUrl),
      [`${staging}fixed`],
    )
  })

  const counted: [string, NewIssue[], NewIssue[], [number, number, number]][] = [
    ['an image more', [withoutAlt('error', '1')], [withoutAlt('error', '1', '2')], [1, 0, 0]],
    ['an image less', [withoutAlt('error', '1', '2')], [withoutAlt('error', '2')], [0, 1, 0]],
    ['other images only', [withoutAlt('error', '1')], [withoutAlt('error', '2')], [1, 0, 1]],
    ['a worse severity', [withoutAlt('warning', '1')], [withoutAlt('error', '1')], [1, 0, 0]],
    ['a lesser severity', [withoutAlt('error', '1')], [withoutAlt('info', '1')], [0, 1, 0]],
    ['nothing before', [], [withoutAlt('error', '1')], [1, 0, 0]],
    ['nothing now', [withoutAlt('error', '1')], [], [0, 0, 1]],
    ['the same twice', [broken(home, 'a')], [broken(home, 'a'), broken(home, 'a')], [0, 2, 0]],
  ]
  for (const [name, old, now, [added, unchanged, fixed]] of counted) {
    it(`counts ${name}`, async () => {
      const { baseline } = await compared({ old, now })
      assert.deepEqual(baseline.counts, { new: added, unchanged, fixed, ...seen })
    })
  }

  it('compares more than one batch of findings', async () => {
    const all = Array.from({ length: 1_200 }, (_, index) => broken(home, `page-${index}`))
    const { baseline } = await compared({ old: all.slice(0, 1_100), now: all.slice(50) })
    assert.deepEqual(baseline.counts, { new: 100, unchanged: 1_050, fixed: 50, ...seen })
  })

  const page = `${home}page`
  const missing = testIssue(page)
  const absent: [string, Comparison, keyof typeof seen | 'fixed'][] = [
    ['a page that was checked again', { old: [missing], now: [] }, 'fixed'],
    ['a page that was not crawled', { old: [missing], now: [], pages: [] }, 'notCrawled'],
    ['a check that did not run', { old: [missing], now: [], checks: [] }, 'notChecked'],
    ['a page that is an error now', { old: [missing], now: [], pages: [{ url: page, status: 404 }] }, 'notChecked'],
    [
      'a page that search results cannot show any more',
      { old: [missing], now: [], pages: [{ url: page, facts: { isNoindex: true } }] },
      'notChecked',
    ],
    [
      'a finding of the host, which is no page',
      {
        old: [
          testIssue(`${home}robots.txt`, { checkId: 'robots-txt-invalid', type: 'robots_issue', isHostWide: true }),
        ],
        now: [],
        pages: [],
      },
      'fixed',
    ],
    [
      'a cause of which one page was not crawled',
      {
        old: [testIssue(home, { details: { affectedUrls: [home, page], evidence: [] } })],
        now: [],
        pages: [],
      },
      'notCrawled',
    ],
    [
      'a link that is gone from its page, whatever its target',
      { old: [broken(home, 'gone')], now: [], pages: [] },
      'fixed',
    ],
  ]
  for (const [name, comparison, expected] of absent)
    it(`counts ${name} as ${expected}`, async () => {
      const { baseline } = await compared(comparison)
      assert.deepEqual(baseline.counts, { new: 0, unchanged: 0, fixed: 0, ...seen, [expected]: 1 })
      assert.equal((await Array.fromAsync(baseline.fixed())).length, expected === 'fixed' ? 1 : 0)
    })

  it('marks every result of SARIF, the new ones first, the fixed ones as absent', async () => {
    const run = sarifRun(await write(sarifExport, await mixed()))
    assert.deepEqual(
      run.results.map(({ baselineState, locations }) => [
        baselineState,
        locations[0]?.physicalLocation.artifactLocation.uri,
      ]),
      [
        ['new', 'example.com/new'],
        ['unchanged', 'example.com/stays'],
        ['absent', 'localhost%3A5000/fixed'],
      ],
    )
  })

  it('gives a finding the same fingerprint on both hosts', async () => {
    const all = await compared({
      from: staging,
      old: [broken(staging, 'fixed')],
      now: [broken(home, 'fixed', { severity: 'info' })],
    })
    const [now] = sarifRun(await write(sarifExport, all)).results
    const gone = await compared({ from: staging, old: [broken(staging, 'fixed')], now: [] })
    const [before] = sarifRun(await write(sarifExport, gone)).results
    assert.equal(before?.baselineState, 'absent')
    assert.deepEqual(now?.partialFingerprints, before?.partialFingerprints)
  })

  it('has only new failures in JUnit, and passes a check that found nothing new', async () => {
    const xml = await write(junitExport, await mixed())
    await assertValidJunit(xml)
    assert.deepEqual(
      junitSuites(xml).map(({ name, counts, cases }) => [name, counts.failures, cases.map(each => each.name)]),
      [
        ['crawl', 0, ['The website can be crawled']],
        ['internal-link-broken', 1, [`${home}new`]],
      ],
    )
    const unchanged = await write(junitExport, await compared({ old: [broken(home, 'a')], now: [broken(home, 'a')] }))
    await assertValidJunit(unchanged)
    assert.deepEqual(
      junitSuites(unchanged).map(({ counts, cases }) => [
        counts.tests,
        counts.failures,
        cases[0]?.outcome,
        cases[0]?.name,
      ]),
      [
        [1, 0, 'passed', 'The website can be crawled'],
        [1, 0, 'passed', 'Nothing new: Broken internal link (404)'],
      ],
    )
  })

  it('annotates only new findings', async () => {
    const lines = (await write(githubAnnotations, await mixed())).trimEnd().split('\n')
    assert.deepEqual(
      lines.map(line => line.split('%0A', 1)[0]),
      [`::error title=Broken internal link (404)::Broken link: ${home}new`],
    )
  })

  it('is described in words, new findings first', async () => {
    assert.equal(
      await comparisonText({ ...(await mixed()), width: 80 }),
      `New findings
  error   Broken link: https://example.com/new
          https://example.com/new
          https://example.com/

Compared with the report of http://localhost:5000/ of 2026-01-02
  New        1
  Fixed      1
  Unchanged  1

`,
    )
  })

  it('is summarised in few lines, however much is new, and within the width', async () => {
    const many = Array.from({ length: 25 }, (_, index) => broken(home, `${'long-'.repeat(40)}${index}`))
    const text = await comparisonText({ ...(await compared({ old: [], now: many })), width: 60 })
    assert.match(text, /\n\nand 5 more\n\nCompared/)
    assert.ok(text.split('\n').every(line => line.length <= 60))
  })

  it('says so when nothing is new, and what the crawl cannot know', async () => {
    const old = [broken(home, 'a'), testIssue(`${home}left`), testIssue(home, { checkId: 'h1-missing' })]
    const report = await compared({ old, now: [], pages: [], checks: ['internal-link-broken', 'title-missing'] })
    const text = await comparisonText({ ...report, width: 80 })
    assert.doesNotMatch(text, /earlier crawl/)
    assert.match(text, /^No new findings\n\n/)
    assert.match(text, /\n {2}Fixed {6}1\n/)
    assert.match(
      text,
      /\n {2}1 more on pages that were not crawled this time\n {2}1 more that were not checked this time\n/,
    )
  })

  it('names a lower limit of the earlier crawl', async () => {
    const report = await compared({ old: [], now: [] })
    const text = await comparisonText({ ...report, crawl: { ...report.crawl, crawlLimit: 101 }, width: 80 })
    assert.match(text, /\n\nThe earlier crawl read at most 100 pages: findings on pages beyond count as new\.\n\n$/)
  })

  it('lets no text of a site or of the file steer the terminal', async () => {
    const hostile = broken(home, 'a', { message: 'a\u001b[2Jb\nc', details: { sourceUrl: '\u009b2J', evidence: [] } })
    const report = await compared({ old: [], now: [hostile], from: 'https://a.test/\u202e' })
    assert.doesNotMatch(
      await comparisonText({ ...report, width: 80 }),
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/,
    )
  })
})
