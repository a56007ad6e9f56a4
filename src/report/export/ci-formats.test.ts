import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ourCatalogue } from '#checks/index.ts'
import type { IssueDetails } from '#shared/model.ts'
import type { CrawlRow, Store } from '#store/store.ts'
import { xssCorpus } from '../../../test/attack/xss-corpus.ts'
import { asStored, openTestStore } from '../../../test/support/storage.ts'
import type { BaselineComparison } from '../baseline/compare-with-baseline.ts'
import { addCrawl, type TestPage, testIssue } from '../test-crawl.ts'
import type { ExportFormat } from './export-format.ts'
import { githubAnnotations } from './github-annotations.ts'
import { junitExport } from './junit.ts'
import { sarifExport } from './sarif.ts'
import {
  assertValidJunit,
  inXml,
  junitSuites,
  parsedCommand,
  type SarifLog,
  sarifRun,
  sarifText,
} from './test-ci-formats.ts'

const writers = {
  junit: junitExport,
  sarif: sarifExport,
  github: githubAnnotations,
} satisfies Record<string, ExportFormat['write']>

const home = 'https://example.com/'
const broken: IssueDetails = {
  sourceUrl: home,
  referringSources: [home, `${home}b`],
  targetUrl: `${home}gone`,
  statusCode: 404,
  evidence: [
    {
      kind: 'places',
      label: 'Named on',
      places: [{ sourceUrl: home, text: 'To {x}', region: 'main', path: 'p > a', line: 3 }],
      total: 1,
    },
  ],
}
const brokenLink = testIssue(`${home}gone`, {
  checkId: 'internal-link-broken',
  type: 'broken_link',
  message: `Broken link: 404 Not Found: ${home}gone`,
  details: broken,
  affectedCount: 2,
})

const emptyBaseline: BaselineComparison = {
  seedUrl: home,
  crawlLimit: 100,
  startedAt: null,
  counts: { new: 0, unchanged: 0, fixed: 0, notCrawled: 0, notChecked: 0 },
  newBySeverity: { error: 0, warning: 0, info: 0 },
  newByCheck: new Map(),
  stateOf: () => 'new',
  async *fixed() {},
}

describe('formats for continuous integration', () => {
  let store: Store
  let ownerId = 0

  before(async () => {
    store = await openTestStore()
    ownerId = await store.visitors.createOwner('a hash', 0)
  })
  after(async () => {
    await store[Symbol.asyncDispose]()
  })

  const crawlOf = async (pages: TestPage[]): Promise<CrawlRow> => {
    const { crawlId } = await addCrawl(store, { ownerId, url: home, pages, nowMs: 1_000 })
    const crawl = await store.reading.crawl(crawlId)
    assert.ok(crawl)
    return crawl
  }
  const write = async (format: keyof typeof writers, crawl: CrawlRow, isStable = false) =>
    (await Array.fromAsync(writers[format]({ reading: store.reading, crawl, isStable }))).join('')

  describe('junit', () => {
    it('names the first twenty pages of a finding, and says how many more there are', async () => {
      const affectedUrls = Array.from({ length: 102 }, (_, index) => `${home}${index}`)
      const issue = testIssue(home, { details: { affectedUrls, evidence: [] }, affectedCount: 103 })
      const text = await write('junit', await crawlOf([{ url: home, issues: [issue] }]))
      const lines = text.slice(text.indexOf('Affected pages'), text.indexOf('</failure>')).split('&#10;')
      const pages = affectedUrls.slice(0, 20).map(url => `Affected page: ${url}`)
      assert.deepEqual(lines.slice(0, 22), ['Affected pages: 103', ...pages, 'and 83 more'])
    })

    it('has one suite per check that ran, and a case per finding', async () => {
      const crawl = await crawlOf([{ url: home, issues: [testIssue(home), testIssue(`${home}b`), brokenLink] }])
      const xml = await write('junit', crawl)
      await assertValidJunit(xml)
      assert.deepEqual(
        junitSuites(xml).map(({ name, counts, cases }) => [name, ...Object.values(counts), cases.length]),
        [
          ['crawl', 1, 0, 0, 0, 1],
          ['title-missing', 2, 2, 0, 0, 2],
          ['internal-link-broken', 1, 1, 0, 0, 1],
        ],
      )
      const check = ourCatalogue.get('internal-link-broken')
      assert.match(
        xml,
        /<testsuite name="internal-link-broken" package="sitesounder\.broken_link" id="2" timestamp="1970-01-01T00:00:01" hostname="localhost" tests="1" failures="1" errors="0" skipped="0" time="0\.000">/,
      )
      assert.match(xml, /<testsuite name="crawl" .* time="1\.000">/)
      assert.deepEqual(junitSuites(xml)[2]?.cases, [
        {
          name: `${home}gone`,
          outcome: 'failure',
          message: brokenLink.message,
          text: [
            brokenLink.message,
            `Page: ${home}gone`,
            'Affected pages: 2',
            `Named on: ${home}`,
            `Named on: ${home}b`,
            `Why it matters: ${check?.why}`,
            `How to fix: ${check?.fix}`,
            `Source: ${check?.sources[0]?.url}`,
          ].join('\n'),
        },
      ])
    })

    it('passes a check without findings, and skips one that checked nothing', async () => {
      const crawl = await crawlOf([{ url: home }])
      const reading = {
        ...store.reading,
        checkCounters: async () => [
          { checkId: 'page-deep', passed: 0, failed: 0, skipped: {} },
          { checkId: 'duplicate-host-variants', passed: 0, failed: 0, skipped: { 'A private "name"': 1 } },
          { checkId: 'title-missing', passed: 3, failed: 0, skipped: { 'Not a page': 2 } },
        ],
      }
      const xml = (await Array.fromAsync(junitExport({ reading, crawl, isStable: true }))).join('')
      await assertValidJunit(xml)
      assert.deepEqual(
        junitSuites(xml).map(({ name, counts, cases }) => [name, counts.skipped, cases[0]?.outcome, cases[0]?.message]),
        [
          ['crawl', 0, 'passed', ''],
          ['title-missing', 0, 'passed', ''],
          ['duplicate-host-variants', 1, 'skipped', 'A private "name"'],
        ],
      )
      assert.match(xml, /timestamp="1970-01-01T00:00:00"/)
    })

    it('errs when nothing could be crawled', async () => {
      const row = await crawlOf([])
      const crawl: CrawlRow = { ...row, endReason: 'start-unreachable', endSentence: 'It gave no <page>.' }
      const xml = await write('junit', crawl)
      await assertValidJunit(xml)
      assert.deepEqual(
        junitSuites(xml).map(({ counts, cases }) => [counts.errors, cases[0]?.outcome, cases[0]?.message]),
        [[1, 'error', 'It gave no <page>.']],
      )
    })
  })

  describe('sarif', () => {
    it('has a rule per check, and a result per finding with its place and fingerprint', async () => {
      const run = sarifRun(await write('sarif', await crawlOf([{ url: home, issues: [testIssue(home), brokenLink] }])))
      assert.deepEqual(
        run.tool.driver.rules.map(rule => [rule.id, rule.helpUri]),
        [...ourCatalogue.values()].map(check => [check.id, check.sources[0]?.url]),
      )
      assert.deepEqual(run.invocations[0]?.properties, { endReason: 'finished' })
      const [result] = run.results
      assert.equal(result?.ruleIndex === undefined ? '' : run.tool.driver.rules[result.ruleIndex]?.id, result?.ruleId)
      assert.deepEqual(result, {
        ruleId: 'internal-link-broken',
        ruleIndex: [...ourCatalogue.keys()].indexOf('internal-link-broken'),
        level: 'error',
        message: { text: `${brokenLink.message} (affects 2 pages)` },
        locations: [{ physicalLocation: { artifactLocation: { uri: 'example.com/gone' } } }],
        partialFingerprints: {
          'sitesounderFinding/v1': '40b8c46f2819d93485910f7f61a29697',
          primaryLocationLineHash: '40b8c46f2819d93485910f7f61a29697:1',
        },
        relatedLocations: [
          {
            id: 1,
            message: { text: 'p > a: To {{x}}' },
            physicalLocation: { artifactLocation: { uri: 'example.com/' }, region: { startLine: 3 } },
          },
          {
            id: 2,
            message: { text: 'Affected page' },
            physicalLocation: { artifactLocation: { uri: 'example.com/b' } },
          },
        ],
        properties: { url: `${home}gone`, type: 'broken_link', affectedCount: 2, source: home },
      })
    })

    it('has the levels error, warning and note', async () => {
      const issues = (['info', 'warning', 'error'] as const).map(severity => testIssue(home, { severity }))
      const run = sarifRun(await write('sarif', await crawlOf([{ url: home, issues }])))
      assert.deepEqual(
        run.results.map(result => result.level),
        ['error', 'warning', 'note'],
      )
    })

    it('writes URLs without their scheme, as RFC 3986 wants them', async () => {
      const urls = [`${home}a|b?c=[d]^{e}`, `${home}100%`, 'http://[::1]:8080/x#y#z', `${home}%e4`]
      const issues = urls.map((url, index) => testIssue(url, { checkId: `check-${index}` }))
      const run = sarifRun(await write('sarif', await crawlOf([{ url: home, issues }])))
      assert.deepEqual(
        run.results.map(result => result.locations[0]?.physicalLocation.artifactLocation.uri),
        [
          'example.com/a%7Cb?c=%5Bd%5D%5E%7Be%7D',
          'example.com/100%25',
          '%5B%3A%3A1%5D%3A8080/x#y%23z',
          'example.com/%e4',
        ],
      )
    })

    it('holds 25,000 results, the worst first, and says how many it leaves out', async () => {
      const issues = Array.from({ length: 25_010 }, (_, index) =>
        testIssue(`${home}${index}`, { severity: index < 25_005 ? 'info' : 'error' }),
      )
      const text = await write('sarif', await crawlOf([{ url: home, issues }]))
      const log: SarifLog = JSON.parse(text)
      const [run] = log.runs
      assert.equal(run?.results.length, 25_000)
      assert.equal(run?.results.filter(result => result.level === 'error').length, 5)
      assert.deepEqual(run?.invocations[0]?.toolExecutionNotifications, [
        { level: 'note', message: { text: 'Every page was crawled.' } },
        { level: 'warning', message: { text: '10 of 25010 results are omitted: a run holds at most 25000.' } },
      ])
    })

    const gone = { check: 'title-missing', severity: 'error', message: 'Gone', pageUrl: `${home}gone` } as const
    const compared: [name: string, pages: TestPage[], comparison: Partial<BaselineComparison>, states: string[]][] = [
      ['nothing is new', [{ url: home, issues: [brokenLink] }], { stateOf: () => 'unchanged' }, ['unchanged']],
      ['everything is new', [{ url: home, issues: [brokenLink] }], { stateOf: () => 'new' }, ['new']],
      [
        'the worse finding is known and the other new',
        [{ url: home, issues: [brokenLink, testIssue(home, { severity: 'info' })] }],
        { stateOf: issue => (issue.severity === 'info' ? 'new' : 'unchanged') },
        ['new', 'unchanged'],
      ],
      ['nothing was found in either crawl', [{ url: home }], {}, []],
      [
        'everything is gone',
        [{ url: home }],
        {
          counts: { new: 0, unchanged: 0, fixed: 1, notCrawled: 0, notChecked: 0 },
          async *fixed() {
            yield { ...gone, details: { sourceUrl: '', evidence: [] } }
          },
        },
        ['absent'],
      ],
    ]
    for (const [name, pages, comparison, states] of compared) {
      it(`is valid beside a baseline when ${name}`, async () => {
        const baseline: BaselineComparison = { ...emptyBaseline, ...comparison }
        const options = { reading: store.reading, crawl: await crawlOf(pages), isStable: false, baseline }
        const run = sarifRun((await Array.fromAsync(sarifExport(options))).join(''))
        assert.deepEqual(
          run.results.map(result => result.baselineState),
          states,
        )
      })
    }

    it('has no link that a page wrote into a message', async () => {
      const message = 'A {title} with a [link](http://evil.test) and \\'
      const run = sarifRun(await write('sarif', await crawlOf([{ url: home, issues: [testIssue(home, { message })] }])))
      const [text = ''] = run.results.map(result => result.message.text)
      assert.ok(text.startsWith('A {{title}} with a \\[link\\](http://evil.test) and \\\\'), text)
    })

    it('is no success when nothing could be crawled', async () => {
      const crawl: CrawlRow = { ...(await crawlOf([])), endReason: 'start-refused', endSentence: 'No.' }
      const run = sarifRun(await write('sarif', crawl))
      assert.deepEqual([run.invocations[0]?.executionSuccessful, run.results], [false, []])
    })
  })

  describe('github', () => {
    it('annotates one line per finding, the worst first', async () => {
      const info = testIssue(home, { severity: 'info', message: '100 %\r\nsure', checkId: 'of-old: a, b' })
      const text = await write('github', await crawlOf([{ url: home, issues: [info, brokenLink] }]))
      const fix = ourCatalogue.get('internal-link-broken')?.fix
      assert.equal(
        text,
        `::error title=Broken internal link (404)::Broken link: 404 Not Found: ${home}gone%0AAffected pages: 2%0ANamed on: ${home}%0AHow to fix: ${fix}\n` +
          `::notice title=100 %25 sure::100 %25 sure%0APage: ${home}\n`,
      )
    })

    it('escapes what would end a property', async () => {
      const issue = testIssue(home, { checkId: 'of-old', message: 'a: b, c' })
      const text = await write('github', await crawlOf([{ url: home, issues: [issue] }]))
      assert.equal(text, `::error title=a%3A b%2C c::a: b, c%0APage: ${home}\n`)
    })

    it('shows as many as GitHub does, and says how many there are besides', async () => {
      const issues = (['error', 'warning', 'info'] as const).flatMap((severity, kind) =>
        Array.from({ length: 11 + kind }, (_, index) => testIssue(`${home}${index}`, { severity })),
      )
      const lines = (await write('github', await crawlOf([{ url: home, issues }]))).trimEnd().split('\n')
      assert.deepEqual(
        ['error', 'warning', 'notice'].map(command => lines.filter(line => line.startsWith(`::${command} `)).length),
        [10, 10, 10],
      )
      assert.equal(
        lines.at(-1),
        '::notice title=More findings::1 more error, 2 more warnings, 4 more notices not shown here; the whole report lists them.',
      )
    })

    it('says nothing when there is nothing to say, and an error when nothing could be crawled', async () => {
      const crawl = await crawlOf([{ url: home }])
      assert.equal(await write('github', crawl), '')
      const failed: CrawlRow = { ...crawl, endReason: 'failed', endSentence: 'The disk is full.' }
      assert.equal(await write('github', failed), '::error title=The website could not be crawled::The disk is full.\n')
    })
  })

  it('are checked by validators that do object', async () => {
    const crawl = await crawlOf([{ url: home, issues: [brokenLink] }])
    const xml = await write('junit', crawl)
    await assert.rejects(assertValidJunit(xml.replace(' failures="1"', '')), /failures/)
    await assert.rejects(assertValidJunit(xml.replace('</testsuites>', '')))
    const sarif = await write('sarif', crawl)
    assert.throws(() => sarifRun(sarif.replace('"level":"error","message"', '"level":"bad","message"')), /level/)
    assert.throws(() => sarifRun(sarif.replace('"uri":"example', '"uri":"exa mple')), /uri/)
  })

  it('keep what hostile sites write: nothing of it acts, and all of it comes back', async () => {
    const texts = xssCorpus.map(({ text }) => text)
    const issues = texts.map((text, index) =>
      testIssue(`${home}${encodeURIComponent(text.toWellFormed())}`, {
        severity: 'warning',
        message: text,
        checkId: `check-${String(index).padStart(4, '0')}`,
        details: { sourceUrl: text, referringSources: [text], evidence: [] },
      }),
    )
    const crawl = await crawlOf([{ url: home, issues }])
    const run = sarifRun(await write('sarif', crawl))
    assert.deepEqual(
      run.results.map(result => sarifText(result.message.text)),
      texts.map(text => asStored(text.toWellFormed())),
    )
    const xml = await write('junit', crawl)
    await assertValidJunit(xml)
    assert.doesNotMatch(xml, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060-\u206f]/)
    const failures = junitSuites(xml).flatMap(({ cases }) => cases.filter(({ outcome }) => outcome === 'failure'))
    assert.deepEqual(
      failures.map(({ message }) => message),
      texts.map(text => inXml(asStored(text))),
    )
    for (const [index, text] of texts.entries())
      assert.ok(failures[index]?.text.startsWith(`${inXml(asStored(text))}\nPage: `))
    const annotations = (await write('github', crawl)).trimEnd().split('\n')
    assert.equal(annotations.length, 11)
    for (const line of annotations) {
      assert.ok(parsedCommand(line), line)
      assert.doesNotMatch(line, /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/)
    }
  })

  for (const format of ['junit', 'sarif'] as const) {
    it(`hold no time in the stable form of ${format}`, async () => {
      const crawl = await crawlOf([{ url: home, issues: [brokenLink] }])
      const later = { ...crawl, startedMs: 900_000, endedMs: 999_000 }
      assert.equal(await write(format, crawl, true), await write(format, later, true))
      assert.notEqual(await write(format, crawl), await write(format, later))
    })
  }
})
