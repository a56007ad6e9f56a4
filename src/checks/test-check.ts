import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Severity } from '#shared/model.ts'
import type { PageCheck } from './check.ts'
import { messageProblem } from './message-start.ts'
import { type PageRun, runPageChecks } from './run-page-checks.ts'
import { type FactOverrides, pageFactsWith } from './test-facts.ts'

/** The whole issue. What is not named is as the check declares it, and details and evidence are empty. */
export interface ExpectedIssue {
  severity?: Severity
  message?: string
  details?: Record<string, unknown>
  evidence?: readonly Record<string, unknown>[]
}

export interface CheckTable {
  /** What makes a healthy page one that the check applies to. */
  base?: FactOverrides
  passes: Record<string, FactOverrides>
  fails: Record<string, { facts: FactOverrides; finds: ExpectedIssue }>
  /** Neither passed nor failed, and why; null where the check does not apply. */
  skips?: Record<string, { facts: FactOverrides; reason: string | null }>
}

/** Registers the tests of one page check. Rows go through `runPageChecks`, so that exclusions count as they do in a crawl. */
export function testCheck(check: PageCheck, table: CheckTable): void {
  describe(check.id, () => {
    const run = (facts: FactOverrides) => runCheck(check, { ...table.base, ...facts })
    test('passes a healthy page', () => assertPassed(run({}), check.id))
    for (const [name, facts] of Object.entries(table.passes)) {
      test(`passes ${name}`, () => assertPassed(run(facts), check.id))
    }
    for (const [name, { facts, finds }] of Object.entries(table.fails)) {
      test(`finds ${name}`, () => assertFound(check, run(facts), finds))
    }
    for (const [name, { facts, reason }] of Object.entries(table.skips ?? {})) {
      test(`skips ${name}`, () => assertSkipped(run(facts), check.id, reason))
    }
  })
}

function runCheck(check: PageCheck, facts: FactOverrides): PageRun {
  return runPageChecks(pageFactsWith(facts), [check], (_, error) => {
    throw error
  })
}

function assertPassed({ issues, results }: PageRun, id: string): void {
  assert.deepEqual(issues, [])
  assert.equal(results.get(id)?.result, 'passed')
}

function assertFound(check: PageCheck, { issues, results }: PageRun, finds: ExpectedIssue): void {
  const [issue] = issues
  assert.equal(issues.length, 1, 'one issue per page and check')
  assert.ok(issue)
  assert.equal(results.get(check.id)?.result, 'failed')
  assert.equal(messageProblem(check, issue.message), null)
  const { severity = check.severity, message = check.title, details = {}, evidence = [] } = finds
  // element-check.test.ts covers both for all checks of elements.
  const { causeKeys, place: _, ...found } = issue.details
  assert.equal(causeKeys !== undefined, check.elements !== undefined)
  assert.deepEqual(
    { severity: issue.severity, message: issue.message, details: found },
    { severity, message, details: { ...details, evidence } },
  )
}

function assertSkipped({ issues, results }: PageRun, id: string, reason: string | null): void {
  assert.deepEqual(issues, [])
  const expected = reason === null ? { result: 'not-applicable' } : { result: 'skipped', reason }
  assert.deepEqual(results.get(id), expected)
}
