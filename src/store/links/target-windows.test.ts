import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkKinds } from '#shared/model.ts'
import { kindsToMask } from '#shared/page-record.ts'
import type { TargetFilter } from '#shared/site-facts.ts'
import { mayHold, type TargetWindow } from './target-windows.ts'

const page = { scope: 'internal', state: 'visited', answer: 'answered', status: 200 } as const
const image = { scope: 'external', state: 'skipped', answer: null, status: null } as const
const traits = [
  { ...page, kinds: kindsToMask(['anchor', 'canonical'], linkKinds) },
  { ...image, kinds: kindsToMask(['image'], linkKinds) },
]

const rows: [name: string, filter: TargetFilter, mayHold: boolean][] = [
  ['no filter', {}, true],
  ['a scope that is there', { scope: 'external' }, true],
  ['one kind of several', { kinds: ['canonical', 'frame'] }, true],
  ['a kind that is not there', { kinds: ['frame'] }, false],
  ['a scope and a kind that are there, but not together', { scope: 'internal', kinds: ['image'] }, false],
  ['what was skipped', { outcome: 'skipped' }, true],
  ['what was answered', { outcome: 'answered' }, true],
  ['what failed', { outcome: 'failed' }, false],
  ['a status within its bounds', { statusFrom: 200, statusTo: 299 }, true],
  ['a status above', { statusFrom: 300 }, false],
  ['a status below', { statusTo: 199 }, false],
]
for (const [name, filter, expected] of rows) {
  test(`a window of a page and a skipped image ${expected ? 'may hold' : 'cannot hold'} ${name}`, () => {
    const window: TargetWindow = { by: 'number', after: 0, last: null, traits }
    assert.equal(mayHold(window, filter), expected)
  })
}

test('a window of too many kinds may hold anything', () => {
  assert.equal(mayHold({ by: 'url', after: '', last: null, traits: null }, { outcome: 'failed' }), true)
})
