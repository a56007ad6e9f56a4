import { type AiCrawler, aiCrawlers } from '#shared/ai-crawlers.ts'
import type { AiCrawlerRule, RobotsFileFacts } from '#shared/host-facts.ts'
import type { Evidence } from '#shared/model.ts'
import { tableEvidence } from '../evidence.ts'

const purposes: Readonly<Record<AiCrawler['purpose'], string>> = {
  search: 'search index for AI answers',
  visit: 'fetches a page on user request',
  training: 'collects training data',
}

/** What robots.txt says to the crawlers of some purposes, in the order of the table of crawlers. */
export function rulesOf(file: RobotsFileFacts, isMeant: (crawler: AiCrawler) => boolean): AiCrawlerRule[] {
  const tokens = new Set(aiCrawlers.filter(isMeant).map(({ token }) => token))
  return (file.aiCrawlers ?? []).filter(({ token }) => tokens.has(token))
}

/** All crawlers of AI products with what they are for, and the line that decides about them. */
export function aiCrawlerTable(file: RobotsFileFacts): Evidence {
  return tableEvidence({
    label: `AI crawlers in ${file.url}`,
    columns: ['Crawler', 'Operator', 'Purpose', 'Start page', 'Line', 'Text'],
    items: file.aiCrawlers ?? [],
    row: ({ token, isOpen, line }) => {
      const crawler = aiCrawlers.find(each => each.token === token)
      const what = crawler ? purposes[crawler.purpose] : ''
      return [token, crawler?.maker ?? '', what, isOpen ? 'allowed' : 'blocked', line?.line ?? '', line?.text ?? '']
    },
  })
}
