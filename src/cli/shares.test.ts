import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { command, linksTable } from './shares.ts'
import { assertRefused } from './test-refusal.ts'

const misused: [name: string, operands: string[], flags: Record<string, string>, sentence: RegExp][] = [
  ['no action', [], {}, /^Say what to do/],
  ['an id that is none', ['list', 'x'], {}, /^Name the website by its number/],
  ['no link', ['revoke', '1'], {}, /^Name the link by its number/],
  ['too much', ['add', '1', '2'], {}, /^shares add takes one ID/],
  ['an option of another action', ['list', '1'], { days: '3' }, /^--days is no option of shares list/],
  ['an unknown part', ['add', '1'], { parts: 'issues,passwords' }, /^--parts has issues, .* not “passwords”/],
  ['a number that is none', ['add', '1'], { days: 'x' }, /^--days must be a whole number/],
  ['no server', ['list', '1'], {}, /^Name the server/],
]

describe('sitesounder shares', () => {
  for (const [name, operands, flags, sentence] of misused)
    it(`refuses ${name} with one sentence`, () => assertRefused(command, { operands, flags, sentence }))

  it('lists links as a table', () => {
    const table = linksTable([
      {
        id: 3,
        name: 'Example',
        crawlId: 40,
        earlierCrawlId: 31,
        parts: ['comparison'],
        hasPassword: false,
        state: 'open',
        createdAt: '2026-11-01T10:00:00.000Z',
        expiresAt: '2026-12-01T10:00:00.000Z',
        lastUsedAt: null,
      },
    ])
    assert.match(table, /3 +open +31 and 40 +2026-12-01 +overview, comparison +Example/)
    assert.equal(linksTable([]), 'There are no links.\n')
  })
})
