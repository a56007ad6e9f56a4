import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import type { RunningServer } from '#runtime/server.ts'
import { hrefTo } from '#shared/routes.ts'
import { launchBrowser, newVisitor } from '../support/browser-page.ts'
import { crawlByPage } from '../support/crawl-by-page.ts'
import { startTestServer } from '../support/product.ts'
import { assertCountsEqualRows } from '../support/screen-counts.ts'

/** As demo-counts.long.test.ts, on a site whose lists are longer than what is loaded at once. */

const PAGES = 320

let site: LoopbackServer
let server: RunningServer
let browser: Browser
let page: Page
let websiteId = 0

before(async () => {
  site = await serveHttp((request, response) => {
    const [, kind = '', number = '0'] = /^\/(page|old)\/(\d+)$/.exec(request.url ?? '/') ?? []
    if (kind === 'old') response.writeHead(301, { location: `/page/${number}` }).end()
    else if (kind === 'page' || request.url === '/')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(Number(number)))
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><title>Not found</title>')
  })
  server = await startTestServer({ flags: { targets: 'any' } })
  browser = await launchBrowser()
  page = await (await newVisitor(browser)).newPage()
  websiteId = (await crawlByPage(page, { origin: server.url, url: site.origin, limit: 500 })).websiteId
})

after(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

/** Each page has mistakes of its own, which no template explains: titles, descriptions, images, redirects and broken links. */
function pageOf(number: number): string {
  const words = (count: number, step: number) =>
    Array.from({ length: count }, (_, index) => `word${(number * 31 + index * step) % 997}`).join(' ')
  const head = [
    number % 3 === 0 ? '' : `<title>${number % 5 === 0 ? `Shared by ten, ${number % 32}` : words(4, 7)}</title>`,
    number % 4 === 0 ? '' : `<meta name="description" content="${words(12, 11)}">`,
  ]
  const links = [1, 2, 7].map(step => `<a href="/page/${(number * 3 + step) % PAGES}">${words(3, step)}</a>`)
  const more = [
    number % 2 === 0 ? `<a href="/old/${number}">${words(2, 5)}</a>` : '',
    number % 6 === 0 ? `<a href="/gone-${number}">${words(2, 13)}</a>` : '',
    number % 7 === 0 ? `<img src="/image-${number}.png" width="9" height="9">` : '',
  ]
  return `<!doctype html><html lang="en"><head>${head.join('')}</head><body><main><h1>${words(3, 17)}</h1>
<p>${words(130, 3)}</p><p>${[...links, ...more].join(' ')}</p></main></body></html>`
}

test('each count of the screens is that of the rows it opens', async () => {
  const screens = (['dashboard', 'warnings', 'passed'] as const).map(screen => hrefTo(screen, websiteId))
  await assertCountsEqualRows(page, server.url, screens)
})
