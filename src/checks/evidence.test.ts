import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tableEvidence } from './evidence.ts'

describe('tableEvidence()', () => {
  it('leaves out the line of an element that is not in the source, and no other zero', () =>
    assert.deepEqual(
      tableEvidence({
        label: 'Images',
        columns: ['Image', 'Size', 'Starts at line', 'Line'],
        items: [0, 7],
        row: line => ['<img>', 0, line, line],
      }),
      {
        kind: 'table',
        label: 'Images',
        columns: ['Image', 'Size', 'Starts at line', 'Line'],
        rows: [
          ['<img>', '0', '', ''],
          ['<img>', '0', '7', '7'],
        ],
      },
    ))
})
