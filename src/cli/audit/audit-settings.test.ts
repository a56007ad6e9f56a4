import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestCrawl } from '#store/contract/test-crawl.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { UsageError } from '../command.ts'
import { type AuditSettings, applySettings, parseAuditSettings } from './audit-settings.ts'

const url = 'https://example.com/start'
const parse = (settings: unknown) =>
  parseAuditSettings(JSON.stringify(settings), { file: 'ci.json', url, ownChecks: [] })
const mute = { checkId: 'title-missing', pattern: '/old/*', reason: 'An archive' }

describe('the settings file of an audit', () => {
  it('holds checks, mutes and thresholds, each of which may be omitted', () => {
    assert.deepEqual(parse({}), { checks: [], mutes: [], thresholds: [], segments: [], rules: [] })
    const checks = [{ checkId: 'title-missing', isOff: false, severity: 'info' }]
    const long = { checkId: 'title-too-long', name: 'maxWidth', value: 70 }
    const unchanged = { checkId: 'response-slow', name: 'slowMs', value: 800 }
    assert.deepEqual(parse({ checks, mutes: [mute], thresholds: [long, unchanged] }), {
      checks,
      mutes: [{ ...mute, pattern: 'https://example.com/old/*' }],
      thresholds: [long],
      segments: [],
      rules: [],
    })
  })

  it('may mute what its own rules find, and switch them off', () => {
    const rule = { id: 'dull', severity: 'info', title: 'A dull page', conditions: 'title:contains:dull' }
    const of = { checkId: 'rule:dull' }
    const { mutes, checks } = parse({
      rules: [rule],
      mutes: [{ ...mute, ...of }],
      checks: [{ ...of, isOff: true, severity: null }],
    })
    assert.deepEqual([mutes[0]?.checkId, checks[0]?.checkId], ['rule:dull', 'rule:dull'])
    assert.throws(() => parse({ mutes: [{ ...mute, ...of }] }), /mutes\.0: there is no check "rule:dull"/)
  })

  it('may be the response of a server', () => {
    const stored = { id: 3, ...mute, pattern: 'https://example.com/a', createdAt: '2026-01-02T12:00:00.000Z' }
    assert.deepEqual(parse({ mutes: [stored], checks: [], thresholds: [] }).mutes, [
      { ...mute, pattern: 'https://example.com/a' },
    ])
  })

  const refused: [what: string, settings: unknown, sentence: RegExp][] = [
    ['a list', [], /^The settings file ci\.json: Expected object, received array\.$/],
    [
      'a setting that there is not',
      { treshold: [] },
      /there is no setting "treshold"; it has checks, mutes, thresholds, segments and/,
    ],
    [
      'a check that there is not',
      { mutes: [{ ...mute, checkId: 'no-such' }] },
      /mutes\.0: there is no check "no-such"/,
    ],
    ['a mute without a reason', { mutes: [{ ...mute, reason: ' ' }] }, /mutes\.0\.reason: Say why/],
    ['a mute of everything', { mutes: [{ ...mute, checkId: null, pattern: '*' }] }, /mutes\.0: a mute of everything/],
    ['too many mutes', { mutes: Array(201).fill(mute) }, /mutes: A website has at most 200 mutes/],
    [
      'a severity that there is not',
      { checks: [{ checkId: 'title-missing', isOff: false, severity: 'fatal' }] },
      /checks\.0\.severity: Invalid value/,
    ],
    [
      'a threshold out of its range',
      { thresholds: [{ checkId: 'title-too-long', name: 'maxWidth', value: 1 }] },
      /thresholds: Maximum title length: a value from 20 to 300 characters\.$/,
    ],
    [
      'thresholds that contradict each other',
      { thresholds: [{ checkId: 'page-deep', name: 'mostClicks', value: 7 }] },
      /thresholds: "Maximum crawl depth" \(7 clicks\) must not exceed "Warning from" \(6 clicks\)\.$/,
    ],
  ]
  for (const [what, settings, sentence] of refused)
    it(`is refused with one sentence for ${what}`, () =>
      assert.throws(
        () => parse(settings),
        (error: unknown) => error instanceof UsageError && sentence.test(error.message),
      ))

  it('is refused when it is no JSON', () =>
    assert.throws(
      () => parseAuditSettings('{', { file: 'ci.json', url, ownChecks: [] }),
      /^Error: The settings file ci\.json: it is no JSON\.$/,
    ))

  it('decides alone: what an earlier one decided goes', async () => {
    await using store = await openTestStore()
    const { websiteId } = await startTestCrawl(store)
    const decide = async (fileSettings: Partial<AuditSettings>) => {
      const all = { checks: [], mutes: [], thresholds: [], segments: [], rules: [], ...fileSettings }
      await applySettings(store, { websiteId, fileSettings: all, nowMs: 5 })
      const { mutes, checks } = await store.settings.read(websiteId)
      return [mutes.map(each => each.reason), checks.map(check => check.checkId)]
    }
    const off = (checkId: string) => ({ checkId, isOff: true, severity: null })
    assert.deepEqual(await decide({ mutes: [mute], checks: [off('a'), off('b')] }), [['An archive'], ['a', 'b']])
    const [kept] = (await store.settings.read(websiteId)).mutes
    const second = { ...mute, reason: 'Another' }
    assert.deepEqual(await decide({ mutes: [mute, second], checks: [off('b')] }), [['An archive', 'Another'], ['b']])
    assert.deepEqual((await store.settings.read(websiteId)).mutes[0], kept, 'what stays is not made anew')
    assert.deepEqual(await decide({}), [[], []])
  })
})
