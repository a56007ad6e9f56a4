import { existsSync } from 'node:fs'
import path from 'node:path'
import { databaseLocation, openStore } from '#runtime/database.ts'
import { operatorLog } from '#runtime/operator-log.ts'
import type { Settings } from '#settings/config.ts'
import { AppError } from '#shared/errors.ts'
import type { CrawlRow, Store } from '#store/store.ts'

/** The store of a data folder, which a server may use. Makes no folder: a mistyped --data would otherwise look like one without crawls. */
export async function openData(settings: Settings): Promise<Store> {
  const folder = path.resolve(settings.data)
  const database = databaseLocation(settings, folder)
  if (database.kind === 'sqlite' && !existsSync(database.file))
    throw new AppError('not-found', `There is no database in ${folder}: name the folder with --data.`)
  return await openStore(database, {
    keptCrawls: settings.keptCrawls,
    readTimeoutMs: settings.readTimeoutMs,
    log: operatorLog,
  })
}

/** Whether a text can be the id of a crawl. */
export function isCrawlId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text)
}

/** @throws AppError for a crawl that does not exist or has not ended. */
export async function endedCrawl({ reading }: Pick<Store, 'reading'>, crawlId: number): Promise<CrawlRow> {
  const crawl = await reading.crawl(crawlId)
  if (!crawl) throw new AppError('not-found', `There is no crawl ${crawlId}.`)
  if (crawl.status !== 'complete') throw new AppError('conflict', `Crawl ${crawlId} has not ended yet.`)
  return crawl
}
