import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { concernsCheck, type IssueSettings, issueDecider, type Mute } from './issue-settings.ts'

const mute = (changes: Partial<Mute>): Mute => ({
  id: 1,
  checkId: null,
  pattern: null,
  reason: 'Known',
  createdMs: 0,
  ...changes,
})
const decide = (settings: Partial<IssueSettings>, issue: { checkId?: string; pageUrl?: string } = {}) =>
  issueDecider({ mutes: [], checks: [], ...settings })({
    checkId: 'title-missing',
    pageUrl: 'https://site.test/a',
    severity: 'warning',
    ...issue,
  })

describe('what is decided about an issue', () => {
  it('is nothing without settings, nor by those of other checks', () => {
    assert.deepEqual(decide({}), { severity: 'warning', cause: null })
    const others = {
      mutes: [mute({ checkId: 'h1-missing' }), mute({ checkId: 'h1-missing', pattern: '*' })],
      checks: [{ checkId: 'h1-missing', isOff: true, severity: 'error' as const }],
    }
    assert.deepEqual(decide(others), { severity: 'warning', cause: null })
    assert.equal(concernsCheck(others, 'title-missing'), false)
    assert.equal(concernsCheck(others, 'h1-missing'), true)
    assert.equal(concernsCheck({ mutes: [mute({ pattern: 'x' })], checks: [] }, 'title-missing'), true)
  })

  it('comes from the check that is off before any mute, from the oldest mute before others', () => {
    const checkId = 'title-missing'
    const mutes = [mute({ id: 4, pattern: 'https://other.test/*' }), mute({ id: 5, checkId }), mute({ id: 6, checkId })]
    const muted = { kind: 'muted', muteId: 5, reason: 'Known' }
    assert.deepEqual(decide({ mutes }), { severity: 'warning', cause: muted })
    assert.deepEqual(decide({ mutes, checks: [{ checkId, isOff: false, severity: 'info' }] }), {
      severity: 'info',
      cause: muted,
    })
    assert.deepEqual(decide({ mutes, checks: [{ checkId, isOff: true, severity: null }] }), {
      severity: 'warning',
      cause: { kind: 'switched-off' },
    })
  })
})

/** Pattern, URL, whether it fits. */
const cases: [string, string, boolean][] = [
  ['https://site.test/a', 'https://site.test/a', true],
  ['https://site.test/a', 'https://site.test/ab', false],
  ['https://site.test/a', 'https://site.test/A', false],
  ['https://site.test/*', 'https://site.test/', true],
  ['https://site.test/old/*', 'https://site.test/old', false],
  ['*/old/*', 'https://site.test/x/old/y?z', true],
  ['*.pdf', 'https://site.test/a.pdf', true],
  ['*.pdf', 'https://site.test/a.pdf?x', false],
  ['https://*.test/*/b', 'https://site.test/a/b', true],
  ['https://*.test/*/b', 'https://site.test/b', false],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['a**a', 'axxa', true],
  ['*aab*aab*', 'aaab', false],
  ['https://site.test/(a|b)+?', 'https://site.test/a', false],
  ['*', '', true],
]

describe('the pattern of a mute', () => {
  for (const [pattern, pageUrl, fits] of cases)
    it(`${pattern} ${fits ? 'fits' : 'does not fit'} ${pageUrl}`, () => {
      assert.equal(decide({ mutes: [mute({ pattern })] }, { pageUrl }).cause !== null, fits)
    })

  it('is compared in linear time', () => {
    const pattern = `${'*a'.repeat(1_000)}*b`
    assert.equal(decide({ mutes: [mute({ pattern })] }, { pageUrl: 'a'.repeat(8_000) }).cause, null)
  })
})
