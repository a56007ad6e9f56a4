import { DatabaseSync } from 'node:sqlite'

/**
 * Loaded before a process's own code, and before that of its threads: databases opened there hold `MAX_DATABASE_PAGES` pages, and then
 * fail as a full disk does.
 */
const original = DatabaseSync.prototype.exec
Object.defineProperty(DatabaseSync.prototype, 'exec', {
  value(this: DatabaseSync, sql: string) {
    original.call(this, sql)
    if (sql.includes('journal_mode')) original.call(this, `pragma max_page_count = ${process.env.MAX_DATABASE_PAGES}`)
  },
})
