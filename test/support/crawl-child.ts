import { openTestProduct, startTestCrawl, waitForEnd } from './product.ts'

/** A process that crawls into a data folder until it is done, or killed: `crawl-child.ts FOLDER URL`. */
const [folder = '', url = ''] = process.argv.slice(2)
await using opened = await openTestProduct({ folder })
const crawlId = await startTestCrawl(opened.product, { url })
await waitForEnd(opened.product, crawlId)
