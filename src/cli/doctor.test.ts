import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { databasePath } from '#runtime/database.ts'
import { AppError } from '#shared/errors.ts'
import { placeEmptyFile } from '../../test/support/storage.ts'
import { command, salvagedText } from './doctor.ts'
import { printedBy } from './test-printed.ts'
import { assertRefused } from './test-refusal.ts'

let folder: string
const inFolder = (name: string) => path.join(folder, name)

const doctor = (data: string, flags: Record<string, string> = {}) =>
  printedBy(command, { operands: [], flags, settings: { data } })

const postgres = { 'database-url': 'postgres://127.0.0.1:1/x' }
const misused: [name: string, operands: string[], settings: Record<string, string>, sentence: RegExp][] = [
  ['an operand', ['data'], {}, /^doctor takes no operand: name the data folder with --data\.$/],
  ['data that are in PostgreSQL', [], postgres, /^The data are in PostgreSQL, which has tools of its own/],
]

describe('sitesounder doctor', () => {
  for (const [name, operands, settings, sentence] of misused)
    it(`refuses ${name} with one sentence`, () => assertRefused(command, { operands, settings, sentence }))

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'doctor-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('makes no database where there is none', async () => {
    const data = inFolder('none')
    const refusal = new AppError('not-found', `There is no database in ${data}: name the folder with --data.`)
    await assert.rejects(doctor(data), refusal)
    assert.equal(existsSync(data), false)
  })

  it('says that a database is whole', async () => {
    const file = databasePath(folder)
    await placeEmptyFile(file)
    assert.deepEqual(await doctor(folder), { code: 0, stdout: `The database ${file} is whole.\n`, stderr: '' })
    assert.deepEqual(await doctor(folder, { json: 'true' }), {
      code: 0,
      stdout: `${JSON.stringify({ file, problems: [] })}\n`,
      stderr: '',
    })
  })

  it('says what is wrong with a damaged one, and what to do', async () => {
    const file = databasePath(folder)
    writeFileSync(file, 'not a database at all')
    assert.deepEqual(await doctor(folder), {
      code: 1,
      stdout:
        `The database ${file} is damaged:\n  file is not a database\n` +
        'Put a backup in its place, or copy what can be read: sitesounder doctor --salvage FOLDER\n',
      stderr: '',
    })
  })

  it('copies what can be read into a new data folder, and into no other', async () => {
    const data = inFolder('data')
    const salvaged = inFolder('salvaged')
    mkdirSync(data)
    await placeEmptyFile(databasePath(data))
    {
      using database = new DatabaseSync(databasePath(data))
      database.exec("insert into owner (id, cookie_hash, created_ms, last_seen_ms) values (7, 'a', 0, 0)")
    }
    assert.deepEqual(await doctor(data, { salvage: salvaged }), {
      code: 0,
      stdout: `What can be read is in ${salvaged}:\n  owner: 1 row\nStart it with --data ${salvaged}. Crawls that lost rows are best repeated.\n`,
      stderr: '',
    })
    {
      using database = new DatabaseSync(databasePath(salvaged), { readOnly: true })
      assert.equal(database.prepare('select id from owner').get()?.id, 7)
    }
    const refusal = new AppError('conflict', `There is a database in ${salvaged} already: name a new folder.`)
    await assert.rejects(doctor(data, { salvage: salvaged }), refusal)
  })

  it('names the tables that lost rows, and not those that are empty', () => {
    const tables = [
      { table: 'crawl', rows: 2, isIncomplete: true },
      { table: 'issue', rows: 0, isIncomplete: true },
      { table: 'owner', rows: 0, isIncomplete: false },
      { table: 'page', rows: 1, isIncomplete: false },
    ]
    assert.equal(
      salvagedText(tables, '/new'),
      'What can be read is in /new:\n  crawl: 2 rows, and others are lost\n  issue: 0 rows, and others are lost\n  page: 1 row\n' +
        'Start it with --data /new. Crawls that lost rows are best repeated.\n',
    )
  })
})
