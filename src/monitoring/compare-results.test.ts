import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LightResult } from '#shared/light-checks.ts'
import { compareResults, type LightFinding } from './compare-results.ts'

const up: LightResult = {
  url: 'https://a.test/',
  checkedAt: '2026-01-01T00:00:00.000Z',
  status: 200,
  failure: '',
  wasUp: true,
  finalUrl: 'https://a.test/',
  title: 'Bakery',
  isNoindex: false,
  responseMs: 100,
  slowChecks: 0,
  certificateDays: 90,
  contentHash: null,
}
const gone = { status: 404 }
const silent = { status: null, failure: 'No response.' }

const cases: [string, Partial<LightResult> | null, Partial<LightResult>, LightFinding[]][] = [
  ['nothing of the same', {}, {}, []],
  ['nothing of the first check', null, {}, []],
  ['an error', {}, gone, [{ kind: 'check-failed', message: 'It responds with status 404' }]],
  ['an error of the first check', null, gone, [{ kind: 'check-failed', message: 'It responds with status 404' }]],
  ['no response', {}, silent, [{ kind: 'check-failed', message: 'There is no response: No response.' }]],
  ['the same error once', gone, gone, []],
  ['another error', gone, silent, [{ kind: 'check-failed', message: 'There is no response: No response.' }]],
  ['nothing of a recovery', gone, {}, []],
  ['what changed while it failed', gone, { isNoindex: true }, [{ kind: 'noindex', message: 'It became noindex' }]],
  ['nothing of the first response', { ...gone, wasUp: false }, { title: 'Other' }, []],
  ['no certificate again after a recovery', { ...gone, certificateDays: 7 }, { certificateDays: 6 }, []],
  [
    'another target of a redirect',
    {},
    { finalUrl: 'https://b.test/' },
    [{ kind: 'redirect-changed', message: 'It leads to https://b.test/ instead of https://a.test/' }],
  ],
  ['noindex', {}, { isNoindex: true }, [{ kind: 'noindex', message: 'It became noindex' }]],
  ['no end of noindex', { isNoindex: true }, {}, []],
  [
    'another title',
    {},
    { title: 'Parked' },
    [{ kind: 'title-changed', message: 'The title is “Parked” instead of “Bakery”' }],
  ],
  [
    'another robots.txt',
    { contentHash: 'a' },
    { contentHash: 'b' },
    [{ kind: 'robots-changed', message: 'robots.txt changed' }],
  ],
  ['no single slow response', {}, { slowChecks: 1 }, []],
  [
    'two slow responses',
    { slowChecks: 1 },
    { slowChecks: 2 },
    [{ kind: 'slow', message: 'It took 100 ms to respond' }],
  ],
  ['slow responses once', { slowChecks: 2 }, { slowChecks: 3 }, []],
  [
    'a certificate near its end',
    { certificateDays: 15 },
    { certificateDays: 14 },
    [{ kind: 'certificate', message: 'The certificate ends in 14 days' }],
  ],
  ['the same certificate once', { certificateDays: 14 }, { certificateDays: 8 }, []],
  [
    'the same certificate a week before its end',
    { certificateDays: 8 },
    { certificateDays: 7 },
    [{ kind: 'certificate', message: 'The certificate ends in 7 days' }],
  ],
  [
    'a certificate of the last day',
    { certificateDays: 1 },
    { certificateDays: 0 },
    [{ kind: 'certificate', message: 'The certificate ends within a day' }],
  ],
  [
    'a certificate that has ended',
    { certificateDays: 0 },
    { certificateDays: -1 },
    [{ kind: 'certificate', message: 'The certificate has ended' }],
  ],
  ['no renewed certificate', { certificateDays: 1 }, { certificateDays: 90 }, []],
]

describe('compareResults()', () => {
  for (const [name, before, now, expected] of cases)
    it(`reports ${name}`, () =>
      assert.deepEqual(compareResults(before && { ...up, ...before }, { ...up, ...now }), expected))
})
