import { rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { databasePath } from '#database-file.ts'
import type { RunningServer } from '#main.ts'
import { startTestServer, temporaryFolder } from './product.ts'

/** A server that can be stopped and started again on the same data, under the same address. */
export interface RestartableServer {
  url(): string
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
  /** When the website is to be cleared; null for never, undefined when there is no such website. */
  clearAtMs(websiteId: number): number | null | undefined
  /** Rows of the website and of its crawls, by table; none for tables without any. */
  rowsOf(website: CrawledWebsite): Record<string, number>
}

export async function startRestartable(flags: Record<string, string>): Promise<RestartableServer> {
  const folder = temporaryFolder()
  let server: RunningServer = await startTestServer({ folder, flags })
  const { url } = server
  const read = <T>(ask: (database: DatabaseSync) => T): T => {
    using database = new DatabaseSync(databasePath(folder), { readOnly: true, timeout: 5_000 })
    return ask(database)
  }
  return {
    url: () => url,
    stop: async () => await server[Symbol.asyncDispose](),
    start: async () => {
      server = await startTestServer({ folder, flags: { ...flags, port: new URL(url).port } })
    },
    remove: async () => {
      await server[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
    clearAtMs: websiteId =>
      read(database => {
        const row = database.prepare('select clear_at_ms from website where id = ?').get(websiteId)
        return row && (row.clear_at_ms === null ? null : Number(row.clear_at_ms))
      }),
    rowsOf: website => read(database => rowsOf(database, website)),
  }
}

function rowsOf(database: DatabaseSync, { websiteId, crawlId }: CrawledWebsite): Record<string, number> {
  const columns = database
    .prepare(
      `select m.name as tableName, c.name as columnName from sqlite_master m join pragma_table_info(m.name) c
       where m.type = 'table' and c.name in ('crawl_id', 'website_id')`,
    )
    .all()
    .map(({ tableName, columnName }) => [String(tableName), String(columnName)] as const)
  const counts: Record<string, number> = {}
  for (const [table, column] of [...columns, ['website', 'id'], ['crawl', 'id']] as const) {
    const id = column === 'website_id' || table === 'website' ? websiteId : crawlId
    const count = Number(database.prepare(`select count(*) as n from ${table} where ${column} = ?`).get(id)?.n)
    if (count > 0) counts[table] = count
  }
  return counts
}

export interface CrawledWebsite {
  websiteId: number
  crawlId: number
}
