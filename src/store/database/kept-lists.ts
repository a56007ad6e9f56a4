import type { CrawlDatabase } from './database.ts'

/**
 * Lists that took a scan of the whole crawl, such as the rows with a text: kept, so that only the first page of a list costs the scan.
 * A list is valid as long as the status, counters and applied settings of the crawl stay the same; every transaction that changes an
 * issue or a page changes one of them.
 */
export interface KeptLists {
  /** The list of that name. Two reads at once share one scan. */
  read<Value extends readonly unknown[]>(crawl: CrawlDatabase, list: KeptList<Value>): Promise<Value>
}

/** A crawl as reports read it. */
export interface ReportCrawl extends CrawlDatabase {
  lists: KeptLists
}

interface KeptList<Value> {
  /** Unique among the lists of a crawl. */
  name: string
  make(): Promise<Value>
  /** Of a list of lists; its length without it. */
  sizeOf?(value: Value): number
}

interface Kept {
  version: string
  list: Promise<readonly unknown[]>
  /** Entries; 0 until they are known. */
  length: number
}

const MAX_LISTS = 30
/** Of all lists together: some ten megabytes. */
const MAX_ENTRIES = 1_500_000

export function createKeptLists(): KeptLists {
  const kept = new Map<string, Kept>()
  const forgetOldest = () => {
    for (const [key] of kept) {
      const entries = kept.values().reduce((sum, { length }) => sum + length, 0)
      if (kept.size <= 1 || (kept.size <= MAX_LISTS && entries <= MAX_ENTRIES)) return
      kept.delete(key)
    }
  }
  return {
    async read<Value extends readonly unknown[]>(crawl: CrawlDatabase, { name, make, sizeOf }: KeptList<Value>) {
      const version = await readVersion(crawl)
      const key = `${crawl.crawlId} ${name}`
      const known = kept.get(key)
      kept.delete(key)
      if (known?.version === version) {
        kept.set(key, known)
        // The name implies the type.
        return (await known.list) as unknown as Value
      }
      const list = make()
      const entry: Kept = { version, list, length: 0 }
      kept.set(key, entry)
      try {
        const made = await list
        entry.length = sizeOf?.(made) ?? made.length
        forgetOldest()
        return made
      } catch (error) {
        if (kept.get(key) === entry) kept.delete(key)
        throw error
      }
    },
  }
}

async function readVersion({ db, crawlId }: CrawlDatabase): Promise<string> {
  const crawl = await db
    .selectFrom('crawl')
    .select(['status', 'counts', 'settings_version', 'committed_ms', 'fields_version'])
    .where('id', '=', crawlId)
    .executeTakeFirst()
  return JSON.stringify(crawl ?? null)
}
