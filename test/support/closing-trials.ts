import { rm } from 'node:fs/promises'
import type { TestContext } from 'node:test'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { exportFormats } from '#report/export/index.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from './product.ts'
import { assertSameText } from './same-text.ts'
import { temporaryFolder } from './storage.ts'

/**
 * Crawls the demo site once for each number, with a process that is stopped, and ends in good order, when the site gets that
 * request; a next one goes on. @throws AssertionError when the report is not that of an undisturbed crawl.
 */
export async function closeAndResume(context: TestContext, requestNumbers: readonly number[]): Promise<void> {
  let requests = 0
  let onRequest: (count: number) => unknown = () => {}
  await using site = await startDemoSite({ onRequest: () => onRequest(++requests) })

  async function crawlUntilClosed(folder: string, atRequest: number): Promise<void> {
    requests = 0
    const reached = Promise.withResolvers<void>()
    onRequest = count => count === atRequest && reached.resolve()
    const opened = await openTestProduct({ folder })
    const crawlId = await startTestCrawl(opened.product, { url: site.url })
    await Promise.race([reached.promise, waitForEnd(opened.product, crawlId)])
    await opened[Symbol.asyncDispose]()
    onRequest = () => {}
  }

  const undisturbed = temporaryFolder()
  const expected = await reportOf(undisturbed, site)
  await rm(undisturbed, { recursive: true, force: true })
  for (const atRequest of requestNumbers) {
    await context.test(`closed at request ${atRequest}`, async () => {
      const folder = temporaryFolder()
      await crawlUntilClosed(folder, atRequest)
      assertSameText(await reportOf(folder, site), expected)
      await rm(folder, { recursive: true, force: true })
    })
  }
}

async function reportOf(folder: string, { url }: DemoSite): Promise<string> {
  await using opened = await openTestProduct({ folder })
  const { product, logged } = opened
  const crawl = await waitForEnd(product, await startTestCrawl(product, { url }))
  if (logged.length > 0) throw new Error(`logged: ${JSON.stringify(logged)}`)
  const parts = exportFormats.json.write({ reading: product.store.reading, crawl, isStable: true })
  return (await Array.fromAsync(parts)).join('')
}
