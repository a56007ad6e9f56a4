import { fixedPageSpeed } from './fixed-page-speed.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from './product.ts'

/**
 * A process that crawls into a data folder and measures page speed until it is killed: `measure-child.ts FOLDER URL SAMPLE LIMIT
 * COUNT`. The measurement number COUNT never ends; when it begins, the process says so to its parent.
 */
const [folder = '', url = '', sample = '', limit = '', count = ''] = process.argv.slice(2)
let requestCount = 0
await using opened = await openTestProduct({
  folder,
  measurePageSpeed: question => {
    requestCount++
    if (requestCount < Number(count)) return fixedPageSpeed(question)
    process.send?.(question.url)
    return new Promise(() => {})
  },
})
const crawlId = await startTestCrawl(opened.product, {
  url,
  pageSpeedSample: Number(sample),
  limit: Number(limit),
  probesResources: false,
  probesExternal: false,
})
await waitForEnd(opened.product, crawlId)
