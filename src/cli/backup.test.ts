import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { databasePath } from '#runtime/database.ts'
import { AppError } from '#shared/errors.ts'
import { placeEmptyFile } from '../../test/support/storage.ts'
import { command } from './backup.ts'
import { printedBy } from './test-printed.ts'
import { assertRefused } from './test-refusal.ts'

let folder: string
const inFolder = (name: string) => path.join(folder, name)

const backup = (operands: string[], data: string, flags: Record<string, string> = {}) =>
  printedBy(command, { operands, flags, settings: { data } })

async function fillDatabase(data: string): Promise<void> {
  mkdirSync(data)
  await placeEmptyFile(databasePath(data))
  using database = new DatabaseSync(databasePath(data))
  database.exec("insert into owner (id, cookie_hash, created_ms, last_seen_ms) values (7, 'a', 0, 0)")
}

function ownersOf(data: string): unknown[] {
  using database = new DatabaseSync(databasePath(data), { readOnly: true })
  return database
    .prepare('select id from owner')
    .all()
    .map(({ id }) => id)
}

const postgres = { 'database-url': 'postgres://127.0.0.1:1/x' }
const misused: [name: string, operands: string[], settings: Record<string, string>, sentence: RegExp][] = [
  ['no file', [], {}, /^Name one file: sitesounder backup FILE$/],
  ['two files', ['a', 'b'], {}, /^Name one file/],
  ['data that are in PostgreSQL', ['a'], postgres, /^The data are in PostgreSQL: use pg_dump and pg_restore/],
]

describe('sitesounder backup', () => {
  for (const [name, operands, settings, sentence] of misused)
    it(`refuses ${name} with one sentence`, () => assertRefused(command, { operands, settings, sentence }))

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'backup-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('copies the database into a file, and that into another data folder', async () => {
    const data = inFolder('data')
    const copy = inFolder('copy.sqlite')
    const restored = inFolder('restored')
    await fillDatabase(data)
    assert.deepEqual(await backup([copy], data), {
      code: 0,
      stdout: `${copy} is a checked copy of the database in ${data}.\n`,
      stderr: '',
    })
    assert.deepEqual(await backup([copy], restored, { restore: 'true', json: 'true' }), {
      code: 0,
      stdout: `${JSON.stringify({ file: copy, folder: restored, isRestored: true })}\n`,
      stderr: '',
    })
    assert.deepEqual(ownersOf(restored), [7])
    await assert.rejects(backup([copy], restored, { restore: 'true' }), {
      code: 'conflict',
      message: `There is a database in ${restored} already: move it away first, or name another folder with --data.`,
    })
  })

  it('says of a restored database where it is', async () => {
    const copy = inFolder('copy.sqlite')
    await fillDatabase(inFolder('data'))
    await backup([copy], inFolder('data'))
    const { stdout } = await backup([copy], inFolder('restored'), { restore: 'true' })
    assert.equal(stdout, `The database is in ${inFolder('restored')} again.\n`)
  })

  it('overwrites no file, and makes none of a folder without a database', async () => {
    const data = inFolder('data')
    const copy = inFolder('copy.sqlite')
    await assert.rejects(
      backup([copy], data),
      new AppError('not-found', `There is no database in ${data}: name the folder with --data.`),
    )
    assert.equal(existsSync(data), false)
    await fillDatabase(data)
    writeFileSync(copy, 'mine')
    await assert.rejects(backup([copy], data), new AppError('conflict', `${copy} exists already: name a new file.`))
    await assert.rejects(
      backup([copy], inFolder('restored'), { restore: 'true' }),
      new AppError('unavailable', `${copy} cannot be restored: file is not a database.`),
    )
    await assert.rejects(
      backup([inFolder('none')], inFolder('restored'), { restore: 'true' }),
      new AppError('not-found', `There is no file ${inFolder('none')}.`),
    )
    assert.equal(existsSync(inFolder('restored')), false)
  })
})
