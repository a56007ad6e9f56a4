import type { ReadingStore } from '#store/store.ts'

/** Which network has which crawls running or waiting. Only memory knows: addresses of visitors are never stored. */
export interface ActiveCrawls {
  countOf(network: string): Promise<number>
  add(network: string, crawlId: number): Promise<void>
}

/** Remembers at most `maxActive` crawls that have not ended, which is how many there can be. */
export function activeCrawlsByNetwork({
  reading,
  maxActive,
}: {
  reading: Pick<ReadingStore, 'crawl'>
  maxActive: number
}): ActiveCrawls {
  const networks = new Map<number, string>()
  const forgetEnded = async (crawlIds: readonly number[]) => {
    for (const crawlId of crawlIds) {
      const crawl = await reading.crawl(crawlId)
      if (!crawl || crawl.status === 'complete') networks.delete(crawlId)
    }
  }
  const idsOf = (network: string) => [...networks].filter(([, each]) => each === network).map(([crawlId]) => crawlId)
  return {
    async countOf(network) {
      await forgetEnded(idsOf(network))
      return idsOf(network).length
    },

    async add(network, crawlId) {
      networks.set(crawlId, network)
      if (networks.size > maxActive) await forgetEnded([...networks.keys()])
    },
  }
}
