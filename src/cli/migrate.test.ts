import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { AppError } from '#shared/errors.ts'
import { command } from './migrate.ts'
import { assertRefused, inputOf } from './test-refusal.ts'

const right = { from: 'sqlite', to: 'postgres' }
const settings = { 'database-url': 'postgres://127.0.0.1:1/x', data: path.join(import.meta.dirname, 'none') }
const misused: [name: string, operands: string[], flags: Record<string, string>, sentence: RegExp][] = [
  ['an operand', ['data'], right, /^Say from where to where: sitesounder migrate --from sqlite --to postgres$/],
  ['no source', [], { to: 'postgres' }, /^Say from where/],
  ['another source', [], { ...right, from: 'postgres' }, /^Say from where/],
  ['no target', [], { from: 'sqlite' }, /^Say from where/],
  ['another target', [], { ...right, to: 'sqlite' }, /^Say from where/],
]

describe('sitesounder migrate', () => {
  for (const [name, operands, flags, sentence] of misused)
    it(`refuses ${name} with one sentence`, () => assertRefused(command, { operands, flags, settings, sentence }))

  it('refuses to copy to no database', () =>
    assertRefused(command, {
      operands: [],
      flags: right,
      sentence: /^Name the database to copy to by SITESOUNDER_DATABASE_URL\.$/,
    }))

  it('refuses to copy a folder without a database, and makes none', async () => {
    await assert.rejects(
      command.run(inputOf({ operands: [], flags: right, settings })),
      new AppError('not-found', `There is no database in ${settings.data}: name the folder with --data.`),
    )
    assert.equal(existsSync(settings.data), false)
  })
})
