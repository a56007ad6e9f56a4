import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseW3cDatetime } from './w3c-datetime.ts'

const rows: [text: string, iso: string | null][] = [
  ['2026', '2026-01-01T00:00:00.000Z'],
  ['2026-03', '2026-03-01T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-03-04T05:06Z', '2026-03-04T05:06:00.000Z'],
  ['2026-03-04T05:06:07+02:00', '2026-03-04T03:06:07.000Z'],
  ['2026-03-04T05:06:07.123456-08:30', '2026-03-04T13:36:07.000Z'],
  ['0099-01-01', '0099-01-01T00:00:00.000Z'],
  ['2025-02-29', null],
  ['2026-13-01', null],
  ['2026-00-01', null],
  ['2026-01-00', null],
  ['2026-01-01T24:00Z', null],
  ['2026-01-01T05:06', null],
  ['2026-01-01 05:06:07', null],
  ['2026-01-01T05:06:07+0200', null],
  ['2026-01-01T05:06:07+15:00', null],
  ['01/02/2026', null],
  ['Mon, 02 Jan 2026 10:00:00 GMT', null],
  ['2026-1-1', null],
  ['20260101', null],
  ['', null],
]
for (const [text, iso] of rows) {
  test(`${text || 'nothing'} is ${iso ?? 'no W3C datetime'}`, () => {
    const parsed = parseW3cDatetime(text)
    assert.equal(parsed === null ? null : new Date(parsed).toISOString(), iso)
  })
}
