import type { PageFacts } from '#shared/facts.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { readPageFacts } from '../pages/page-facts.ts'
import { readIds, readMainText } from '../pages/page-texts.ts'
import { readLinksOfPage } from './page-links.ts'

/** The facts of one page as its checks saw them, but for links to URLs that the crawl did not store; null for a page without facts. */
export async function readWholeFacts(
  crawl: CrawlDatabase,
  { url, urlId }: { url: string; urlId: number },
): Promise<PageFacts | null> {
  const json = await readPageFacts(crawl, url)
  if (json === null) return null
  const facts: PageFacts = JSON.parse(json)
  const [links, ids, mainText] = [
    await readLinksOfPage(crawl, urlId),
    await readIds(crawl, url),
    await readMainText(crawl, url),
  ]
  return { ...facts, links, ids, content: { ...facts.content, mainText } }
}
