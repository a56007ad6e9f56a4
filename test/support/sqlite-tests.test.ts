import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { onSqliteAlone, sqliteTests } from './sqlite-tests.ts'
import { isAboutSqlite, storingTests } from './storing-tests.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

describe('the list of tests for SQLite alone', () => {
  it('names files and tests that there are, and that are to be skipped', () => {
    for (const { file, test } of sqliteTests) {
      assert.ok(existsSync(path.join(ROOT, file)), file)
      if (test !== undefined) assert.ok(textOf(file).includes(`onSqliteAlone('${test}')`), `${file}: ${test}`)
    }
  })

  it('has every test that opens SQLite itself', () => {
    const opening = /from '(?:node:sqlite|#store\/sqlite\.ts|(?:\.\.?\/)+sqlite\.ts)'/
    const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: ROOT })
    const known = new Set(sqliteTests.map(({ file }) => file))
    assert.deepEqual(
      files.filter(file => opening.test(textOf(file)) && !isAboutSqlite(file) && !known.has(file)),
      [],
    )
  })

  it('is refused a test that is not on it', () => {
    assert.throws(() => onSqliteAlone('some other test'), /not in the list/)
  })

  it('leaves most of the tests that remember something', () => {
    const storing = storingTests()
    assert.ok(storing.includes('test/golden/golden.test.ts') && storing.includes('src/api/app.test.ts'))
    assert.ok(!storing.includes('src/store/database/sqlite.test.ts') && !storing.includes('src/shared/url.test.ts'))
  })
})
