import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CheckedPage } from '#checks/run-page-checks.ts'
import type { NewIssue } from '#shared/model.ts'
import type { OwnCheck } from '#shared/own-check.ts'
import type { CheckResults } from '#shared/page-record.ts'
import { testPageRecord } from '#shared/test-page-record.ts'
import { type OwnCheckPage, type OwnCheckReply, OwnChecks } from './own-checks.ts'

const ownCheck = (id: string): OwnCheck => ({
  ...{
    id,
    type: 'own_issue',
    severity: 'info',
    applies: 'html',
    title: id,
    passedTitle: id,
    why: '',
    fix: '',
    sources: [],
  },
})
const issue = (checkId: string): NewIssue => ({
  ...{ checkId, type: 'own_issue', severity: 'info', message: checkId, pageUrl: 'http://site.test/' },
  ...{ details: { evidence: [] }, affectedCount: 1, isHostWide: false },
})
const results = (of: Partial<CheckResults> = {}): CheckResults => ({ passed: [], failed: [], skipped: [], ...of })
const checked = (of: Partial<CheckedPage> = {}): CheckedPage => ({
  ...{ issues: [], causes: [], checkResults: results(), conditional: null },
  ...of,
})
const wholeFacts = new Uint8Array([1])

function opened(reply: (page: OwnCheckPage) => OwnCheckReply, stoppedChecks?: Record<string, string>) {
  const requested: (readonly string[])[] = []
  const checkpoint = { notes: [] as string[], ...(stoppedChecks && { stoppedChecks }) }
  const runner = {
    checks: [ownCheck('own:a'), ownCheck('own:b')],
    check: async (page: OwnCheckPage) => {
      requested.push(page.without)
      return reply(page)
    },
  }
  const logged: unknown[] = []
  const log = (event: string, details: object) => void logged.push([event, details])
  return { own: new OwnChecks({ runner, thresholds: undefined, checkpoint, log }), checkpoint, requested, logged }
}

describe('own checks of a crawl', () => {
  it('add their issues and results to the record, also where they depend on the canonical', async () => {
    const dependent = (id: string) => ({
      ...{ indexability: 'indexable' as const, isEligible: true, issues: [issue(id)], causes: [] },
      checkResults: results({ failed: [id] }),
    })
    const conditional = (ifOwn: string, ifForeign: string) => ({
      ...{ canonicalUrl: 'http://site.test/b', isPrivateHost: false },
      ...{ ifOwn: dependent(ifOwn), ifForeign: dependent(ifForeign) },
    })
    const { own } = opened(() => ({
      kind: 'checked',
      checked: checked({
        issues: [issue('own:a')],
        checkResults: results({ failed: ['own:a'] }),
        conditional: conditional('own:b', 'own:b'),
      }),
      errors: [],
    }))
    const record = testPageRecord({
      wholeFacts,
      issues: [issue('ours')],
      checkResults: results({ failed: ['ours'] }),
      conditional: conditional('ours-2', 'ours-3'),
    })
    const full = await own.check(record)
    assert.equal(full.wholeFacts, undefined)
    assert.deepEqual(
      full.issues.map(({ checkId }) => checkId),
      ['ours', 'own:a'],
    )
    assert.deepEqual(full.checkResults?.failed, ['ours', 'own:a'])
    assert.deepEqual(
      full.conditional?.ifOwn.issues.map(({ checkId }) => checkId),
      ['ours-2', 'own:b'],
    )
    assert.deepEqual(full.conditional?.ifForeign.checkResults.failed, ['ours-3', 'own:b'])
  })

  it('do not run without facts, and not on an empty page', async () => {
    const { own, requested } = opened(() => assert.fail())
    await own.check(testPageRecord())
    await own.check(testPageRecord({ wholeFacts, checkResults: results({ failed: ['page-empty'] }) }))
    assert.deepEqual(requested, [])
  })

  it('are switched off one by one where they end the thread, with one note each, and stay so when the crawl is continued', async () => {
    const endsFirst = ({ without }: OwnCheckPage): OwnCheckReply =>
      without.includes('own:a')
        ? { kind: 'checked', checked: checked({ checkResults: results({ passed: ['own:b'] }) }), errors: [] }
        : { kind: 'ended', checkId: 'own:a', why: 'took too long' }
    const first = opened(endsFirst)
    const record = await first.own.check(testPageRecord({ wholeFacts }))
    await first.own.check(testPageRecord({ wholeFacts }))
    assert.deepEqual(first.requested, [[], ['own:a'], ['own:a']])
    assert.deepEqual(record.checkResults?.passed, ['own:b'])
    assert.match(record.checkResults?.skipped.join() ?? '', /own:a,The check was switched off/)
    assert.deepEqual(first.checkpoint.notes, [
      'The own check own:a was switched off for the rest of the crawl: it took too long',
    ])
    const continued = opened(endsFirst, first.checkpoint.stoppedChecks)
    await continued.own.check(testPageRecord({ wholeFacts }))
    assert.deepEqual([continued.requested, continued.checkpoint.notes], [[['own:a']], []])
  })

  it('are all switched off where no check is to blame', async () => {
    const { own, requested } = opened(() => ({ kind: 'ended', checkId: null, why: 'could not be loaded again' }))
    await own.check(testPageRecord({ wholeFacts }))
    await own.check(testPageRecord({ wholeFacts }))
    assert.deepEqual(requested, [[]])
  })

  it('note an error of a check once', async () => {
    const errors = [{ checkId: 'own:a', message: 'Error: no luck\n    at a.ts:3' }]
    const { own, checkpoint, logged } = opened(() => ({ kind: 'checked', checked: checked(), errors }))
    await own.check(testPageRecord({ wholeFacts }))
    await own.check(testPageRecord({ wholeFacts }))
    assert.deepEqual(checkpoint.notes, ['The own check own:a failed on a page, and skipped it: Error: no luck'])
    assert.equal(logged.length, 2)
  })
})
