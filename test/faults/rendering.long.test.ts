import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { describe, test } from 'node:test'
import { privateFolders } from '#browser/private-folder.ts'
import { exportFormats } from '#report/export/index.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from '../support/product.ts'
import { rendered } from '../support/rendered-crawl.ts'
import { assertSameText } from '../support/same-text.ts'
import { html, shellSite, startScriptSite } from '../support/script-site.ts'
import { temporaryFolder } from '../support/storage.ts'
import { until } from '../support/until.ts'

/** Crawls that run the scripts of pages, with processes and browsers that are killed and pages that take all they can get. */

const CHILD = path.join(import.meta.dirname, '..', 'support', 'crawl-child.ts')

describe('a site that scripts draw', () => {
  test('gives the same report when its process was killed among the pages', async () => {
    let kill: (path: string) => void = () => {}
    await using site = await startScriptSite(shellSite, each => kill(each))
    const url = `${site.origin}/`
    const expected = await reportOf(temporaryFolder(), url)
    const folder = temporaryFolder()
    const request = JSON.stringify({ url, rendersJavaScript: true })
    const child = spawn(process.execPath, [CHILD, folder, request], { stdio: ['ignore', 'inherit', 'inherit'] })
    const { promise, resolve } = Promise.withResolvers<NodeJS.Signals | null>()
    child.once('exit', (_code, signal) => resolve(signal))
    kill = each => each === '/data/page3.json' && child.kill('SIGKILL')
    assert.equal(await promise, 'SIGKILL')
    kill = () => {}
    assertSameText(await reportOf(folder, url), expected)
    assert.deepEqual(privateFolders(`sitesounder-render-${child.pid}-`), [])
  })
})

async function reportOf(folder: string, url: string): Promise<string> {
  const opened = await openTestProduct({ folder })
  try {
    const crawl = await waitForEnd(
      opened.product,
      await startTestCrawl(opened.product, { url, rendersJavaScript: true }),
    )
    let text = ''
    for await (const part of exportFormats.json.write({ reading: opened.product.store.reading, crawl, isStable: true }))
      text += part
    return text
  } finally {
    await opened[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
}

describe('a page in the browser', () => {
  test('does what it likes, and neither the crawl nor the pages beside it take harm', async () => {
    const loud = (script: string) =>
      html(`<p id="p">Text of a page that misbehaves.</p><script>${script}</script><p>After.</p>`)
    const { crawled, logged } = await rendered(
      {
        '/endless': loud('for (;;);'),
        '/alerts': loud('for (;;) alert(1)'),
        '/dialogs': loud('p.textContent = [alert(1), confirm(1), prompt(1)].join()'),
        '/windows': loud('for (let i = 0; i < 500; i++) window.open("/window" + i); p.textContent = "opened"'),
        '/huge': loud(
          'const text = "many words ".repeat(1e5); for (let i = 0; i < 200; i++) { const d = document.createElement("p"); d.hidden = true; d.textContent = text; document.body.append(d) }',
        ),
        '/downloads': loud(
          'const a = document.createElement("a"); a.href = "data:application/octet-stream,x"; a.download = "x"; a.click(); const b = document.createElement("a"); b.href = "/file.zip"; b.download = "f"; b.click()',
        ),
        '/crashes': loud('location.href = "chrome://crash"'),
        '/blank': loud('location.href = "about:blank"'),
        '/closes': loud('window.close(); p.textContent = "closed"'),
        '/writes': loud(
          'setTimeout(() => { document.open(); document.write("<title>Written</title><p>Written anew."); document.close() }, 50)',
        ),
        '/console': loud('for (let i = 0; i < 20; i++) console.log("x".repeat(5e6)); p.textContent = "told"'),
        '/polls': loud('setInterval(() => fetch("/poll?" + Math.random()), 50)'),
        '/plain1': html('<h1 id="h">First</h1><script>h.textContent = "First, by script"</script>'),
        '/plain2': html('<h1 id="h">Second</h1><script>h.textContent = "Second, by script"</script>'),
      },
      { flags: { 'render-timeout-ms': '1500', 'max-body-bytes': '3000000' } },
    )
    assert.deepEqual(crawled.crawl.endReason, 'finished')
    assert.equal((await crawled.facts('/plain1')).h1, 'First, by script')
    assert.equal((await crawled.facts('/plain2')).h1, 'Second, by script')
    assert.equal((await crawled.facts('/writes')).title, 'Written')
    for (const each of crawled.paths) {
      const rendering = await crawled.rendering(each)
      if (!rendering.isRendered) assert.match(rendering.why, /^(?:it|its|the browser) /, each)
    }
    for (const each of ['/dialogs', '/windows', '/downloads', '/closes', '/console'])
      assert.ok((await crawled.rendering(each)).isRendered, each)
    for (const each of ['/endless', '/alerts', '/polls']) {
      const rendering = await crawled.rendering(each)
      assert.ok(rendering.isRendered && rendering.isCut, each)
    }
    assert.deepEqual(await crawled.rendering('/blank'), {
      isRendered: false,
      why: 'its scripts replaced it by what is no page',
    })
    assert.deepEqual(
      logged.filter(
        event => !['the browser that runs the scripts of pages ended', 'a page took too much memory'].includes(event),
      ),
      [],
    )
  })

  test('that takes all the memory loses its tab, and no other does', {
    skip: process.platform !== 'linux',
  }, async () => {
    const { crawled, logged } = await rendered({
      '/bytes': html('<p>Text</p><script>const kept = []; for (;;) kept.push(new Float64Array(1e7).fill(1))</script>'),
      '/plain': html('<h1 id="h">Plain</h1><script>h.textContent = "Plain, by script"</script>'),
    })
    assert.deepEqual(await crawled.rendering('/bytes'), { isRendered: false, why: 'it made its browser tab crash' })
    assert.equal((await crawled.facts('/plain')).h1, 'Plain, by script')
    assert.deepEqual(logged, ['a page took too much memory'])
  })

  test('that keeps much outside of its own process ends the browser, and the page beside it is rendered all the same', {
    skip: process.platform !== 'linux',
  }, async () => {
    const { crawled, logged } = await rendered(
      {
        '/blobs': html(
          '<p>Text</p><script>window.kept = []; for (let i = 0; i < 100; i++) kept.push(new Blob([new Uint8Array(4e7).fill(1)]))</script>',
        ),
        '/plain': html('<h1 id="h">Plain</h1><script>h.textContent = "Plain, by script"</script>'),
      },
      // Memory ends it, not time, also on a busy machine.
      { flags: { 'render-timeout-ms': '120000' } },
    )
    assert.equal((await crawled.rendering('/blobs')).isRendered, false)
    assert.equal((await crawled.facts('/plain')).h1, 'Plain, by script')
    assert.ok(
      logged.some(event => /took too much memory$/.test(event)),
      logged.join(),
    )
  })
})

describe('the browser', () => {
  test('that is killed is started again, and every page comes out as if nothing had been', async () => {
    await using site = await startScriptSite(shellSite)
    await using opened = await openTestProduct()
    const url = `${site.origin}/`
    const crawlId = await startTestCrawl(opened.product, { url, rendersJavaScript: true })
    await until(() => site.requested.includes('GET /data/page1.json'))
    for (const pid of await browsersBelow(process.pid)) process.kill(pid, 'SIGKILL')
    const crawl = await waitForEnd(opened.product, crawlId)
    const { reading } = opened.product.store
    const pages = await reading.pages(crawl.id, { limit: 100 })
    const facts = await Promise.all(pages.map(page => reading.pageFacts(crawl.id, page.url)))
    const titles = facts.map(each => each?.title)
    assert.deepEqual(titles.sort(), ['Page home', ...Array.from({ length: 6 }, (_, index) => `Page page${index}`)])
    assert.deepEqual(
      opened.logged.map(({ event }) => event),
      ['the browser that runs the scripts of pages ended'],
    )
  })
})

/** Processes of browsers that this process started. Linux only, as is the test that uses it. */
async function browsersBelow(parent: number): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const parentOf = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      if (parentOf === parent && /chrom/i.test(stat)) found.push(Number(name))
    } catch {
      // It has ended meanwhile.
    }
  }
  return found
}
