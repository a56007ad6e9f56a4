import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSettings } from './config.ts'
import { fetchLimits } from './fetch-limits.ts'

describe('fetchLimits()', () => {
  const cases: [name: string, flags: Record<string, string>, lanes: number][] = [
    ['two page workers', { 'page-workers': '2' }, 2],
    ['one page worker', { 'page-workers': '1' }, 6],
    ['more page workers than the memory allows for', { 'page-workers': '64' }, 1],
    ['more memory', { 'page-workers': '2', 'max-held-body-megabytes': '1000' }, 31],
    ['small pages', { 'page-workers': '2', 'max-body-bytes': '1048576' }, 32],
  ]
  for (const [name, flags, lanes] of cases)
    it(`lets ${lanes} large bodies be read at once with ${name}`, () => {
      assert.equal(fetchLimits(readSettings({}, flags)).largeBodiesAtOnce, lanes)
    })
})
