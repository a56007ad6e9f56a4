import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Severity } from '#shared/model.ts'
import type { SiteCheck, SiteFinding } from './check.ts'
import { messageProblem } from './message-start.ts'
import { type TestSite, testSiteFacts } from './test-site-facts.ts'
import { noThresholds } from './thresholds.ts'

/** The whole finding. What is not named is as the check declares it, and details and evidence are empty. */
export interface ExpectedFinding {
  url: string
  severity?: Severity
  message?: string
  /** Otherwise `url` alone. */
  affectedUrls?: string[]
  /** Otherwise the number of `affectedUrls`. */
  affectedCount?: number
  isHostWide?: boolean
  details?: Record<string, unknown>
  evidence?: readonly Record<string, unknown>[]
}

export interface SiteCheckTable {
  passes: Record<string, TestSite>
  fails: Record<string, { site: TestSite; finds: readonly ExpectedFinding[] }>
  skips?: Record<string, { site: TestSite; reason: string }>
}

/** Registers the tests of one site check; `finds` names every finding, in order. */
export function testSiteCheck(check: SiteCheck, table: SiteCheckTable): void {
  describe(check.id, () => {
    test('passes a site without pages', async () => assert.deepEqual(await findingsOf(check, {}, 'maybe skipped'), []))
    for (const [name, site] of Object.entries(table.passes)) {
      test(`passes ${name}`, async () => assert.deepEqual(await findingsOf(check, site), []))
    }
    for (const [name, { site, finds }] of Object.entries(table.fails)) {
      test(`finds ${name}`, async () => {
        const findings = await findingsOf(check, site)
        assertFindings(check, findings, finds)
        for (const finding of findings) await assertList(finding)
      })
    }
    for (const [name, { site, reason }] of Object.entries(table.skips ?? {})) {
      test(`skips ${name}`, () => assert.deepEqual(findProblem(check, site), { skipped: reason }))
    }
  })
}

function findProblem(check: SiteCheck, site: TestSite) {
  return check.check(testSiteFacts(site), check.thresholds?.values ?? noThresholds)
}

async function findingsOf(check: SiteCheck, site: TestSite, skipping?: 'maybe skipped'): Promise<SiteFinding[]> {
  const result = findProblem(check, site)
  if ('skipped' in result) {
    assert.equal(skipping, 'maybe skipped', `skipped: ${result.skipped}`)
    return []
  }
  return await Array.fromAsync(result)
}

/** Where a finding has a way to all its pages, it leads to those that it names, and to as many as it counts. */
async function assertList({ list, affectedUrls, affectedCount = affectedUrls.length }: SiteFinding): Promise<void> {
  if (!list) return
  const listed = new Set<string>()
  for await (const { key, url } of list.walk()) if (key === list.key) listed.add(url)
  assert.deepEqual(
    affectedUrls.filter(url => !listed.has(url)),
    [],
  )
  assert.ok(listed.size <= affectedCount)
  if (affectedUrls.length === affectedCount) assert.equal(listed.size, new Set(affectedUrls).size)
}

function assertFindings(
  check: SiteCheck,
  findings: readonly SiteFinding[],
  expected: readonly ExpectedFinding[],
): void {
  for (const { message = check.title } of findings) assert.equal(messageProblem(check, message), null)
  assert.deepEqual(
    findings.map(finding => wholeFinding(check, finding)),
    expected.map(finding => wholeFinding(check, finding)),
  )
}

/** With everything that a finding may leave out. */
function wholeFinding(check: SiteCheck, finding: ExpectedFinding): Required<ExpectedFinding> {
  const { url, severity = check.severity, message = check.title, affectedUrls = [url] } = finding
  const { affectedCount = affectedUrls.length, isHostWide = false, details = {}, evidence = [] } = finding
  return { url, severity, message, affectedUrls, affectedCount, isHostWide, details, evidence }
}
