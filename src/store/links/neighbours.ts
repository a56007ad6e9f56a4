import type { CrawlDatabase } from '../database/schema.ts'
import { isDecided } from '../pages/decided.ts'
import type { LinkTarget } from '../store.ts'
import { targetColumns, toLinkTarget } from './page-links.ts'

/** Entries of the index looked at on either side; among them are files and addresses of other sites, which are no neighbours. */
const LOOKED_AT = 60

/** Pages next to an address in alphabetical order, by address: what shares the longest beginning with it stands there. */
export async function readNeighbours(
  crawl: CrawlDatabase,
  { url, limit }: { url: string; limit: number },
): Promise<LinkTarget[]> {
  const before = await readSide(crawl, { url, direction: 'desc' })
  const after = await readSide(crawl, { url, direction: 'asc' })
  return [...before.slice(0, limit).reverse(), ...after.slice(0, limit)]
}

/** Nearest first. */
async function readSide(
  { db, crawlId }: CrawlDatabase,
  { url, direction }: { url: string; direction: 'asc' | 'desc' },
): Promise<LinkTarget[]> {
  const rows = await db
    .selectFrom('url')
    .select(targetColumns)
    .select('number')
    .where('crawl_id', '=', crawlId)
    .where(isDecided)
    .where('url', direction === 'asc' ? '>' : '<', url)
    .orderBy('url', direction)
    .limit(LOOKED_AT)
    .execute()
  return rows.filter(row => row.number > 0 && row.scope === 'internal' && row.skip_reason === null).map(toLinkTarget)
}
