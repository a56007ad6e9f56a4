import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Severity } from '#shared/model.ts'
import type { SiteCheck, SiteFinding } from './check.ts'
import { messageProblem } from './message-start.ts'
import { type TestSite, testSiteFacts } from './test-site-facts.ts'
import { noThresholds } from './thresholds.ts'

/** Part of a finding; what is not named is not compared. */
export interface ExpectedFinding {
  url: string
  severity?: Severity
  message?: string
  affectedUrls?: string[]
  affectedCount?: number
  isHostWide?: boolean
  details?: Record<string, unknown>
  /** Each is part of one piece of evidence. */
  evidence?: readonly Record<string, unknown>[]
}

export interface SiteCheckTable {
  passes: Record<string, TestSite>
  fails: Record<string, { site: TestSite; finds: readonly ExpectedFinding[] }>
  skips?: Record<string, TestSite>
}

/** Registers the tests of one site check; `finds` names every finding, in order. */
export function testSiteCheck(check: SiteCheck, table: SiteCheckTable): void {
  describe(check.id, () => {
    test('passes a site without pages', async () => assert.deepEqual(await findingsOf(check, {}, 'maybe skipped'), []))
    for (const [name, site] of Object.entries(table.passes)) {
      test(`passes ${name}`, async () => assert.deepEqual(await findingsOf(check, site), []))
    }
    for (const [name, { site, finds }] of Object.entries(table.fails)) {
      test(`finds ${name}`, async () => assertFindings(check, await findingsOf(check, site), finds))
    }
    for (const [name, site] of Object.entries(table.skips ?? {})) {
      test(`skips ${name}`, () => assert.ok('skipped' in judge(check, site)))
    }
  })
}

function judge(check: SiteCheck, site: TestSite) {
  return check.check(testSiteFacts(site), check.thresholds?.values ?? noThresholds)
}

async function findingsOf(check: SiteCheck, site: TestSite, skipping?: 'maybe skipped'): Promise<SiteFinding[]> {
  const result = judge(check, site)
  if ('skipped' in result) {
    assert.equal(skipping, 'maybe skipped', `skipped: ${result.skipped}`)
    return []
  }
  return await Array.fromAsync(result)
}

function assertFindings(
  check: SiteCheck,
  findings: readonly SiteFinding[],
  expected: readonly ExpectedFinding[],
): void {
  assert.deepEqual(
    findings.map(finding => finding.url),
    expected.map(finding => finding.url),
  )
  for (const [index, { severity, evidence = [], ...rest }] of expected.entries()) {
    const finding = findings[index]
    assert.ok(finding)
    assert.equal(finding.severity ?? check.severity, severity ?? check.severity)
    assert.equal(messageProblem(check, finding.message ?? check.title), null)
    assert.partialDeepStrictEqual(finding, rest)
    for (const wanted of evidence) assert.ok(holds(finding.evidence ?? [], wanted), JSON.stringify(finding.evidence))
  }
}

function holds(pieces: readonly object[], wanted: Record<string, unknown>): boolean {
  return pieces.some(piece => {
    try {
      assert.partialDeepStrictEqual(piece, wanted)
      return true
    } catch {
      return false
    }
  })
}
