import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { manyRows } from './many-rows.ts'

describe('manyRows()', () => {
  const cases: [string, string, string | null][] = [
    ['an insert', 'insert into a (b, c) values (?, ?)', 'insert into a (b, c) values (?, ?), (?, ?)'],
    ['fixed values', 'insert into a\n  (b, c)\n  values (?, 0)', 'insert into a\n  (b, c)\n  values (?, 0), (?, 0)'],
    [
      'what becomes of rows that are there',
      'insert into a (b) values (?)\n  on conflict (b) do update set b = excluded.b',
      'insert into a (b) values (?), (?)\n  on conflict (b) do update set b = excluded.b',
    ],
    ['nothing that answers', 'insert into a (b) values (?) returning id', null],
    ['nothing that answers after a conflict', 'insert into a (b) values (?) on conflict do nothing returning id', null],
    ['no update', 'update a set b = ? where c = ?', null],
    ['no insert of what is selected', 'insert into a (b) select ? from c', null],
  ]
  for (const [name, statement, expected] of cases)
    it(`repeats ${name}`, () => {
      assert.equal(manyRows(statement, 2), expected)
    })
})
