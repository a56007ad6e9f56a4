import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { openTestApp } from '../test-app.ts'

const url = 'https://site.test/'

/** A visitor with one crawl of two pages, each with an issue of the same check. */
async function openCrawl() {
  const test = await openTestApp()
  const visitor = test.visitor()
  await visitor.get('/')
  const pages = [url, `${url}old/a`].map(each => ({ url: each, issues: [testIssue(each)] }))
  const crawl = { ownerId: await visitor.ownerId(), url, pages, nowMs: test.clock.nowMs }
  const { websiteId } = await addCrawl(test.store, crawl)
  const post = async (path: string, body: unknown) => await visitor.post(`/api/websites/${websiteId}/${path}`, body)
  return {
    test,
    crawl,
    post,
    settings: async () => await (await visitor.get(`/api/websites/${websiteId}/settings`)).json(),
    issues: async () =>
      endpoints.listIssues.response.parse(await (await visitor.get(`/api/issues/${websiteId}`)).json()).issues,
    suppressed: async (query = '') =>
      endpoints.suppressedIssues.response.parse(
        await (await visitor.get(`/api/crawl/${websiteId}/suppressed${query}`)).json(),
      ),
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  }
}

describe('settings of a website', () => {
  it('mute by check and path, at once and in the next crawl, listed with the reason, until they are taken back', async () => {
    await using opened = await openCrawl()
    const { test, crawl, post, issues, suppressed, settings } = opened
    const checkId = testIssue(url).checkId
    const response = await post('mutes', { checkId, pattern: ' /old/* ', reason: ' An archive ' })
    const { muteId, settings: returned } = endpoints.addMute.response.parse(await response.json())
    assert.deepEqual(await settings(), returned)
    assert.deepEqual(returned, {
      mutes: [
        { id: muteId, checkId, pattern: `${url}old/*`, reason: 'An archive', createdAt: '2026-01-02T12:00:00.000Z' },
      ],
      checks: [],
      thresholds: [],
    })
    const check = async (when: string) => {
      assert.deepEqual(
        (await issues()).map(issue => issue.pageUrl),
        [url],
        when,
      )
      const list = await suppressed()
      assert.deepEqual(
        list.issues.map(issue => [issue.pageUrl, issue.kind, issue.reason, issue.muteId]),
        [[`${url}old/a`, 'muted', 'An archive', muteId]],
        when,
      )
      assert.deepEqual([list.totalCount, list.mutedCount, list.switchedOffCount], [1, 1, 0])
    }
    await check('at once')
    await addCrawl(test.store, { ...crawl, nowMs: test.clock.nowMs + 1_000 })
    await check('in the next crawl')
    assert.equal((await post('unmute', { muteId })).status, 200)
    assert.deepEqual([(await issues()).length, (await suppressed()).totalCount], [2, 0])
    const again = await post('unmute', { muteId })
    assert.deepEqual([again.status, /no such mute/.test(await again.text())], [404, true])
  })

  it('switch a check off, and change its severity', async () => {
    await using opened = await openCrawl()
    const { post, issues, suppressed } = opened
    const { checkId, severity } = testIssue(url)
    assert.equal((await post('checks', { checkId, isOff: false, severity: 'info' })).status, 200)
    assert.deepEqual(
      (await issues()).map(issue => [issue.severity, issue.ownSeverity, issue.status]),
      [
        ['info', severity, 'info'],
        ['info', severity, 'info'],
      ],
    )
    const off = await post('checks', { checkId, isOff: true, severity: null })
    assert.deepEqual(endpoints.setCheck.response.parse(await off.json()).checks, [
      { checkId, isOff: true, severity: null },
    ])
    assert.deepEqual([(await issues()).length, (await suppressed('?kind=switched-off&limit=1')).totalCount], [0, 2])
    assert.equal((await post('checks', { checkId, isOff: false, severity: null })).status, 200)
    assert.equal((await issues()).length, 2)
  })

  it('keep thresholds that differ from those of the check, and take them back', async () => {
    await using opened = await openCrawl()
    const set = async (checkId: string, values: unknown) =>
      endpoints.setThresholds.response.parse(await (await opened.post('thresholds', { checkId, values })).json())
        .thresholds
    const long = { checkId: 'title-too-long', name: 'maxWidth', value: 70 }
    const slow = { checkId: 'response-slow', name: 'slowMs', value: 1_000 }
    assert.deepEqual(await set('title-too-long', [{ name: 'maxWidth', value: 70 }]), [long])
    const both = [
      { name: 'slowMs', value: 900 },
      { name: 'slowMs', value: 1_000 },
      { name: 'poorMs', value: 1_800 },
    ]
    assert.deepEqual(await set('response-slow', both), [slow, long])
    const { thresholds } = endpoints.websiteSettings.response.parse(await opened.settings())
    assert.deepEqual(thresholds, [slow, long])
    assert.deepEqual(await set('response-slow', []), [long])
    assert.deepEqual(await set('title-too-long', [{ name: 'maxWidth', value: 60 }]), [])
  })

  const failures = [
    ['full', 409, 'A website has at most 200 mutes. Take one back, or switch the check off.'],
    ['gone', 404, 'Website not found'],
  ] as const
  for (const [reason, status, sentence] of failures)
    it(`refuse a mute where the website is ${reason}`, async () => {
      await using opened = await openCrawl()
      opened.test.store.settings.addMute = async () => ({ ok: false, reason })
      const response = await opened.post('mutes', { checkId: 'title-missing', pattern: null, reason: 'x' })
      assert.deepEqual([response.status, await response.text()], [status, sentence])
    })

  const threshold = (name: string, value: unknown) => ({ checkId: 'title-too-long', values: [{ name, value }] })
  const refused: [string, string, unknown, RegExp][] = [
    ['a mute without a reason', 'mutes', { checkId: 'title-missing', pattern: null, reason: ' ' }, /^Say why/],
    ['a mute of everything', 'mutes', { checkId: null, pattern: '**', reason: 'x' }, /leave no report/],
    ['a mute of nothing', 'mutes', { checkId: null, pattern: null, reason: 'x' }, /leave no report/],
    ['a mute of no check', 'mutes', { checkId: 'no-such', pattern: null, reason: 'x' }, /^There is no such check/],
    ['a setting of no check', 'checks', { checkId: 'constructor', isOff: true, severity: null }, /^There is no such/],
    [
      'a severity that there is not',
      'checks',
      { checkId: 'title-missing', isOff: true, severity: 'fatal' },
      /^Invalid/,
    ],
    ['thresholds of no check', 'thresholds', { checkId: 'no-such', values: [] }, /^There is no such check/],
    ['a threshold that there is not', 'thresholds', threshold('toString', 70), /has no threshold "toString"/],
    [
      'a threshold out of its range',
      'thresholds',
      threshold('maxWidth', 5),
      /^Maximum title length: a value from 20 to 300/,
    ],
    [
      'a threshold between two steps',
      'thresholds',
      threshold('maxWidth', 70.5),
      /^Maximum title length: a whole number/,
    ],
    ['a threshold that is no number', 'thresholds', threshold('maxWidth', '70'), /^A threshold is a number/],
    [
      'thresholds that contradict each other',
      'thresholds',
      { checkId: 'response-slow', values: [{ name: 'slowMs', value: 2_000 }] },
      /^"Warning above" \(2000 ms\) must not exceed "Error above" \(1800 ms\)/,
    ],
    [
      'a threshold that contradicts another check',
      'thresholds',
      { checkId: 'title-too-short', values: [{ name: 'minWidth', value: 61 }] },
      /^"Minimum title length" \(61 characters\) must not exceed "Maximum title length" \(60 characters\)/,
    ],
    ['a long reason', 'mutes', { checkId: null, pattern: '/a', reason: 'x'.repeat(501) }, /at most 500/],
  ]
  for (const [what, path, body, words] of refused)
    it(`refuse ${what}`, async () => {
      await using opened = await openCrawl()
      const response = await opened.post(path, body)
      assert.deepEqual([response.status, words.test(await response.text())], [400, true])
      assert.deepEqual(await opened.settings(), { mutes: [], checks: [], thresholds: [] })
    })
})
