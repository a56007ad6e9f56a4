import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findingIdentity } from '#compare/finding-identity.ts'
import { AppError } from '#shared/errors.ts'
import type { BaselineFinding } from './baseline-schema.ts'
import { type Baseline, readBaseline } from './read-baseline.ts'

const issue = {
  check: 'h1-missing',
  severity: 'warning',
  message: 'Missing H1',
  pageUrl: 'https://a.test/',
  details: { evidence: [] },
}
const report = {
  format: 'sitesounder-report',
  version: 2,
  crawl: { url: 'https://a.test/', crawlLimit: 100, startedAt: '2026-01-02T12:00:00.000Z' },
  pages: [{ any: 'thing' }],
  issues: [issue, { ...issue, severity: 'error', pageUrl: 'https://a.test/b', more: 1 }],
}

/** What a report holds is unchanged in a crawl that finds the same. */
function isKnown({ seedUrl, known }: Baseline, finding: BaselineFinding): boolean {
  return known.find(findingIdentity({ seedUrl, finding }), finding.severity) === 'unchanged'
}

function read(text: string) {
  async function* open(): AsyncIterable<string> {
    yield text.slice(0, 100)
    yield text.slice(100)
  }
  return readBaseline({ name: 'The baseline old.json', open })
}

const refused: [string, string, RegExp][] = [
  [
    'nothing',
    '',
    /^The baseline old\.json is no JSON report of Sitesounder, as “audit --format json” writes it \(it ends too early\)\.$/,
  ],
  ['CSV', 'Severity,Type\r\n', /is no JSON report of Sitesounder.*\(it is no JSON object\)\.$/],
  [
    'another JSON',
    '{"format": "something else"}',
    /is no JSON report of Sitesounder, as “audit --format json” writes it\.$/,
  ],
  ['JSON with a mistake', JSON.stringify(report).replace('"h1-missing"', 'h1'), /is no JSON report of Sitesounder/],
  [
    'a file cut off',
    JSON.stringify(report).slice(0, -20),
    /is no JSON report of Sitesounder.*\(it ends too early\)\.$/,
  ],
  [
    'another version',
    JSON.stringify({ ...report, version: 1 }),
    /^The baseline old\.json is a report of version 1, but version 2 is needed: write it anew with “audit --format json”\.$/,
  ],
  [
    'a start URL that is none',
    JSON.stringify({ ...report, crawl: { ...report.crawl, url: 'javascript:1' } }),
    /is no JSON report/,
  ],
  [
    'an issue that is none',
    JSON.stringify({ ...report, issues: [issue, { ...issue, severity: 'bad' }] }),
    /^The baseline old\.json is damaged: its issue 2 is not as Sitesounder writes it\.$/,
  ],
]

describe('readBaseline()', () => {
  it('reads a report, whatever the order of its members and its line ends', async () => {
    const { format, version, crawl, ...lists } = report
    for (const text of [
      JSON.stringify(report),
      JSON.stringify({ ...lists, version, crawl, format }, null, 2),
      `\ufeff${JSON.stringify(report, null, 2).replaceAll('\n', '\r\n')}`,
    ]) {
      const baseline = await read(text)
      assert.deepEqual([baseline.seedUrl, baseline.startedAt], ['https://a.test/', '2026-01-02T12:00:00.000Z'])
      const findings = await Array.fromAsync(baseline.findings())
      assert.ok(findings.every(finding => isKnown(baseline, finding)))
      assert.deepEqual(
        findings.map(({ pageUrl }) => pageUrl),
        ['https://a.test/', 'https://a.test/b'],
      )
    }
  })

  it('reads a report without issues and without times', async () => {
    const baseline = await read(
      JSON.stringify({ ...report, crawl: { url: 'http://127.0.0.1:1/', crawlLimit: 9 }, issues: [] }),
    )
    assert.equal(baseline.startedAt, null)
    assert.deepEqual(await Array.fromAsync(baseline.findings()), [])
  })

  for (const [name, text, sentence] of refused) {
    it(`refuses ${name} in one sentence`, async () => {
      await assert.rejects(read(text), (error: unknown) => {
        assert.ok(error instanceof AppError)
        assert.match(error.message, sentence)
        return true
      })
    })
  }
})
