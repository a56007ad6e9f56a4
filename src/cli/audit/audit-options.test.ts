import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSettings } from '#settings/config.ts'
import { UsageError } from '../command.ts'
import { readAuditRequest } from './audit-options.ts'

const sampleOf = (given?: string) =>
  readAuditRequest({
    operands: ['example.com'],
    flags: new Map(given === undefined ? [] : [['page-speed', given]]),
    settings: readSettings({}),
    settingFlags: {},
    config: null,
  }).options.pageSpeedSample

describe('readAuditRequest()', () => {
  it('runs the scripts of pages with the option', () => {
    const read = (flags: [string, string][]) =>
      readAuditRequest({
        operands: ['example.com'],
        flags: new Map(flags),
        settings: readSettings({}),
        settingFlags: {},
        config: null,
      })
    assert.deepEqual([read([]).options, read([['render', 'true']]).options], [{}, { rendersJavaScript: true }])
  })

  const samples: [given: string | undefined, sample: number | undefined][] = [
    [undefined, undefined],
    ['0', 0],
    ['1', 1],
    ['25', 25],
  ]
  for (const [given, sample] of samples)
    it(`takes --page-speed ${given} for a sample of ${sample}`, () => assert.equal(sampleOf(given), sample))

  for (const given of ['26', '-1', '1.5', 'all', '', '1e1'])
    it(`refuses --page-speed “${given}”`, () =>
      assert.throws(
        () => sampleOf(given),
        (error: unknown) =>
          error instanceof UsageError && error.message === '--page-speed must be a whole number, 25 at most.',
      ))
})
