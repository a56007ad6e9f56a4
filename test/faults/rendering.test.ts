import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import { privateFolders } from '#browser/private-folder.ts'
import { exportFormats } from '#report/export/index.ts'
import type { PageFacts } from '#shared/facts.ts'
import type { CrawlRow } from '#store/store.ts'
import { checkAgain } from '../support/check-again.ts'
import { type CrawlRequest, openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from '../support/product.ts'
import { assertSameText } from '../support/same-text.ts'
import { html, type ScriptResponse, type ScriptSite, shellSite, startScriptSite } from '../support/script-site.ts'
import { temporaryFolder } from '../support/storage.ts'
import { until } from '../support/until.ts'

/** Crawls that run the scripts of pages: what they gain by it, and what hostile pages do not. With a real Chromium. */

const CHILD = path.join(import.meta.dirname, '..', 'support', 'crawl-child.ts')

type Rendering = NonNullable<PageFacts['rendering']>

interface Crawled {
  crawl: CrawlRow
  /** Paths of the pages that were read. */
  paths: string[]
  facts(path: string): Promise<PageFacts>
  rendering(path: string): Promise<Rendering>
  issues(checkId: string): Promise<string[]>
}

async function crawlOf(opened: TestProduct, request: CrawlRequest): Promise<Crawled> {
  const crawl = await waitForEnd(opened.product, await startTestCrawl(opened.product, request))
  const { reading } = opened.product.store
  const pages = await reading.pages(crawl.id, { limit: 1_000 })
  const facts = async (path: string): Promise<PageFacts> => {
    const json = await reading.pageFacts(crawl.id, new URL(path, request.url).href)
    assert.ok(json, `there are facts of ${path}`)
    return JSON.parse(json)
  }
  return {
    crawl,
    paths: pages.map(({ url }) => new URL(url).pathname).sort(),
    facts,
    rendering: async path => {
      const { rendering } = await facts(path)
      assert.ok(rendering, `${path} was to be rendered`)
      return rendering
    },
    issues: async checkId => {
      const issues = await reading.issues(crawl.id, { limit: 1_000 })
      return issues.filter(issue => issue.checkId === checkId).map(({ pageUrl }) => new URL(pageUrl).pathname)
    },
  }
}

/** Only the site itself is open, everything else must be public: as on a public server. */
const publicFlags = (site: ScriptSite) => ({ targets: 'public', 'allow-targets': new URL(site.origin).host })

async function rendered(
  pages: Record<string, ScriptResponse>,
  options: { flags?: Record<string, string>; robots?: string } = {},
): Promise<{ crawled: Crawled; asked: string[]; logged: string[] }> {
  const documents = Object.keys(pages).filter(each => pages[each]?.body.startsWith('<!doctype html>'))
  const links = documents.map(each => `<a href="${each}">Page ${each}</a>`)
  await using site = await startScriptSite(path => {
    if (path === '/robots.txt' && options.robots !== undefined) return { type: 'text/plain', body: options.robots }
    return path === '/' ? html(`<main>${links.join(' ')}</main>`, '<title>Start</title>') : (pages[path] ?? null)
  })
  await using opened = await openTestProduct({ flags: { ...publicFlags(site), ...options.flags } })
  const crawled = await crawlOf(opened, {
    url: `${site.origin}/`,
    rendersJavaScript: true,
    probesResources: false,
  })
  // Read while the store is open.
  const read = crawled.paths.filter(each => each === '/' || documents.includes(each))
  const known = new Map(await Promise.all(read.map(async each => [each, await crawled.facts(each)] as const)))
  const facts = async (each: string) => known.get(each) ?? assert.fail(`${each} was not read`)
  const issues = await opened.product.store.reading.issues(crawled.crawl.id, { limit: 1_000 })
  return {
    asked: site.asked,
    logged: opened.logged.map(({ event }) => event),
    crawled: {
      ...crawled,
      paths: read,
      facts,
      rendering: async each => (await facts(each)).rendering ?? assert.fail(`${each} was to be rendered`),
      issues: async id =>
        issues.filter(({ checkId }) => checkId === id).map(({ pageUrl }) => new URL(pageUrl).pathname),
    },
  }
}

describe('a site that scripts draw', () => {
  test('is crawled whole where its scripts are run, and is an empty shell where they are not', async () => {
    await using site = await startScriptSite(shellSite)
    await using opened = await openTestProduct()
    const url = `${site.origin}/`
    const plain = await crawlOf(opened, { url })
    assert.deepEqual(plain.paths, ['/'])
    assert.equal((await plain.facts('/')).isAppShell, true)
    assert.equal((await plain.facts('/')).rendering, undefined)
    assert.deepEqual(await plain.issues('content-needs-javascript'), [])

    const whole = await crawlOf(opened, { url, rendersJavaScript: true })
    const pages = Array.from({ length: 6 }, (_, index) => `/page${index}`)
    assert.deepEqual(whole.paths, ['/', ...pages])
    const facts = await whole.facts('/page3')
    assert.deepEqual([facts.title, facts.h1, facts.isAppShell], ['Page page3', 'Page page3', false])
    assert.ok(facts.rendering?.isRendered)
    const { raw, addedWordCount, isCut } = facts.rendering
    assert.deepEqual([raw.title, raw.h1, raw.wordCount, isCut], ['Shell', '', 0, false])
    assert.equal(addedWordCount, facts.content.wordCount)
    // By script, so in no line of the source; the title stood there, with another text.
    assert.deepEqual([facts.headings[0]?.line, facts.titles[0]?.line], [0, 0])
    assert.deepEqual((await whole.issues('content-needs-javascript')).sort(), ['/', ...pages])
    assert.deepEqual(opened.logged, [])
  })

  test('is checked again with its scripts run, and by the thresholds that its crawl began with', async () => {
    let title = 'Written by a script, later'
    await using site = await startScriptSite(path => {
      if (path === '/app.js') return { type: 'text/javascript', body: `document.title = ${JSON.stringify(title)}` }
      return path === '/' ? html('<h1>Tides</h1><script src="/app.js"></script>', '<title>Of the source</title>') : null
    })
    await using opened = await openTestProduct()
    const { product } = opened
    const thresholds = [{ checkId: 'title-too-long', name: 'maxWidth', value: 20 }]
    const { crawl } = await crawlOf(opened, { url: `${site.origin}/`, rendersJavaScript: true, thresholds })
    const [issue] = await product.store.reading.issues(crawl.id, { checkId: 'title-too-long' })
    assert.equal(issue?.message, 'Long title (more than 20 characters)')
    assert.deepEqual(await checkAgain(product, crawl.id, issue), { result: 'stays', sentence: 'It is still so.' })
    title = 'Shorter, by a script'
    assert.deepEqual(await checkAgain(product, crawl.id, issue), { result: 'fixed', sentence: 'It is fixed.' })
  })

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

const FOR_PHONES = '<title>Named</title><meta name="viewport" content="width=device-width, initial-scale=1">'

/** What pages of today do, each for one of the tests. */
const storing = html(
  '<h1 id="h">x</h1><script>h.textContent = [localStorage.length, document.cookie].join("-"); localStorage.setItem("a", "b"); document.cookie = "a=b"</script>',
)
const usualPages: Record<string, ScriptResponse> = {
  '/asks': html(`<p>Text</p><script src="/closed/a.js"></script><script src="/open/a.js"></script><script>
    fetch('/closed/data.json').catch(() => {});
    new Worker(URL.createObjectURL(new Blob(["fetch('" + location.origin + "/closed/by-worker')"])))</script>`),
  '/open/a.js': { type: 'text/javascript', body: 'fetch("/open/data.json")' },
  '/open/data.json': { type: 'application/json', body: '{}' },
  '/shown': html(
    '<p>Text</p><img id="i" src="/picture.png"><script>i.onload = () => { document.title = "Loaded" }</script>',
    '<style>@font-face { font-family: f; src: url(/font.woff2) } p { font-family: f }</style>',
  ),
  '/picture.png': { type: 'image/png', body: 'not even a picture' },
  '/stores1': storing,
  '/stores2': storing,
  '/stores3': storing,
  '/freed': html(
    '<p>Text</p><script>document.querySelector("meta[name=robots]").remove()</script>',
    '<title>Freed</title><meta name="robots" content="noindex">',
  ),
  '/renamed': html('<p>Text</p><script>document.title = "Renamed"</script>', '<title>Named</title>'),
  '/wide': html('<p>Text</p><table id="wide" style="width: 900px"><tr><td>Cell</td></tr></table>', FOR_PHONES),
  '/held': html(
    '<p>Text</p><div style="overflow-x: auto"><table style="width: 900px"><tr><td>Cell</td></tr></table></div>',
    FOR_PHONES,
  ),
  // A picture is no longer there than one pixel, so what lies on one is not judged by its colour.
  '/unusable': html(
    `<main><p id="pale" style="color: #bbb; background: #fff">Pale text</p><ul><p>No item</p></ul><img src="/picture.png">
    <div style="position: relative"><img src="/hero.png" alt="A quay"><p style="position: absolute; top: 0; color: #fff">On a picture</p></div></main>
    <script>document.getElementById('pale').append(' of a script')</script>`,
    FOR_PHONES,
  ),
  '/leaves': html('<p>Text</p><script>location.replace("/target")</script>'),
}
/** Beside those for it, the pages whose scripts change title or H1 for another test. */
const usualChanges = ['/freed', '/renamed', '/shown', '/stores1', '/stores2', '/stores3']

describe('a page in the browser', () => {
  let usual: Awaited<ReturnType<typeof rendered>>
  before(async () => {
    usual = await rendered(usualPages, { robots: 'User-agent: *\nDisallow: /closed/' })
  })

  test('reaches no private address, in whatever way it asks', async () => {
    await using hidden = await startScriptSite(() => ({ body: 'secret', type: 'text/javascript' }))
    const at = hidden.origin
    const socket = at.replace('http:', 'ws:')
    const { crawled, asked } = await rendered({
      '/asks': html(`<h1 id="said">nothing</h1>
        <img src="${at}/img"><iframe src="${at}/frame"></iframe><link rel="stylesheet" href="${at}/css">
        <link rel="preload" as="script" href="${at}/preload"><video src="${at}/video"></video><object data="${at}/object"></object>
        <script src="${at}/script"></script><script>
        const parts = []; const said = text => { parts.push(text); document.getElementById('said').textContent = ['nothing', ...parts.sort()].join(' ') };
        fetch('${at}/fetch').then(() => said('ARRIVED'), () => said('fetch refused'));
        fetch('${at}/post', { method: 'POST', mode: 'no-cors', body: 'x' }).then(() => said('ARRIVED'), () => said('post refused'));
        const socket = new WebSocket('${socket}/socket'); socket.onerror = () => said('socket refused'); socket.onopen = () => said('ARRIVED');
        new EventSource('${at}/events'); navigator.sendBeacon('${at}/beacon');
        const work = "fetch('${at}/worker').catch(() => {})";
        new Worker(URL.createObjectURL(new Blob([work])));
        const frame = document.createElement('iframe'); frame.srcdoc = '<script>' + work.replace('worker', 'srcdoc') + '<\\/script>'; document.body.append(frame);
        if ('serviceWorker' in navigator) said('ARRIVED');
        </script><a href="/leads">leads</a>`),
      '/leads': html(`<p>Stays here.</p><script>location.href = '${at}/redirect'</script>`),
      '/hops': html(
        `<h1 id="said">nothing</h1><script>fetch('/hop').then(() => { said.textContent = 'ARRIVED' }, () => { said.textContent = 'hop refused' })</script>`,
      ),
      '/hop': { body: '', status: 302, headers: { location: `${at}/hop` } },
    })
    assert.deepEqual(hidden.asked, [])
    assert.equal((await crawled.facts('/asks')).h1, 'nothing fetch refused post refused socket refused')
    assert.ok((await crawled.rendering('/asks')).isRendered)
    const leads = await crawled.rendering('/leads')
    assert.ok(leads.isRendered)
    assert.equal(leads.redirectUrl, `${at}/redirect`)
    assert.ok(asked.includes('GET /hop'))
    assert.equal((await crawled.facts('/hops')).h1, 'hop refused')
  })

  test('asks its own site for nothing that robots.txt closes', () => {
    assert.deepEqual(
      usual.asked.filter(each => each.includes('/closed/')),
      [],
    )
    assert.ok(usual.asked.includes('GET /open/data.json'))
  })

  test('is given what the crawl read: its server is not asked for it again, nor for pictures, fonts and media', async () => {
    const { asked, crawled } = usual
    assert.equal(asked.filter(each => each === 'GET /shown').length, 1)
    assert.equal(asked.filter(each => each === 'GET /picture.png').length, 0)
    assert.equal(asked.filter(each => each === 'GET /font.woff2').length, 0)
    assert.equal((await crawled.facts('/shown')).title, 'Loaded')
  })

  test('knows nothing of another page: neither storage nor cookies are left', async () => {
    for (const each of ['/stores1', '/stores2', '/stores3'])
      assert.equal((await usual.crawled.facts(each)).h1, '0-', each)
  })

  test('that changes what search engines go by, or leads elsewhere, is reported; its target is visited', async () => {
    const { crawled, asked } = usual
    assert.deepEqual((await crawled.issues('directives-changed-by-javascript')).sort(), usualChanges)
    assert.deepEqual(await crawled.issues('redirect-javascript'), ['/leaves'])
    assert.ok(asked.includes('GET /target'))
  })

  test('is looked at as people with a phone or a screen reader meet it', async () => {
    const { crawled } = usual
    assert.deepEqual(await crawled.issues('content-wider-than-screen'), ['/wide'])
    const auditOf = async (each: string) => {
      const rendering = await crawled.rendering(each)
      assert.ok(rendering.isRendered && rendering.audit)
      return rendering.audit
    }
    assert.deepEqual((await auditOf('/wide')).narrow?.elements, [
      { path: '#wide', tag: '<table id="wide" style="width: 900px">', right: 908 },
    ])
    assert.equal((await auditOf('/held')).narrow?.scrollWidth, 360)
    const violations = (await auditOf('/unusable')).violations ?? []
    assert.deepEqual(
      violations.map(({ rule, nodes }) => [rule, nodes.map(({ path }) => path)]),
      [
        ['color-contrast', ['#pale']],
        ['image-alt', ['img[src$="picture.png"]']],
        ['list', ['ul']],
      ],
    )
    // One issue for each rule; that the picture has no alt text is reported by the check for that.
    assert.deepEqual(await crawled.issues('axe-violation'), ['/unusable', '/unusable'])
    assert.deepEqual((await crawled.issues('image-alt-missing')).sort(), ['/shown', '/unusable'])
  })

  test('does what it likes, and neither the crawl nor the pages beside it take harm', async () => {
    const loud = (script: string) =>
      html(`<p id="p">Text of a page that misbehaves.</p><script>${script}</script><p>After.</p>`)
    const { crawled, logged } = await rendered(
      {
        '/endless': loud('for (;;);'),
        '/alerts': loud('for (;;) alert(1)'),
        '/asks': loud('p.textContent = [alert(1), confirm(1), prompt(1)].join()'),
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
    for (const each of ['/asks', '/windows', '/downloads', '/closes', '/console'])
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
})

describe('the browser', () => {
  test('that is killed is started again, and every page comes out as if nothing had been', async () => {
    await using site = await startScriptSite(shellSite)
    await using opened = await openTestProduct()
    const url = `${site.origin}/`
    const crawlId = await startTestCrawl(opened.product, { url, rendersJavaScript: true })
    await until(() => site.asked.includes('GET /data/page1.json'))
    for (const pid of await browsersBelow(process.pid)) process.kill(pid, 'SIGKILL')
    const crawl = await waitForEnd(opened.product, crawlId)
    const { reading } = opened.product.store
    const pages = await reading.pages(crawl.id, { limit: 100 })
    const facts = await Promise.all(pages.map(page => reading.pageFacts(crawl.id, page.url)))
    const titles = facts.map(json => (JSON.parse(json ?? '{}') as Partial<PageFacts>).title)
    assert.deepEqual(titles.sort(), ['Page home', ...Array.from({ length: 6 }, (_, index) => `Page page${index}`)])
    assert.deepEqual(
      opened.logged.map(({ event }) => event),
      ['the browser that runs the scripts of pages ended'],
    )
  })

  test('is not there: pages keep what their source says, and say so', async () => {
    const before = process.env.CHROME_PATH
    process.env.CHROME_PATH = '/nowhere/chromium'
    try {
      const { crawled, logged } = await rendered({ '/page': html('<h1>Source</h1>') })
      assert.equal((await crawled.facts('/page')).h1, 'Source')
      assert.deepEqual(await crawled.rendering('/page'), {
        isRendered: false,
        why: 'the browser of this server cannot be started',
      })
      assert.deepEqual(logged, ['the browser cannot be started'])
    } finally {
      if (before === undefined) delete process.env.CHROME_PATH
      else process.env.CHROME_PATH = before
    }
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
