import { rm } from 'node:fs/promises'
import type { RunningServer } from '#runtime/server.ts'
import { startTestServer } from './product.ts'
import { columnsIn, rowsIn, temporaryFolder } from './storage.ts'

/** A server that can be stopped and started again on the same data, under the same URL. */
export interface RestartableServer {
  url(): string
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
  /** When the website is to be cleared; null for never, undefined when there is no such website. */
  clearAtMs(websiteId: number): Promise<number | null | undefined>
  /** Rows of the website and of its crawls, by table; none for tables without any. */
  rowsOf(website: CrawledWebsite): Promise<Record<string, number>>
}

export async function startRestartable(flags: Record<string, string>): Promise<RestartableServer> {
  const folder = temporaryFolder()
  let server: RunningServer = await startTestServer({ folder, flags })
  const { url } = server
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
    async clearAtMs(websiteId) {
      const [row] = await rowsIn(folder, `select clear_at_ms from website where id = ${websiteId}`)
      return row && (row.clear_at_ms === null ? null : Number(row.clear_at_ms))
    },
    rowsOf: website => rowsOf(folder, website),
  }
}

async function rowsOf(folder: string, { websiteId, crawlId }: CrawledWebsite): Promise<Record<string, number>> {
  const columns = (await columnsIn(folder))
    .filter(({ column }) => column === 'crawl_id' || column === 'website_id')
    .map(({ table, column }) => [table, column] as const)
  // In one statement: each opens the database, and a test waits for what this returns.
  const counts = [...columns, ['website', 'id'] as const, ['crawl', 'id'] as const].map(([table, column]) => {
    const id = column === 'website_id' || table === 'website' ? websiteId : crawlId
    return `select '${table}' as name, count(*) as n from ${table} where ${column} = ${id}`
  })
  const rows = await rowsIn(folder, counts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, n }) => [String(name), Number(n)]).filter(([, count]) => count !== 0))
}

export interface CrawledWebsite {
  websiteId: number
  crawlId: number
}
