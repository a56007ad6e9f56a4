import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IssueDetails } from '#shared/model.ts'
import { type CauseElement, causeElement } from './cause-element.ts'

const table = (columns: string[], rows: string[][], total?: number) => ({
  kind: 'table' as const,
  label: '',
  columns,
  rows,
  ...(total !== undefined && { total }),
})

const cases: Record<string, [IssueDetails, CauseElement | null]> = {
  'is the tag that a table lists': [
    { evidence: [table(['Tag', 'Target', 'Line'], [['<a href="/">', 'https://a.example/', '3']])] },
    { code: '<a href="/">', others: 0 },
  ],
  'is the target where there is no tag, with the number of others': [
    { evidence: [table(['Text', 'Target'], [['more', 'https://a.example/']], 40)] },
    { code: 'https://a.example/', others: 39 },
  ],
  'is the code of other evidence': [
    { evidence: [{ kind: 'code', label: '', code: '<meta charset="x">' }] },
    { code: '<meta charset="x">', others: 0 },
  ],
  'is none of a table without elements': [{ evidence: [table(['Level', 'Text'], [['H1', 'Bread']])] }, null],
  'is none of an empty table': [{ evidence: [table(['Tag'], [])] }, null],
  'is none of a setting of the server': [{ place: 'server', evidence: [table(['File'], [['/a.css']])] }, null],
}
for (const [name, [details, expected]] of Object.entries(cases))
  test(`causeElement() ${name}`, () => assert.deepEqual(causeElement({ details }), expected))
