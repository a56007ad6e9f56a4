import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runPageChecks } from '../run-page-checks.ts'
import { pageFactsWith } from '../test-facts.ts'
import { tuneChecks } from '../thresholds.ts'
import { DeclarationError, descriptionOf, joinDeclarations, readDeclarations } from './declaration.ts'
import { boundedFindings, readCheckedPage } from './findings.ts'

const declared = {
  id: 'title-shouts',
  type: 'own_issue',
  severity: 'info',
  applies: 'html',
  title: 'Title with an exclamation mark',
  passedTitle: 'The title has no exclamation mark',
  why: 'Our style guide says so.',
  fix: 'Remove it.',
  sources: [],
  thresholds: {
    table: {
      marks: { label: 'Marks', unit: 'times', default: 0, min: 0, max: 9, explanation: 'So many are accepted.' },
    },
  },
  check: ({ title }: { title: string }, { marks = 0 }: { marks?: number }) =>
    title.split('!').length - 1 > marks ? [{ message: 'Shouts', details: { title } }] : [],
} as const

const page = pageFactsWith({ titles: [{ text: 'Ahoy!', line: 1 }] })
const noReport = (_: string, error: unknown) => assert.fail(String(error))

describe('declarations of own checks', () => {
  it('are checks with a prefix before their id, and thresholds like ours', () => {
    const checks = joinDeclarations([readDeclarations({ declared, others: [] }, 'a.ts')])
    const { issues } = runPageChecks(page, checks, noReport)
    assert.deepEqual(
      issues.map(({ checkId, type, severity, message }) => [checkId, type, severity, message]),
      [['own:title-shouts', 'own_issue', 'info', 'Shouts']],
    )
    const tuned = tuneChecks(checks, [{ checkId: 'own:title-shouts', name: 'marks', value: 1 }])
    assert.deepEqual(runPageChecks(page, tuned, noReport).issues, [])
  })

  it('are stored without their rule', () => {
    const [check] = readDeclarations({ declared }, 'a.ts')
    const { check: _, ...words } = declared
    assert.deepEqual(check && descriptionOf(check), { ...words, id: 'own:title-shouts' })
  })

  const wrong: [name: string, exported: Record<string, unknown>, sentence: RegExp][] = [
    ['nothing', {}, /a\.ts exports no check/],
    ['a text', { a: 'text' }, /check number 1/],
    ['an id with a colon', { a: { ...declared, id: 'own:x' } }, /check own:x: id: must be words in lower case/],
    ['a type that is not known', { a: { ...declared, type: 'x' } }, /title-shouts: type/],
    [
      'a source that is no web URL',
      { a: { ...declared, sources: [{ title: 'x', url: 'javascript:1' }] } },
      /sources\.0\.url/,
    ],
    ['no rule', { a: { ...declared, check: 1 } }, /check: must be a function/],
    [
      'a default beyond its bounds',
      { a: { ...declared, thresholds: { table: { marks: { ...declared.thresholds.table.marks, default: 10 } } } } },
      /from min to max/,
    ],
  ]
  for (const [name, exported, sentence] of wrong)
    it(`are refused for ${name}`, () =>
      assert.throws(
        () => readDeclarations(exported, 'a.ts'),
        error => error instanceof DeclarationError && sentence.test(error.message),
      ))

  it('are refused for two of one id, and for too many', () => {
    const one = () => readDeclarations({ declared }, 'a.ts')
    assert.throws(() => joinDeclarations([one(), one()]), /Two own checks have the id title-shouts/)
    const many = Array.from({ length: 51 }, (_, index) => ({ ...declared, id: `check-${index}` }))
    assert.throws(() => joinDeclarations([readDeclarations({ many }, 'a.ts')]), /more than 50/)
  })
})

describe('findings of own checks', () => {
  it('are cut in number and length, and have no other fields', () => {
    const long = 'x'.repeat(5_000)
    const given = Array.from({ length: 30 }, () => ({
      message: long,
      details: { title: long, affectedUrls: Array.from({ length: 500 }, () => 'https://a.test/'), other: 1 },
      evidence: Array.from({ length: 30 }, () => ({ kind: 'text', label: 'a', text: long })),
      other: 1,
    }))
    const findings = boundedFindings(given)
    assert.ok(Array.isArray(findings))
    const [first] = findings
    assert.equal(findings.length, 20)
    assert.deepEqual(Object.keys(first ?? {}), ['message', 'details', 'evidence'])
    assert.equal(first?.message?.length, 300)
    assert.equal(first?.details?.title?.length, 2_000)
    assert.equal(first?.details?.affectedUrls?.length, 100)
    assert.deepEqual(Object.keys(first?.details ?? {}), ['affectedUrls', 'title'])
    assert.equal(first?.evidence?.length, 10)
  })

  for (const [name, given] of [
    ['nothing', undefined],
    ['true', true],
    ['a finding without its list', { message: 'x' }],
    ['a severity that is none', [{ severity: 'fatal' }]],
    ['evidence that is none', [{ evidence: [{ kind: 'html', html: '<b>' }] }]],
    ['a promise', Promise.resolve([])],
  ] as const)
    it(`are refused for ${name}`, () => assert.throws(() => boundedFindings(given), /it returned/))

  it('may be a reason why the page is not checked', () =>
    assert.deepEqual(boundedFindings({ skipped: 'No product' }), { skipped: 'No product' }))

  it('are read again where they arrive', () => {
    assert.equal(readCheckedPage({ issues: [{ checkId: 'own:a' }], causes: [], conditional: null }), null)
    const none = {
      issues: [],
      causes: [],
      checkResults: { passed: ['own:a'], failed: [], skipped: [] },
      conditional: null,
    }
    assert.deepEqual(readCheckedPage(none), none)
  })
})
