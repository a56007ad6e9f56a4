import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '#shared/api/endpoints.ts'
import { hrefTo } from '#shared/routes.ts'
import { assertAccessible } from '../support/accessible.ts'
import { launchBrowser, newVisitor, watchPage } from '../support/browser-page.ts'
import { startTestServer } from '../support/product.ts'
import { shellSite, startScriptSite } from '../support/script-site.ts'
import { until } from '../support/until.ts'

/** A crawl that runs scripts, from the API to the screen that says what they changed. */

test('page insights says that the page was rendered, and what its source says otherwise', async () => {
  await using site = await startScriptSite(shellSite)
  await using server = await startTestServer()
  const browser = await launchBrowser()
  try {
    const visitor = await newVisitor(browser)
    const data = { url: site.origin, crawlLimit: 2, rendersJavaScript: true }
    const started = await visitor.request.post(`${server.url}/api/crawl`, { data })
    const { websiteId } = endpoints.startCrawl.response.parse(await started.json())
    const result = `${server.url}/api/crawl/${websiteId}`
    await until(async () => (await (await visitor.request.get(result)).text()).includes('"status":"complete"'))

    const problems: string[] = []
    const page = watchPage(await visitor.newPage(), { origin: () => server.url, problems })
    await page.goto(server.url + hrefTo('page-insights', websiteId, { url: `${site.origin}/` }))
    const part = page
      .locator('section section')
      .filter({ has: page.getByRole('heading', { name: 'JavaScript', exact: true }) })
    await part.waitFor()
    const text = (await part.innerText()).replaceAll(/\s+/g, ' ')
    assert.match(text, /read after its scripts had run\. Title Source: Shell Rendered: Page home/)
    assert.match(text, /H1 Source: none Rendered: Page home/)
    assert.match(await page.content(), /"canRenderJavaScript":true/)
    await assertAccessible(page, 'page insights of a rendered page')
    assert.deepEqual(problems, [])
  } finally {
    await browser.close()
  }
})
