import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { assertValidJunit, assertValidSarif, junitSuites, type SarifLog } from '#report/export/test-ci-formats.ts'
import { fastFlags, runCommand } from '../support/command.ts'

/** Every finding of the demo site in the formats of build servers. */

let folder: string

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-baseline-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

const audit = (...args: string[]) => runCommand(['audit', ...args, ...fastFlags], { cwd: folder })
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

describe('the demo site in formats of build servers', () => {
  let site: DemoSite
  before(async () => {
    site = await startDemoSite()
    await audit(site.url, '--limit', '200', '--format', 'json', '--output', 'demo.json')
  })
  after(async () => {
    await site[Symbol.asyncDispose]()
  })

  interface DemoReport {
    counts: { errors: number; warnings: number; infos: number }
    issues: { check: string; message: string }[]
  }
  const demoReport = (): DemoReport => JSON.parse(read('demo.json'))

  test('is valid JUnit with every finding as a failure, its message intact', async () => {
    const { code, stdout } = await audit(site.url, '--limit', '200', '--format', 'junit')
    await assertValidJunit(stdout)
    const suites = junitSuites(stdout)
    const failures = suites.flatMap(suite => suite.cases.filter(each => each.outcome === 'failure'))
    assert.deepEqual(
      failures.map(each => each.message).sort(),
      demoReport()
        .issues.map(issue => issue.message)
        .sort(),
    )
    for (const { counts, cases } of suites) {
      const countOf = (outcome: string) => cases.filter(each => each.outcome === outcome).length
      const found = {
        tests: cases.length,
        failures: countOf('failure'),
        errors: countOf('error'),
        skipped: countOf('skipped'),
      }
      assert.deepEqual(counts, found)
    }
    assert.ok(suites.some(suite => suite.counts.failures === 0 && suite.cases[0]?.outcome === 'passed'))
    assert.equal(code, 1)
  })

  test('is valid SARIF with every finding as a result, and no two of them share a fingerprint', async () => {
    const { stdout } = await audit(site.url, '--limit', '200', '--format', 'sarif')
    const log: SarifLog = JSON.parse(stdout)
    assertValidSarif(log)
    const results = log.runs[0]?.results ?? []
    assert.deepEqual(
      results.map(result => result.ruleId).sort(),
      demoReport()
        .issues.map(issue => issue.check)
        .sort(),
    )
    assert.equal(new Set(results.map(result => JSON.stringify(result.partialFingerprints))).size, results.length)
  })

  test('has nothing new when it is crawled again', async () => {
    const { code, stdout } = await audit(site.url, '--limit', '200', '--baseline', 'demo.json')
    const { errors, warnings, infos } = demoReport().counts
    assert.match(stdout, new RegExp(`\\n  New {8}0\\n  Fixed {6}0\\n  Unchanged  ${errors + warnings + infos}\\n`))
    assert.equal(code, 0)
  })
})
