import { storageName } from './storage.ts'

/**
 * The tests that are about SQLite, its file or its folder, and so are skipped where the others remember in PostgreSQL. Whole files or
 * folders, or single tests by their names. `sqlite-tests.test.ts` holds the list against the files.
 */
export interface SqliteTest {
  /** A file, or a folder with a slash at its end. */
  file: string
  /** Omitted when the whole file is. */
  test?: string
  reason: string
}

const oneDatabase = 'speaks to SQLite without the product, to see its own statements, plans or tables'
const folderOnly = 'audit remembers in a data folder, whatever database is named'
const fileOfSqlite = 'damages, fills or locks the file of SQLite'
const aboutFolder = 'is about a data folder: its lock, or the message when it cannot be used'

export const sqliteTests: readonly SqliteTest[] = [
  {
    file: 'src/store/database/sqlite.test.ts',
    reason: 'the contract on SQLite; on PostgreSQL it is test/scale/store.long.test.ts',
  },
  { file: 'src/store/crawls/many-decided-urls.test.ts', reason: oneDatabase },
  { file: 'src/store/database/copy-database.test.ts', reason: oneDatabase },
  { file: 'src/store/database/kept-lists.test.ts', reason: oneDatabase },
  { file: 'src/store/database/reading-plans.test.ts', reason: oneDatabase },
  { file: 'src/store/links/target-windows.test.ts', reason: oneDatabase },
  { file: 'src/store/pages/page-key.test.ts', reason: oneDatabase },
  { file: 'src/store/links/internal-rank-graph.test.ts', reason: oneDatabase },
  { file: 'src/store/pages/page-summaries.test.ts', reason: oneDatabase },
  { file: 'src/store/issues/long-lists.test.ts', reason: oneDatabase },
  { file: 'src/api/statement-plans.test.ts', reason: oneDatabase },
  { file: 'src/store/database/data-folder-lock.test.ts', reason: aboutFolder },
  { file: 'src/store/database/sqlite-file.test.ts', reason: aboutFolder },
  { file: 'src/store/database/sqlite-failures.test.ts', reason: fileOfSqlite },
  { file: 'src/cli/backup.test.ts', reason: aboutFolder },
  { file: 'src/cli/doctor.test.ts', reason: aboutFolder },
  { file: 'test/cli/backup.long.test.ts', reason: aboutFolder },
  { file: 'test/faults/migration.test.ts', reason: aboutFolder },
  { file: 'test/cli/audit.test.ts', reason: folderOnly },
  { file: 'test/cli/audit-files.long.test.ts', reason: folderOnly },
  { file: 'test/cli/audit-baseline.long.test.ts', reason: folderOnly },
  { file: 'test/cli/hostile-text.long.test.ts', reason: folderOnly },
  { file: 'test/cli/render.test.ts', reason: folderOnly },
  { file: 'test/scale/', reason: 'starts PostgreSQL itself' },
  {
    file: 'test/faults/resume.long.test.ts',
    test: 'a crawl killed at random moments, over and over, ends in the same report',
    reason: 'kills at statements of SQLite; workers on PostgreSQL are killed in test/scale/faults.long.test.ts',
  },
  {
    file: 'test/faults/resume.long.test.ts',
    test: 'a crawl of each kind, killed in the middle of its requests, ends in the same report',
    reason: 'kills at statements of SQLite; workers on PostgreSQL are killed in test/scale/faults.long.test.ts',
  },
  { file: 'test/faults/machine.long.test.ts', test: 'a full disk', reason: fileOfSqlite },
  { file: 'test/faults/machine.long.test.ts', test: 'a damaged database', reason: fileOfSqlite },
  { file: 'test/faults/machine.long.test.ts', test: 'a database locked by another process', reason: fileOfSqlite },
  {
    file: 'test/cli/users.long.test.ts',
    test: 'it works while a server has the data folder, and a change holds at once',
    reason: aboutFolder,
  },
  {
    file: 'test/cli/users.long.test.ts',
    test: 'a data folder that does not exist is one sentence, and nothing is made',
    reason: aboutFolder,
  },
  {
    file: 'test/cli/users.long.test.ts',
    test: 'a data folder in which no server was started is one sentence, and nothing is made',
    reason: aboutFolder,
  },
  { file: 'test/cli/users.long.test.ts', test: 'a database that is none is one sentence', reason: aboutFolder },
  {
    file: 'test/cli/serve.test.ts',
    test: 'a data folder that is a file is one sentence and exit code 1',
    reason: aboutFolder,
  },
  {
    file: 'test/cli/serve.test.ts',
    test: 'a second process on one data folder is refused in one sentence',
    reason: aboutFolder,
  },
]

/** Options of a test that is in the list above. @throws Error when it is not. */
export function onSqliteAlone(test: string): { skip: string | false } {
  const listed = sqliteTests.find(each => each.test === test)
  if (!listed) throw new Error(`“${test}” is not in the list of the tests for SQLite alone`)
  return { skip: storageName === 'sqlite' ? false : listed.reason }
}
