import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  conditionOf,
  MAX_CONDITIONS,
  operatorsOf,
  type PageCondition,
  readConditions,
  writeConditions,
} from './page-conditions.ts'

describe('readConditions()', () => {
  const written: [string, PageCondition[]][] = [
    ['', []],
    ['words:under:1000', [{ column: 'words', operator: 'under', value: 1000 }]],
    ['depth:between:1..3', [{ column: 'depth', operator: 'between', from: 1, to: 3 }]],
    ['ttfb:over:0.5', [{ column: 'ttfb', operator: 'over', value: 0.5 }]],
    ['url:starts:https://a.example:8080/', [{ column: 'url', operator: 'starts', value: 'https://a.example:8080/' }]],
    ['title:contains:a%3Bb %253B', [{ column: 'title', operator: 'contains', value: 'a;b %3B' }]],
    ['h1:empty', [{ column: 'h1', operator: 'empty' }]],
    ['links:not-empty', [{ column: 'links', operator: 'not-empty' }]],
    ['indexability:not:noindex', [{ column: 'indexability', operator: 'not', value: 'noindex' }]],
    [
      'foundBy:is:sitemap;status:is:404',
      [
        { column: 'foundBy', operator: 'is', value: 'sitemap' },
        { column: 'status', operator: 'is', value: 404 },
      ],
    ],
  ]
  for (const [text, conditions] of written)
    it(`reads "${text}" and writes it again`, () => {
      assert.deepEqual(readConditions(text), conditions)
      assert.equal(writeConditions(conditions), text)
    })

  const refused = [
    'words',
    'words:under',
    'words:under:many',
    'words:under:1e3',
    'words:contains:1',
    'words:between:3..1',
    'words:between:1',
    'words:between:1..2..3',
    'nothing:is:1',
    'toString:is:1',
    'title:over:3',
    'title:contains:',
    `title:contains:${'x'.repeat(501)}`,
    'indexability:is:maybe',
    'indexability:empty',
    Array.from({ length: MAX_CONDITIONS + 1 }, (_, at) => `words:over:${at}`).join(';'),
  ]
  for (const text of refused) it(`refuses "${text.slice(0, 40)}"`, () => assert.equal(readConditions(text), null))
})

describe('operatorsOf()', () => {
  it('offers what a column takes', () => {
    for (const column of ['words', 'title', 'indexability', 'field.Price'] as const)
      for (const operator of operatorsOf(column)) {
        const value = column === 'indexability' ? 'noindex' : operator === 'between' ? '1..2' : '1'
        assert.ok(conditionOf({ column, operator, value }), `${column} ${operator}`)
      }
  })

  it('offers of a custom field what texts, numbers and empty values take', () => {
    assert.deepEqual(operatorsOf('field.Price'), [
      'contains',
      'not-contains',
      'starts',
      'is',
      'not',
      'over',
      'under',
      'between',
      'empty',
      'not-empty',
    ])
  })
})
