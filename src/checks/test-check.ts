import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Severity } from '#shared/model.ts'
import type { PageCheck } from './check.ts'
import { messageProblem } from './message-start.ts'
import { type PageRun, runPageChecks } from './run.ts'
import { type FactOverrides, pageFactsWith } from './test-facts.ts'

/** Part of an issue; what is not named is not compared, and lists may hold more than is named. */
export interface ExpectedIssue {
  severity?: Severity
  message?: string
  details?: Record<string, unknown>
  evidence?: readonly Record<string, unknown>[]
}

export interface CheckTable {
  /** What makes a healthy page one that the check judges. */
  base?: FactOverrides
  passes: Record<string, FactOverrides>
  fails: Record<string, { facts: FactOverrides; finds: ExpectedIssue }>
  /** Neither passed nor failed; the reason when one is given. */
  skips?: Record<string, { facts: FactOverrides; reason?: string }>
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

function assertPassed({ issues, verdicts }: PageRun, id: string): void {
  assert.deepEqual(issues, [])
  assert.equal(verdicts.get(id)?.verdict, 'passed')
}

function assertFound(check: PageCheck, { issues, verdicts }: PageRun, finds: ExpectedIssue): void {
  const [issue] = issues
  assert.equal(issues.length, 1, 'one issue per page and check')
  assert.ok(issue)
  assert.equal(verdicts.get(check.id)?.verdict, 'failed')
  assert.equal(issue.severity, finds.severity ?? check.severity)
  assert.equal(messageProblem(check, issue.message), null)
  if (finds.message !== undefined) assert.equal(issue.message, finds.message)
  const { evidence, ...details } = issue.details
  assert.partialDeepStrictEqual(details, finds.details ?? {})
  assert.partialDeepStrictEqual(evidence, finds.evidence ?? [])
}

function assertSkipped({ issues, verdicts }: PageRun, id: string, reason: string | undefined): void {
  assert.deepEqual(issues, [])
  const verdict = verdicts.get(id)
  assert.ok(verdict?.verdict === 'skipped' || verdict?.verdict === 'not-applicable', `verdict ${verdict?.verdict}`)
  if (reason !== undefined) assert.equal(verdict.reason, reason)
}
