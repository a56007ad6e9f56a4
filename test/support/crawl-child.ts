import { fixedPageSpeed } from './fixed-page-speed.ts'
import { killFlags } from './kill-site.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from './product.ts'

/** A process that crawls into a data folder until it is done, or killed: `crawl-child.ts FOLDER REQUEST [FLAGS]`, the latter two in JSON. */
const [folder = '', request = '', flags] = process.argv.slice(2)
await using opened = await openTestProduct({
  folder,
  flags: flags === undefined ? killFlags : JSON.parse(flags),
  measurePageSpeed: fixedPageSpeed,
  // Where `kill-moments.ts` counts.
  engine: 'own-thread',
})
const crawlId = await startTestCrawl(opened.product, JSON.parse(request))
await waitForEnd(opened.product, crawlId)
